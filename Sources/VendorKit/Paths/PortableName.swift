/// The rules for names of files that are written on every supported system.
enum PortableName {
  /// Why no file of that name can be written on every supported system, nil when it can; reads as
  /// the end of a sentence that starts with the path.
  static func trouble(with component: ArraySlice<UInt8>) -> String? {
    if component.count > 255 { return "has a component of \(component.count) bytes in its name" }
    if let last = component.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
      return "has a name ending in a dot or a space, which Windows drops"
    }
    let isASCII = component.allSatisfy { $0 < 0x80 }
    if !isASCII {
      let text = String(decoding: component, as: UTF8.self)
      if text.unicodeScalars.contains(where: isBidirectionalControl) {
        return "has a bidirectional control character in its name"
      }
    }
    if CaseFolding.isGitFolder(component) { return "is named like git's own folder" }
    // Folding changes the length of no ASCII name: one that has no dot, colon or space so far is longer
    // than every reserved one.
    if isASCII, component.count > maxReservedBytes,
      !component.prefix(maxReservedBytes + 1).contains(where: { ".: ".utf8.contains($0) })
    {
      return nil
    }
    // NTFS treats what follows a colon as a stream name.
    var stem = Array(CaseFolding.folded(component).utf8).prefix {
      $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: ":")
    }
    while stem.last == 0x20 { stem.removeLast() }
    if reserved.contains(String(decoding: stem, as: UTF8.self)) {
      return "has a name that Windows reserves"
    }
    return nil
  }

  /// "Naming Files, Paths, and Namespaces", Microsoft Learn; the superscript digits count as digits.
  private static let reserved: Set<String> = {
    var names: Set<String> = ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    for digit in ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"] {
      names.insert("com" + digit)
      names.insert("lpt" + digit)
    }
    return names
  }()

  private static let maxReservedBytes = reserved.reduce(0) { max($0, $1.utf8.count) }

  /// Unicode's Bidi_Control property.
  private static func isBidirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
