import SafeFiles

/// The rules for the fields of a package.
enum LockRules {
  /// The most bytes of a text field.
  static let maxFieldBytes = 4096
  /// The most packages in a lock.
  static let maxPackages = 10_000
  /// Folders in `Vendor` that are not packages.
  private static let reservedFolders = ["patches", "signatures"]

  /// The problem with a package's name; nil when it is valid.
  static func problem(withName name: String) -> String? {
    let bytes = Array(name.utf8)
    guard !bytes.isEmpty else { return "the name is empty" }
    guard bytes.count <= 100 else {
      return "the name has \(bytes.count) bytes, expected at most 100"
    }
    guard bytes.allSatisfy(SourceAddress.isNameByte) else {
      let shown = Printable.text(of: bytes)
      return "the name '\(shown)' may contain only letters, digits, '.', '_' and '-'"
    }
    // An option on a command line, a hidden folder, `..`; names that Windows changes.
    guard bytes[0] != UInt8(ascii: "."), bytes[0] != UInt8(ascii: "-"),
      bytes[bytes.count - 1] != UInt8(ascii: ".")
    else {
      return "the name '\(name)' begins with '.' or '-' or ends in '.'"
    }
    if let trouble = PortableName.trouble(with: bytes[...]) {
      return "the name '\(name)' \(trouble)"
    }
    let folded = CaseFolding.folded(bytes)
    if reservedFolders.contains(folded) || folded.hasSuffix(".sums") {
      return "the name '\(name)' is reserved for assetkit's own files"
    }
    return nil
  }

  /// The problem with a package's folder; nil when it is valid.
  static func problem(withPath path: RelativePath) -> String? {
    if let trouble = trouble(withNewPath: path) { return "the path \(path) \(trouble)" }
    let folded = path.components.map { CaseFolding.folded($0.bytes) }
    if folded[0] == Lock.fileName { return "the path \(path) is reserved for the lock" }
    guard folded[0] == "vendor" else { return nil }
    guard folded.count > 1 else { return "the path \(path) contains all packages" }
    if reservedFolders.contains(folded[1]) || folded[1].hasSuffix(".sums")
      || folded[1].hasPrefix(".")
    {
      return "the path \(path) is reserved for assetkit's own files"
    }
    return nil
  }

  /// Why files cannot be written at `path` on every supported system, nil when they can: the rules
  /// of an archive's entries; reads as the end of a sentence that starts with the path.
  static func trouble(withNewPath path: RelativePath) -> String? {
    if let trouble = PathPolicy.trouble(with: path) { return trouble }
    for component in path.components {
      if let trouble = PortableName.trouble(with: component.bytes[...]) { return trouble }
    }
    return nil
  }

  /// The problem with the text of a field; nil when it is valid.
  static func problem(withText text: String) -> String? {
    if text.isEmpty { return "is empty" }
    if text.utf8.count > maxFieldBytes { return "is longer than \(maxFieldBytes) bytes" }
    // Nothing of ASCII that is printed is in these categories.
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return nil }
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format:
        let code = String(scalar.value, radix: 16, uppercase: true)
        return "contains the invisible character U+\(code)"
      default: continue
      }
    }
    return nil
  }

  /// Whether `text` is a CPE 2.3 name bound to a string: eleven attributes of printable ASCII after
  /// `cpe:2.3:`, in which a backslash quotes the next character (NISTIR 7695, 6.2).
  static func isPlatformName(_ text: String) -> Bool {
    guard text.hasPrefix("cpe:2.3:") else { return false }
    var attributes: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in text.utf8.dropFirst(8) {
      guard (0x21..<0x7F).contains(byte) else { return false }
      if byte == UInt8(ascii: ":"), !isQuoted {
        attributes.append([])
      } else {
        attributes[attributes.count - 1].append(byte)
      }
      isQuoted = byte == UInt8(ascii: "\\") && !isQuoted
    }
    return !isQuoted && attributes.count == 11 && attributes.allSatisfy { !$0.isEmpty }
      && ["a", "o", "h"].contains(String(decoding: attributes[0], as: UTF8.self))
  }

  /// The problem with a source of that type; nil when it is valid.
  static func problem(withSource source: String, type: SourceType) -> String? {
    do {
      switch try SourceAddress(source, of: type).place {
      case .url(scheme: "file", _):
        return "has the scheme 'file', expected a path inside the project"
      case .url, .shell: return nil
      case .path: break
      }
    } catch {
      return error.problem
    }
    do {
      _ = try RelativePath(source)
      return nil
    } catch {
      return "\(error); expected an address or a path relative to the root"
    }
  }
}

extension Lock.Package {
  /// A field and what is wrong with it.
  struct Problem {
    /// The field as the file calls it; with several values, the one with this index.
    var field: String
    var index: Int?
    var text: String
  }

  /// The first problem for which a reader would refuse the package; nil when it is valid.
  var problem: Problem? {
    if let text = LockRules.problem(withName: name) { return Problem(field: "name", text: text) }
    let texts: [(String, String?)] = [
      ("version", version), ("source", source), ("ref", ref), ("license", license), ("purl", purl),
      ("cpe", cpe), ("supplier", supplier),
    ]
    for (field, text) in texts {
      if let trouble = text.flatMap(LockRules.problem(withText:)) {
        return Problem(field: field, text: "the \(field) \(trouble)")
      }
    }
    if let version, version.utf8.contains(UInt8(ascii: "{")), version.contains("{version}") {
      return Problem(field: "version", text: "the version contains '{version}'")
    }
    if let trouble = LockRules.problem(withSource: resolvedSource, type: type) {
      return Problem(field: "source", text: "the source \(trouble)")
    }
    if let problem = problemOfType { return problem }
    guard (0...100).contains(strip) else {
      return Problem(field: "strip", text: "strip is \(strip), expected 0 to 100")
    }
    for (field, globs) in [("include", include), ("exclude", exclude)] {
      for (index, glob) in globs.enumerated() {
        if let trouble = LockRules.problem(withText: glob) {
          return Problem(field: field, index: index, text: "the glob \(trouble)")
        }
      }
    }
    if let text = LockRules.problem(withPath: path) { return Problem(field: "path", text: text) }
    return problemOfFiles
  }

  private var problemOfType: Problem? {
    if let trouble = ref.flatMap(GitRef.problem(with:)) {
      return Problem(field: "ref", text: "the ref \(trouble)")
    }
    if let purl, !purl.utf8.starts(with: "pkg:".utf8) {
      return Problem(field: "purl", text: "the purl does not begin with 'pkg:'")
    }
    if let cpe, !LockRules.isPlatformName(cpe) {
      return Problem(
        field: "cpe",
        text: "the cpe is not a CPE 2.3 name, expected 'cpe:2.3:a:VENDOR:PRODUCT:*:*:*:*:*:*:*:*'")
    }
    if archiveSHA512 != nil, type.pin != .archiveDigest {
      return Problem(
        field: "archive-sha512",
        text: "archive-sha512 is not allowed in a package of type '\(type.rawValue)'")
    }
    for pin in SourceType.Pin.allCases where (type.pin == pin) != has(pin) {
      let name = pin.rawValue
      return Problem(
        field: name,
        text: has(pin)
          ? "\(name) is not allowed in a package of type '\(type.rawValue)'"
          : "\(name) is missing (required in a package of type '\(type.rawValue)')")
    }
    if let commit, !GitRef.isCommit(commit) {
      return Problem(
        field: "commit", text: "the commit is not a full commit id of 40 or 64 lower-case digits")
    }
    if let signature {
      if type.pin != .archiveDigest {
        return Problem(
          field: "signed-by",
          text: "signed-by is not allowed in a package of type '\(type.rawValue)'")
      }
      let kind = SignatureKind.allCases.contains { signature.signer.hasPrefix("\($0.rawValue):") }
      if !kind || LockRules.problem(withText: signature.signer) != nil {
        return Problem(
          field: "signed-by",
          text:
            "signed-by is not a key, expected 'openpgp:', 'minisign:' or 'ssh:' and a fingerprint")
      }
    }
    if type.pin != .commit, ref != nil {
      return Problem(
        field: "ref", text: "the ref is not allowed in a package of type '\(type.rawValue)'")
    }
    return nil
  }

  private func has(_ pin: SourceType.Pin) -> Bool {
    switch pin {
    case .archiveDigest: archiveDigest != nil
    case .commit: commit != nil
    }
  }

  private var problemOfFiles: Problem? {
    for (index, patch) in patches.enumerated() {
      let path = patch.path
      if let trouble = LockRules.trouble(withNewPath: path) {
        return Problem(field: "patches", index: index, text: "the patch \(path) \(trouble)")
      }
      guard path.isInside(patchesPath), path != patchesPath else {
        return Problem(
          field: "patches", index: index,
          text: "the patch \(path) is not inside \(patchesPath)")
      }
      if patches[..<index].contains(where: { $0.path == path }) {
        return Problem(field: "patches", index: index, text: "the patch \(path) appears twice")
      }
    }
    for (index, file) in licenseFiles.enumerated() {
      if let trouble = PathPolicy.trouble(with: file) {
        return Problem(field: "license-files", index: index, text: "the file \(file) \(trouble)")
      }
    }
    return nil
  }
}
