/// Two versions of a lock, merged by packages.
///
/// A package that only one side added, changed or removed is taken from there. Lines do not matter, so
/// neighbouring packages never conflict.
struct LockMerge {
  /// What the merge did with a package in which the two sides differ.
  struct Change: Hashable {
    let name: String
    let outcome: ResolvedLock.Outcome
  }

  /// The packages of the result, complete if there is no conflict.
  private(set) var packages: [Lock.Package] = []
  /// What was taken from one of the sides, sorted by name.
  private(set) var changes: [Change] = []
  /// The packages that a person has to decide about, as parts of a sentence, sorted by name.
  private(set) var conflicts: [String] = []

  /// Merges `ours` and `theirs`.
  ///
  /// - Parameter base: their common ancestor; nil where it is not known. Then a package that one side
  ///   lacks counts as added by the other, and one in which they differ is a conflict.
  init(base: Lock?, ours: Lock, theirs: Lock) {
    let names = Set((ours.packages + theirs.packages).map(\.name))
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      merge(name, base: base.map { $0[name] }, ours: ours[name], theirs: theirs[name])
    }
  }

  private mutating func merge(
    _ name: String, base: Lock.Package??, ours: Lock.Package?, theirs: Lock.Package?
  ) {
    if ours == theirs {
      if let ours { packages.append(ours) }
      return
    }
    let result: Lock.Package?
    switch (base, ours, theirs) {
    case (.none, let one?, nil), (.none, nil, let one?): result = one
    case (.none, _, _):
      conflicts.append("'\(name)' differs, and it is not known what it was before")
      return
    case (.some(ours), _, _): result = theirs
    case (.some(theirs), _, _): result = ours
    case (.some(.none), _, _):
      conflicts.append("'\(name)' was added on both sides with different pins")
      return
    case (.some(.some), .some, .some):
      conflicts.append("'\(name)' was changed on both sides")
      return
    case (.some(.some), _, _):
      conflicts.append("'\(name)' was changed on one side and removed on the other")
      return
    }
    let isNew = (base ?? nil) == nil
    changes.append(
      Change(name: name, outcome: result == nil ? .removed : isNew ? .added : .changed))
    if let result { packages.append(result) }
  }

  /// The merged lock.
  ///
  /// - Throws: `VendorError` with `invalidLock`, naming every package in conflict, or the two that
  ///   cannot be in one lock.
  func lock() throws(VendorError) -> Lock {
    guard conflicts.isEmpty else {
      throw VendorError(
        .invalidLock, at: Lock.fileName,
        "cannot be merged by packages: \(conflicts.joined(separator: "; "))",
        remedy: "take one side with 'git checkout --ours \(Lock.fileName)' or --theirs, then make "
          + "the other side's changes again with 'assetkit vendor add' and 'update'")
    }
    return try Lock(packages)
  }
}

/// A lock after its merge conflicts were resolved.
public struct ResolvedLock: Sendable {
  /// What became of a package in which the two sides differed.
  public enum Outcome: String, Sendable {
    /// One side added it.
    case added
    /// One side changed it.
    case changed
    /// One side removed it.
    case removed
  }

  /// The packages in which the sides differed, by name; nil if there was nothing to resolve.
  public let changes: [(name: String, outcome: Outcome)]?
}
