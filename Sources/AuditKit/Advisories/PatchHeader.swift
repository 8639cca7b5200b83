import SafeFiles

/// The vulnerabilities that a patch says it fixes, in the text above its first change.
///
/// A line `CVE: CVE-2024-1234` says so, as the Yocto Project's patches do ("Recipe Style Guide", "CVE
/// patches"); several ids stand behind each other or in lines of their own. A field of DEP-3 that goes on
/// in indented lines is read to its end.
struct PatchHeader {
  /// The longest patch that is read.
  static let limitBytes = 64 << 20

  /// The ids, in their order.
  let fixes: [String]

  /// Reads the beginning of a patch.
  ///
  /// - Complexity: O(bytes).
  init(_ patch: [UInt8]) {
    var fixes: [String] = []
    var isInField = false
    for bytes in patch.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = String(decoding: bytes, as: UTF8.self)
      if ["--- ", "diff ", "Index: ", "@@ "].contains(where: line.hasPrefix) { break }
      var value = line[...]
      if line.lowercased().hasPrefix("cve:") {
        isInField = true
        value = line.dropFirst(4)
      } else {
        isInField = isInField && (line.hasPrefix(" ") || line.hasPrefix("\t"))
      }
      guard isInField else { continue }
      for word in value.split(whereSeparator: { !Self.isIDCharacter($0) }) {
        if Self.isID(word), !fixes.contains(String(word)) { fixes.append(String(word)) }
      }
    }
    self.fixes = fixes
  }

  private static func isIDCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || character == "-")
  }

  /// Whether a word has the form of an id: a database's letters, a dash, and digits among what follows.
  private static func isID(_ word: Substring) -> Bool {
    let prefix = word.prefix { $0.isLetter }
    return prefix.count >= 2 && word.dropFirst(prefix.count).first == "-"
      && word.contains(where: \.isNumber) && word.last != "-"
  }
}

/// The vulnerabilities that the patches of a lock fix, by what their headers say.
struct PatchedVulnerabilities: Sendable {
  /// Of each package, in the order of the packages: the patch that fixes an id.
  let patches: [[String: RelativePath]]

  /// Reads the headers of all patches; a patch that cannot be read fixes nothing, and `verify` names it.
  init(in context: AuditContext) {
    patches = context.packages.map { package in
      var fixes: [String: RelativePath] = [:]
      for path in package.patches {
        guard let bytes = try? context.root.readFile(path, limitBytes: PatchHeader.limitBytes)
        else { continue }
        for id in PatchHeader(bytes).fixes where fixes[id] == nil { fixes[id] = path }
      }
      return fixes
    }
  }

  /// The patch of a package that fixes a vulnerability of one of these ids.
  func patch(of package: Int, fixing names: some Sequence<String>) -> RelativePath? {
    for name in names.sorted() {
      if let patch = patches[package][name] { return patch }
    }
    return nil
  }
}
