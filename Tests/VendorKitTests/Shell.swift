import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Programs of the system as oracles.
enum Shell {
  /// Runs `command` with `sh` in `folder` and gives its status.
  static func status(of command: String, in folder: String) async throws -> Int32 {
    let result = try await run(
      .name("sh"), arguments: ["-c", command], workingDirectory: FilePath(folder),
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    guard case .exited(let status) = result.terminationStatus else { return -1 }
    return status
  }
}
