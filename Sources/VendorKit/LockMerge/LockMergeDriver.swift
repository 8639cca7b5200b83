import Subprocess

/// Merges locks for git: a merge driver, see gitattributes(5), "Defining a custom merge driver".
public enum LockMergeDriver {
  /// The merged text of three versions of a lock.
  ///
  /// - Parameters:
  ///   - base: the common ancestor; empty where both sides added the lock.
  ///   - ours: the lock of the branch that is merged into.
  ///   - theirs: the lock of the branch that is merged.
  /// - Throws: `VendorError` with `invalidLock` where a person has to decide.
  public static func merged(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) throws(VendorError) -> [UInt8] {
    // The ancestor of a criss-cross merge may have conflicts itself.
    let ancestor = base.isEmpty ? Lock(checked: []) : try? Lock(parsing: base)
    return try LockMerge(
      base: ancestor, ours: try Lock(parsing: ours, named: "our \(Lock.fileName)"),
      theirs: try Lock(parsing: theirs, named: "their \(Lock.fileName)")
    ).lock().text
  }

  /// The text with the markers that git itself would have written, in the style that the user has
  /// configured; nil if git sees no conflict between the lines.
  ///
  /// - Parameters:
  ///   - base: the path of the common ancestor.
  ///   - ours: the path of the lock of the branch that is merged into.
  ///   - theirs: the path of the lock of the branch that is merged.
  ///   - markerSize: how long the markers are; git's own length where it is nil.
  public static func marked(
    base: String, ours: String, theirs: String, markerSize: Int?
  ) async throws -> [UInt8]? {
    let outcome = try await ExternalProgram.run(
      "git",
      ["merge-file", "-p"] + (markerSize.map { ["--marker-size=\($0)"] } ?? [])
        + ["-L", "ours", "-L", "base", "-L", "theirs", "--", ours, base, theirs],
      environment: ExternalProgram.environment(), limitBytes: 256 << 20)
    // The status is the number of conflicts, at most 127; more for an error (git-merge-file(1)).
    guard case .exited(let status) = outcome.status, status < 128 else {
      throw VendorError(.program, at: ours, "git merge-file failed: \(outcome.complaint)")
    }
    return status == 0 ? nil : outcome.output
  }
}
