/// Folds names so that two that clash on any common file system become equal.
///
/// APFS and HFS+ ignore case and the composition of accents, HFS+ also ignores some invisible
/// characters, NTFS and exFAT ignore case. Names that clash on one of them must not both occur
/// here.
/// The comparison is therefore coarser than any single disk's: a name is upper-cased and then
/// lower-cased by Unicode's full mappings (so that `ß` meets `ss` and `ﬁ` meets `fi`, as on APFS),
/// and compared by canonical equivalence, which is what `String` does.
enum CaseFolding {
  /// The folded name: equal for all names that clash with `name`.
  ///
  /// - Complexity: O(n); ASCII names need no Unicode tables.
  static func folded(_ name: some Collection<UInt8>) -> String {
    if name.allSatisfy({ $0 < 0x80 }) {
      return String(unsafeUninitializedCapacity: name.count) { buffer in
        var count = 0
        for byte in name {
          buffer[count] = lowercased(byte)
          count += 1
        }
        return count
      }
    }
    var visible = String.UnicodeScalarView()
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars
    where !isIgnored(scalar) {
      visible.append(scalar)
    }
    return String(visible).uppercased().lowercased()
  }

  /// Whether git would treat `component` as its own folder on some file system.
  ///
  /// Known spellings: `.git` in any case, `git~1` (NTFS's short name), both with dots, spaces or a
  /// stream name appended (NTFS drops them), invisible characters anywhere (HFS+ drops them);
  /// CVE-2014-9390, CVE-2019-1352, CVE-2019-1353.
  static func isGitFolder(_ component: some Collection<UInt8>) -> Bool {
    // Nothing shorter than four bytes folds to it, and almost nothing longer begins like it.
    guard component.count >= 4, let first = component.first,
      first == UInt8(ascii: ".") || first | 0x20 == UInt8(ascii: "g") || first >= 0x80
    else { return false }
    var name = Array(folded(component).utf8)
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { name.removeSubrange(colon...) }
    while let last = name.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
      name.removeLast()
    }
    return name.elementsEqual(".git".utf8) || name.elementsEqual("git~1".utf8)
  }

  @inline(__always)
  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// Characters that HFS+ ignores when comparing names; the list is that of git's own check.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
