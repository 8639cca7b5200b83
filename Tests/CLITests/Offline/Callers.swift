#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Who runs the program: attacks on a sandbox differ in what root may try.
enum Caller: String, CaseIterable, CustomTestStringConvertible {
  case root, user

  /// Root, where these tests have it, and a plain user.
  static var here: [Caller] { geteuid() == 0 ? allCases : [.user] }

  var testDescription: String { "as \(rawValue)" }

  /// The beginning of a command that this caller runs.
  private var prefix: [String] {
    guard self == .user, geteuid() == 0 else { return [] }
    return [
      "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "env", "HOME=/tmp",
    ]
  }

  /// Runs `assetkit offline` as this caller in a folder that is open to everyone.
  func offline(
    _ options: [String] = [], _ command: [String], in folder: BuildFolder
  ) async throws -> Command.Outcome {
    try await run([Program.executable, "offline"] + options + ["--"] + command, in: folder)
  }

  /// Runs a command as this caller; it finds the program in `ASSETKIT`.
  func run(_ command: [String], in folder: BuildFolder) async throws -> Command.Outcome {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let whole = prefix + command
    return try await Command.run(
      whole[0], Array(whole.dropFirst()), in: folder.path,
      environment: ["ASSETKIT": Program.executable])
  }
}
#endif
