internal import SafeFiles

/// Finds where upstream has moved a file to.
///
/// As in git's rename detection, a new file is taken for the old one when at least half of their lines
/// are the same; the most similar one wins, and among equals the one with the same name.
struct RenamedFile {
  /// Files that the new version has and the old one did not.
  let added: [RelativePath]

  /// More new files than this are not compared.
  private static let maxCandidates = 200

  /// The files of `new` that `old` lacks.
  init(from old: FileList, to new: FileList) {
    added = new.entries.filter { entry in
      if case .file = entry.content { old[entry.path] == nil } else { false }
    }.map(\.path)
  }

  /// The new path of the file that was at `path` with these bytes; nil when nothing resembles it.
  ///
  /// - Parameter read: the bytes of a new file; nil for one that cannot be compared.
  func target(
    of path: RelativePath, _ bytes: [UInt8], reading read: (RelativePath) throws -> FileSnapshot?
  ) throws -> RelativePath? {
    let name = path.lastComponent
    let lines = Self.counts(bytes)
    var best: (path: RelativePath, score: Double)?
    // Those with the same name first, because a later one must be better than the best.
    let candidates =
      added.filter { $0.lastComponent == name } + added.filter { $0.lastComponent != name }
    for candidate in candidates.prefix(Self.maxCandidates) {
      guard let file = try read(candidate), !file.isBinary else { continue }
      let score = Self.similarity(lines, Self.counts(file.bytes))
      if score >= 0.5, score > best?.score ?? 0 { best = (candidate, score) }
    }
    return best?.path
  }

  private static func counts(_ bytes: [UInt8]) -> [LineKey: Int] {
    let lines = TextLines(bytes)
    return (0..<lines.count).reduce(into: [:]) { $0[LineKey(line: lines[$1]), default: 0] += 1 }
  }

  /// The part of all lines that both have, from 0 to 1.
  private static func similarity(_ a: [LineKey: Int], _ b: [LineKey: Int]) -> Double {
    let shared = a.reduce(0) { $0 + min($1.value, b[$1.key] ?? 0) }
    let total = a.values.reduce(0, +) + b.values.reduce(0, +)
    return total == 0 ? 0 : Double(2 * shared) / Double(total)
  }
}
