import SafeFiles

/// The attributes of a repository that change what `git archive` writes.
struct ExportAttributes {
  /// The most bytes of a file of attributes, or of one in which something is replaced.
  static let limitBytes = 16 << 20

  /// Each `.gitattributes` with the components of its folder, the deepest first.
  private let files: [(folder: [ArraySlice<UInt8>], file: GitAttributesFile)]

  init(_ list: FileList, in folder: DirectoryHandle) throws {
    let name = Array(".gitattributes".utf8)
    files = try list.entries.filter {
      guard case .file = $0.content else { return false }
      return $0.path.lastComponent.bytes == name
    }.map { entry in
      let text = try folder.readFile(entry.path, limitBytes: Self.limitBytes)
      return (Self.components(entry.path).dropLast(), GitAttributesFile(text))
    }.sorted { $0.folder.count > $1.folder.count }
  }

  /// Whether archives leave the file out, or a folder that it is in.
  func isIgnored(_ path: RelativePath) -> Bool {
    let components = Self.components(path)
    return (1...components.count).contains { has("export-ignore", components.prefix($0)) }
  }

  /// Whether archives replace something in the file.
  func isSubstituted(_ path: RelativePath) -> Bool {
    has("export-subst", Self.components(path)[...])
  }

  private func has(_ attribute: String, _ path: ArraySlice<ArraySlice<UInt8>>) -> Bool {
    for (folder, file) in files where folder.count < path.count {
      guard folder.elementsEqual(path.prefix(folder.count), by: ==),
        let line = file.deciding(attribute, at: path.dropFirst(folder.count))
      else { continue }
      return line.states[attribute] == .set
    }
    return false
  }

  private static func components(_ path: RelativePath) -> [ArraySlice<UInt8>] {
    path.bytes.split(separator: UInt8(ascii: "/"))
  }

  /// Whether `text` is `template` with something in place of each `$Format:…$`.
  static func isExpansion(_ text: [UInt8], of template: [UInt8]) -> Bool {
    let mark = Array("$Format:".utf8)
    var literals: [ArraySlice<UInt8>] = []
    var rest = template[...]
    while let start = rest.firstRange(of: mark) {
      guard let end = rest[start.upperBound...].firstIndex(of: UInt8(ascii: "$")) else { break }
      literals.append(rest[..<start.lowerBound])
      rest = rest[(end + 1)...]
    }
    guard let first = literals.first, text.starts(with: first) else { return false }
    var place = text.dropFirst(first.count)
    for literal in literals.dropFirst() where !literal.isEmpty {
      guard let found = place.firstRange(of: literal) else { return false }
      place = place[found.upperBound...]
    }
    return place.suffix(rest.count).elementsEqual(rest)
  }
}
