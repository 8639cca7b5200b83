import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A folder with a small project in it, gone when the test is over.
final class BuildFolder {
  let path: String

  init(_ files: [String: String] = [:]) throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("assetkit-build-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
    for (name, text) in files { try write(name, text) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func write(_ name: String, _ text: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(name)")
  }

  /// Runs `assetkit offline` with these options on this command.
  func offline(
    _ options: [String] = [], _ command: [String], environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    try await Program.run(
      ["offline"] + options + ["--"] + command, in: FilePath(path), environment: environment)
  }

  /// Runs the program with `--json` and reads what it printed.
  func report(
    _ options: [String] = [], _ command: [String]
  ) async throws -> (status: Int32, document: Report, errors: String) {
    let outcome = try await offline(["--json"] + options, command)
    let document = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    return (outcome.status, document, outcome.errors)
  }

  /// Runs another program of the test machine here; its status and output.
  @discardableResult
  func shell(_ script: String) async throws -> Program.Outcome {
    let result = try await Subprocess.run(
      .path("/bin/sh"), arguments: ["-c", script],
      environment: .inherit.updating(["ASSETKIT": Program.executable.string]),
      workingDirectory: FilePath(path),
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Program.Outcome(
      status: status, output: result.standardOutput, errors: result.standardError)
  }

  /// Makes a repository of the folder, with everything in it committed.
  func commit() async throws {
    let outcome = try await shell(
      """
      git init -q . && git add -A && \
      git -c user.name=Tester -c user.email=tester@example.invalid -c commit.gpgsign=false \
      commit -q -m Begin
      """)
    precondition(outcome.status == 0, outcome.errors)
  }
}

/// The document that `--json` prints, as far as the tests look at it.
struct Report: Decodable {
  struct Attempt: Decodable {
    struct Asker: Decodable {
      var name: String
      var pid: Int
      var executable: String?
      var commandLine: String
    }
    var kind: String
    var name: String?
    var recordTypes: [String]?
    var address: String?
    var port: Int?
    var transport: String?
    var service: String?
    var count: Int
    var firstSeconds: Double
    var lastSeconds: Double
    var program: Asker
  }
  struct Build: Decodable {
    var verdict: String
    var exitStatus: Int?
    var attempts: [Attempt]
  }
  struct Difference: Decodable {
    struct Place: Decodable {
      var offset: Int
      var first: String
      var second: String
    }
    var path: String
    var kind: String
    var offset: Int?
    var places: [Place]?
  }
  var schema: Int
  var command: [String]
  var verdict: String
  var exitStatus: Int?
  var seconds: Double?
  var attempts: [Attempt]?
  var leftRunning: [Attempt.Asker]?
  var notes: [String]
  var head: String?
  var builds: [Build]?
  var differences: [Difference]?
}

/// Whether this machine lets a process make its own namespaces; asked of unshare(1), so that a
/// fault of ours is not taken for a ban.
enum Namespaces {
  static func areAllowed() async throws -> Bool {
    let probe = try await BuildFolder().shell("unshare -Urnmpf --mount-proc true")
    if probe.status != 0 {
      print("SKIPPED: no user namespaces here (\(probe.errors)); `offline` is not tested")
    }
    return probe.status == 0
  }
}
