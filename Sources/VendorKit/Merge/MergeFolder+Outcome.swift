internal import SafeFiles

/// How a run knows that a merge is over.
extension MergeFolder {
  private static let outcome = RelativePath(known: "outcome.lock")

  /// Records what the lock is to have for the merge's packages, before it has it: should the run be
  /// killed, and the change be completed by the next, the merge is known to be over.
  func expect(_ packages: [Lock.Package]) throws {
    if try handle.statusIfPresent(of: Self.outcome) != nil {
      try handle.removeFile(Self.outcome)
    }
    try write(try Lock(packages).text, at: Self.outcome)
  }

  /// Whether a run has come as far as to change the tree, or to try.
  var hasOutcome: Bool { get throws { try handle.statusIfPresent(of: Self.outcome) != nil } }

  /// The packages as they were.
  func packagesBefore() throws -> Lock {
    // Whatever is wrong with it, the merge cannot be continued.
    guard let text = try read(Self.before),
      let lock = try? Lock(parsing: text, named: "\(handle.name)/\(Self.before)")
    else { throw damaged }
    return lock
  }

  /// Whether `lock` has what the merge was to bring.
  func isOver(in lock: Lock) throws -> Bool {
    guard let outcome = try read(Self.outcome) else { return false }
    let old = try packagesBefore().packages
    let now = old.compactMap { lock[$0.name] }
    return try now != old && Lock(now).text == outcome
  }
}
