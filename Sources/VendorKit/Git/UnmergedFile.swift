import SafeFiles
import Subprocess

/// The versions of a file that an unfinished merge, rebase or cherry-pick left in git's index
/// (git-ls-files(1), `--unmerged`).
struct UnmergedFile {
  /// The common ancestor; nil where both sides added the file.
  let base: [UInt8]?
  let ours: [UInt8]
  let theirs: [UInt8]

  /// Looks up `path` in the index of the repository around `root`; nil where git has nothing to say
  /// about it: no repository, no git, no conflict, or a side that removed the file.
  init?(_ path: RelativePath, in root: DirectoryHandle, limitBytes: Int) async throws {
    // Without git there is only the file itself.
    let listed = try? await Self.git(
      ["ls-files", "--unmerged", "-z", "--", path.description], in: root, limitBytes: 1 << 16)
    guard let listed else { return nil }
    var stages: [Int: [UInt8]] = [:]
    for line in listed.split(separator: 0) {
      // MODE ID STAGE, a tab, the path.
      let fields = line.prefix { $0 != 0x09 }.split(separator: 0x20)
      guard fields.count == 3, let stage = Int(String(decoding: fields[2], as: UTF8.self)) else {
        throw VendorError(.program, at: path.description, "git printed unexpected output")
      }
      let id = String(decoding: fields[1], as: UTF8.self)
      stages[stage] = try await Self.git(
        ["cat-file", "blob", id], in: root, limitBytes: limitBytes)
    }
    guard let ours = stages[2], let theirs = stages[3] else { return nil }
    (self.base, self.ours, self.theirs) = (stages[1], ours, theirs)
  }

  private static func git(
    _ arguments: [String], in root: DirectoryHandle, limitBytes: Int
  ) async throws -> [UInt8] {
    let outcome = try await ExternalProgram.run(
      "git",
      ["-C", root.name, "-c", "safe.directory=*"]
        + GitAccess.none.options + arguments, environment: GitAccess.none.environment(),
      limitBytes: limitBytes)
    guard outcome.status.isSuccess else {
      throw VendorError(.program, at: root.name, "git failed: \(outcome.complaint)")
    }
    return outcome.output
  }
}
