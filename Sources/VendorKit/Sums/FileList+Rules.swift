import SafeFiles

/// What every list keeps, whether it was read, scanned or extracted.
extension FileList {
  /// The most entries in a list.
  static let maxEntries = 1_000_000

  /// What is wrong with `entry` where `previous` is the one before it, nil when nothing is.
  static func problem(with entry: Entry, after previous: Entry?) -> String? {
    let path = entry.path
    if let trouble = PathPolicy.trouble(with: path) { return "\(path) \(trouble)" }
    if let previous {
      if previous.path == path { return "\(path) is there twice" }
      if path < previous.path {
        return "\(path) comes after \(previous.path), expected paths sorted by their bytes"
      }
    }
    guard case .link(let target) = entry.content else { return nil }
    // The format could not tell where such a path ends.
    if text(path.bytes, contains: Array(" -> ".utf8)) {
      return "\(path) is a link whose name holds ' -> '"
    }
    if let trouble = trouble(withTarget: target, of: path) {
      return "\(path) is a link whose target \(trouble)"
    }
    return nil
  }

  /// Checks what only shows in all entries together: files inside files, clashes of case.
  ///
  /// - Parameter location: where messages place the entry with this index.
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
          .invalidList, at: location(index), "\(entry.path) is inside \(file), which is no folder")
      }
      open.append(entry.path)
    }
    let clashes = PathClashes.among(count: entries.count) { entries[$0].path }
    if let clash = clashes.first {
      let index = entries.firstIndex { $0.path.isInside(clash.second) } ?? 0
      throw VendorError(
        .invalidList, at: location(index),
        "\(clash.first) and \(clash.second) are one name on a disk that ignores case or accents",
        remedy: "leave one of them out with --exclude")
    }
  }

  /// Why a link at `path` must not have this target, nil when it may.
  ///
  /// A target is relative, and leads to something inside the package by its text alone.
  static func trouble(withTarget target: [UInt8], of path: RelativePath) -> String? {
    if target.isEmpty { return "is empty" }
    if target.count > PathPolicy.maxBytes { return "is \(target.count) bytes long" }
    if target.first == UInt8(ascii: "/") { return "is absolute" }
    guard let text = String(validating: target, as: UTF8.self) else { return "is not UTF-8" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "holds a control character"
    }
    if target.contains(UInt8(ascii: "\\")) { return "holds a backslash" }
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

  private static func text(_ text: [UInt8], contains part: [UInt8]) -> Bool {
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
