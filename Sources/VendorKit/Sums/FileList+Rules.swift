import SafeFiles

/// The rules for every list, whether parsed, scanned or extracted.
extension FileList {
  /// The maximum number of entries in a list.
  static let maxEntries = 1_000_000

  /// The problem with `entry` after `previous`; nil when it is valid.
  static func problem(with entry: Entry, after previous: Entry?) -> String? {
    let path = entry.path
    if let trouble = PathPolicy.trouble(with: path) { return "\(path) \(trouble)" }
    if let previous {
      if previous.path == path { return "\(path) appears twice" }
      if path < previous.path {
        return "\(path) comes after \(previous.path), expected paths sorted by their bytes"
      }
    }
    guard case .link(let target) = entry.content else { return nil }
    // The format could not tell where such a path ends.
    if path.bytes.firstRange(of: Array(" -> ".utf8)) != nil {
      return "\(path) is a link whose name contains ' -> '"
    }
    if let trouble = trouble(withTarget: target, of: path) {
      return "\(path) is a link whose target \(trouble)"
    }
    return nil
  }

  /// Checks the entries against each other: files inside files, clashes of case, links that lead out
  /// of the package through other links.
  ///
  /// - Parameter location: the location, in messages, of the entry with this index.
  static func checkTogether(
    _ entries: [Entry], location: (Int) -> String
  ) throws(VendorError) {
    guard entries.count <= maxEntries else {
      throw VendorError(
        .invalidList, at: location(maxEntries), "is entry \(maxEntries + 1), expected fewer")
    }
    // Sorted by bytes, "a" and "a/b" may have "a!" between them: a stack holds the open prefixes.
    var open: [RelativePath] = []
    for (index, entry) in entries.enumerated() {
      while let top = open.last, !entry.path.bytes.starts(with: top.bytes) { open.removeLast() }
      if let file = open.first(where: { entry.path.isInside($0) }) {
        throw VendorError(
          .invalidList, at: location(index),
          "\(entry.path) is inside \(file), which is not a folder")
      }
      open.append(entry.path)
    }
    let clashes = PathClashes.among(count: entries.count) { entries[$0].path }
    if let clash = clashes.first {
      let index = entries.firstIndex { $0.path.isInside(clash.second) } ?? 0
      throw VendorError(
        .invalidList, at: location(index),
        "\(clash.first) and \(clash.second) clash on a disk that ignores case or accents",
        remedy: "leave one of them out with --exclude")
    }
    if let (index, problem) = linkProblem(in: entries) {
      throw VendorError(
        .invalidList, at: location(index), "\(entries[index].path) is a link that \(problem)",
        remedy: "leave it out with --exclude")
    }
  }

  private static func linkProblem(in entries: [Entry]) -> (index: Int, problem: String)? {
    func components(_ entry: Entry) -> [ArraySlice<UInt8>] {
      entry.path.bytes.split(separator: UInt8(ascii: "/"))
    }
    var links = PackageLinks()
    var indices: [Int] = []
    for (index, entry) in entries.enumerated() {
      guard case .link(let target) = entry.content else { continue }
      links.add(components(entry), target: target)
      indices.append(index)
    }
    for index in indices {
      if let problem = links.problem(at: components(entries[index])) { return (index, problem) }
    }
    return nil
  }

  /// The problem with the target of a link at `path`; nil when it is valid.
  ///
  /// A target must be relative and, judged by its text alone, inside the package; where it leads
  /// through other links is checked with all of them together.
  static func trouble(withTarget target: [UInt8], of path: RelativePath) -> String? {
    if target.isEmpty { return "is empty" }
    if target.count > PathPolicy.maxBytes { return "is \(target.count) bytes long" }
    if target.first == UInt8(ascii: "/") { return "is absolute" }
    guard let text = String(validating: target, as: UTF8.self) else { return "is not UTF-8" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "contains a control character"
    }
    if target.contains(UInt8(ascii: "\\")) { return "contains a backslash" }
    var depth = path.components.count - 1
    for component in target.split(separator: UInt8(ascii: "/")) {
      if component.elementsEqual("..".utf8) {
        depth -= 1
        if depth < 0 { return "leads out of the package" }
      } else if !component.elementsEqual(".".utf8) {
        if CaseFolding.isGitFolder(component) { return "reaches into git's own folder" }
        depth += 1
      }
    }
    return nil
  }
}
