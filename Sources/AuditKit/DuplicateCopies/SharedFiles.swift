import Findings
import SafeFiles
import VendorKit

/// Finds identical source files.
struct SharedFiles {
  /// Fewer identical files than this are taken for chance, not for a copy.
  static let leastFiles = 3
  /// Smaller files are ignored: they may be identical by chance.
  static let leastBytes = 256
  /// The most copies of one file that are compared.
  static let limitCopies = 64

  private let context: AuditContext
  /// Files that two packages share, by the packages' indices.
  private var betweenPackages: [Pair<Int>: [Match]] = [:]
  /// Files that appear twice in one package, by the folders below which their paths are equal.
  private var insidePackages: [Pair<ArraySlice<UInt8>>: [Match]] = [:]

  private struct Pair<Side: Hashable>: Hashable {
    let first: Side
    let second: Side
  }

  private struct Match {
    let first: AuditedFile
    let second: AuditedFile
  }

  /// Whether a file is source of one library: not a build file or a licence, which many packages
  /// have in common, and not tiny.
  static func counts(_ file: AuditedFile) -> Bool {
    file.package != nil && file.kind == .file && file.size >= leastBytes
      && SourceKind.isCode(ending: file.fileExtension)
  }

  init(_ files: some Sequence<AuditedFile>, in context: AuditContext) {
    self.context = context
    var copies: [SHA256Digest: [AuditedFile]] = [:]
    for file in files where Self.counts(file) {
      guard let digest = file.contents?.digest else { continue }
      if copies[digest, default: []].count < Self.limitCopies {
        copies[digest, default: []].append(file)
      }
    }
    for same in copies.values where same.count > 1 {
      for (index, first) in same.enumerated() {
        for second in same[(index + 1)...] { add(Match(first: first, second: second)) }
      }
    }
  }

  private mutating func add(_ match: Match) {
    guard let first = match.first.package, let second = match.second.package else { return }
    if first != second {
      let isInOrder = first < second
      betweenPackages[
        Pair(first: min(first, second), second: max(first, second)), default: []
      ].append(isInOrder ? match : Match(first: match.second, second: match.first))
      return
    }
    let (left, right) = (match.first.path.bytes, match.second.path.bytes)
    var common = 0
    for (a, b) in zip(left.reversed(), right.reversed()) {
      guard a == b else { break }
      common += 1
    }
    // Keep whole components only, and at least the file's name.
    while common > 0, left[left.count - common] != UInt8(ascii: "/") { common -= 1 }
    guard common > 1 else { return }
    let pair = Pair(first: left.dropLast(common), second: right.dropLast(common))
    insidePackages[pair, default: []].append(match)
  }

  func report(to report: inout FindingSink) {
    for (pair, found) in betweenPackages {
      guard let (count, example) = Self.copies(in: found) else { continue }
      let (first, second) = (context.packages[pair.first], context.packages[pair.second])
      report.report(
        DuplicateCopiesRules.files, package: second.name, path: example.second.path,
        "\(count) source files of \(second.name) are also in \(first.name); the first is "
          + "\(example.first.path)",
        remedy: "leave one copy out with --exclude")
    }
    for (pair, found) in insidePackages {
      guard let (count, example) = Self.copies(in: found) else { continue }
      let first = String(decoding: pair.first, as: UTF8.self)
      report.report(
        DuplicateCopiesRules.folder, in: example.second, of: context,
        "\(count) source files here are also in \(first); the first is \(example.first.path)",
        remedy: "leave out with --exclude the copy that is not compiled")
    }
  }

  /// How many files of one side have a match, each counted once, and the first match by path; nil if
  /// there are too few for a copy.
  private static func copies(in matches: [Match]) -> (count: Int, example: Match)? {
    var seen: (first: Set<RelativePath>, second: Set<RelativePath>) = ([], [])
    let distinct =
      matches.sorted { ($0.second.path, $0.first.path) < ($1.second.path, $1.first.path) }
      .filter {
        guard !seen.first.contains($0.first.path), !seen.second.contains($0.second.path) else {
          return false
        }
        seen.first.insert($0.first.path)
        seen.second.insert($0.second.path)
        return true
      }
    return distinct.count < leastFiles ? nil : (distinct.count, distinct[0])
  }
}
