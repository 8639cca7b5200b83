import SafeFiles

/// The resources that a Package.swift copies instead of processing (Swift package manager, PackageDescription:
/// `Resource.copy` and `Resource.process`).
///
/// The text is not run: targets, their paths and their resources are found where they are written as
/// literals, as in nearly every manifest.
struct PackageManifest: Sendable {
  private struct Copy: Sendable {
    /// The folders that the target's files can be in, from the topmost folder.
    let folders: [[RelativePath]]
    let path: String
  }

  private var copies: [Copy] = []

  init(folder: [RelativePath], text: String) {
    let text = Self.withoutComments(text)
    guard text.contains(".copy(") else { return }
    for target in Self.targets(in: text) {
      guard let name = Self.literal(after: "name:", in: target) else { continue }
      let given = Self.literal(after: "path:", in: target)
      let places =
        given.map { [$0] } ?? ["Sources", "Source", "src", "srcs", "Tests"].map { "\($0)/\(name)" }
      let folders = places.compactMap { place in
        // What is not a path inside the package is no folder of the target.
        place == "." || place.isEmpty
          ? folder : (try? RelativePath(place)).map { folder + $0.components }
      }
      var rest = target[...]
      while let copy = rest.firstRange(of: ".copy(") {
        rest = rest[copy.upperBound...]
        if let path = Self.literal(rest) { copies.append(Copy(folders: folders, path: path)) }
      }
    }
  }

  /// The rule that copies the folder at `place` or one that it is in, as it is written; nil for none.
  func rule(thatCopies place: [RelativePath]) -> String? {
    copies.first { copy in
      // As above.
      guard let path = try? RelativePath(copy.path) else { return false }
      return copy.folders.contains { place.starts(with: $0 + path.components) }
    }.map { ".copy(\"\($0.path)\")" }
  }

  /// What stands in the parentheses of each target; another target in them is a dependency.
  private static func targets(in text: String) -> [Substring] {
    let starts = [".target(", ".executableTarget(", ".testTarget(", ".macro(", ".plugin("]
      .flatMap { text.ranges(of: $0).map(\.upperBound) }.sorted()
    var targets: [Substring] = []
    for start in starts where targets.last.map({ $0.endIndex <= start }) ?? true {
      var depth = 1
      let end = text[start...].firstIndex { character in
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
        return depth == 0
      }
      targets.append(text[start..<(end ?? text.endIndex)])
    }
    return targets
  }

  private static func literal(after label: String, in text: Substring) -> String? {
    text.firstRange(of: label).flatMap { literal(text[$0.upperBound...]) }
  }

  /// The string literal that `text` begins with.
  private static func literal(_ text: Substring) -> String? {
    let text = text.drop { $0.isWhitespace || $0.isNewline }
    guard text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") else { return nil }
    return String(text[..<end].dropFirst())
  }

  private static func withoutComments(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      line -> Substring in
      guard let comment = line.firstRange(of: "//") else { return line }
      let code = line[line.startIndex..<comment.lowerBound]
      // Two slashes in a literal are those of an address.
      return code.count { $0 == "\"" }.isMultiple(of: 2) ? code : line
    }.joined(separator: "\n")
  }
}
