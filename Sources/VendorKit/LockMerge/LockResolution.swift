public import SafeFiles

internal import TextFormats

/// Resolves a `vendor.lock` that a merge or a rebase left in conflict.
public struct LockResolution: Sendable {
  private static let path = RelativePath(known: Lock.fileName)
  private static let limitBytes = 64 << 20

  private let root: DirectoryHandle
  private let lockTimeout: Duration

  /// The resolution of the lock in `root`.
  public init(in root: DirectoryHandle, lockTimeout: Duration = .seconds(60)) {
    self.root = root
    self.lockTimeout = lockTimeout
  }

  /// Writes the merged lock, if both sides changed different packages.
  ///
  /// The sides and their ancestor come from git's index, or else, and where the file was edited since
  /// the merge, from the file's markers.
  ///
  /// - Throws: `VendorError` with `invalidLock`, naming the packages, for all that a person has to
  ///   decide; with `invalidList` where the list of a package that one side brought is not there.
  ///   Nothing has changed then.
  public func run() async throws -> ResolvedLock {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    try transaction.watch(Self.path)
    let text = try root.readFile(Self.path, limitBytes: Self.limitBytes)
    guard let merge = try await merge(text) else {
      // What is wrong with a lock without conflicts, it says itself.
      _ = try Lock(parsing: text)
      return ResolvedLock(changes: nil)
    }
    let lock = try merge.lock()
    // Both sides' files are in the tree by now; a list that differs shows that they are not.
    for package in lock.packages where merge.changes.contains(where: { $0.name == package.name }) {
      if let mismatch = try CommittedList(of: package, in: root).mismatch {
        throw VendorError(
          .invalidList, at: mismatch.location, mismatch.problem,
          remedy: "restore \(package.sumsPath) and \(package.path) from the side that has "
            + "\(package.name), then run it again")
      }
    }
    let result = lock.text
    let canonical = try Lock(parsing: result)
    precondition(canonical == lock && canonical.text == result, "a written lock is canonical")
    try transaction.stageFile(result, at: Self.path)
    try transaction.commit()
    return ResolvedLock(changes: merge.changes.map { ($0.name, $0.outcome) })
  }

  /// The merge of both sides; nil without a conflict.
  private func merge(_ text: [UInt8]) async throws -> LockMerge? {
    let stages = try await UnmergedFile(Self.path, in: root, limitBytes: Self.limitBytes)
    let hasMarkers = ConflictMarker.firstLine(in: text) != nil
    // Where lines are not merged (gitattributes(5), `binary`), git leaves our side.
    if let stages,
      text == stages.ours
        || hasMarkers && Self.isMade(of: [stages.ours, stages.theirs, stages.base ?? []], text)
    {
      return LockMerge(
        base: Self.base(stages.base), ours: try Lock(parsing: stages.ours, named: "our side"),
        theirs: try Lock(parsing: stages.theirs, named: "their side"))
    }
    guard hasMarkers else { return nil }
    let sides = try ConflictSides(of: text, named: Lock.fileName)
    return LockMerge(
      base: stages.map { Self.base($0.base) } ?? sides.base.flatMap { try? Lock(parsing: $0) },
      ours: try Lock(parsing: sides.ours, named: "our side"),
      theirs: try Lock(parsing: sides.theirs, named: "their side"))
  }

  /// The ancestor; nil where it has conflicts itself, as that of a criss-cross merge may.
  private static func base(_ text: [UInt8]?) -> Lock? {
    guard let text else { return Lock(checked: []) }
    return try? Lock(parsing: text)
  }

  /// Whether every line of `text` is a marker or one of `versions`: nobody has written there since.
  private static func isMade(of versions: [[UInt8]], _ text: [UInt8]) -> Bool {
    let newline = UInt8(ascii: "\n")
    // A checkout may have written other line ends.
    func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    let known = Set(versions.flatMap { $0.split(separator: newline).map(content) })
    return text.split(separator: newline).allSatisfy {
      known.contains(content($0)) || ConflictMarker(line: $0) != nil
    }
  }
}
