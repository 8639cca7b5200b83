import Foundation
import TestSupport

/// A folder with a small project in it, removed with the test.
struct BuildFolder {
  let folder: TemporaryFolder
  var path: String { folder.path }

  init(_ files: [String: String] = [:]) throws { folder = try TemporaryFolder(files) }

  /// Runs `assetkit offline` with these options on this command.
  func offline(
    _ options: [String] = [], _ command: [String], environment: [String: String] = [:]
  ) async throws -> Command.Outcome {
    try await Program.run(
      ["offline"] + options + ["--"] + command, in: path, environment: environment)
  }

  /// Runs the program with `--json` and reads what it printed.
  func report(
    _ options: [String] = [], _ command: [String]
  ) async throws -> (status: Int32, document: Report, errors: String) {
    let outcome = try await offline(["--json"] + options, command)
    let document = try Report(reading: Data(outcome.output.utf8))
    return (outcome.status, document, outcome.errors)
  }

  /// Runs a script of the shell here, which finds the program in `ASSETKIT`.
  func shell(_ script: String) async throws -> Command.Outcome {
    try await Command.run(
      "sh", ["-c", script], in: path, environment: ["ASSETKIT": Program.executable])
  }

  /// Makes a repository of the folder, with everything in it committed.
  func commit() async throws {
    try await Command.shell(
      """
      git init -q . && git add -A && \
      git -c user.name=Tester -c user.email=tester@example.invalid -c commit.gpgsign=false \
      commit -q -m Begin
      """, in: path)
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
    var urls: [String]
    var parents: [Asker]
    var orphaned: Bool
  }
  struct Build: Decodable {
    var verdict: String?
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
    var causes: [Cause]
    var dependsOn: [String]?
  }
  struct Cause: Decodable {
    var kind: String
    var what: String
    var places: [String]
    var remedy: String
  }
  struct Variation: Decodable {
    var name: String
    var first: String
    var second: String
    var tookEffect: Bool
    var whyNot: String?
  }
  struct Found: Decodable {
    var rule: String
    var message: String
    var remedy: String
  }
  struct Failure: Decodable {
    var `where`: String
    var message: String
  }
  var schema: Int
  var finished: Bool?
  var error: Failure?
  var stoppedAtFirstAttempt: Bool?
  var namespaces: Bool?
  var limits: [String]?
  var command: [String]
  var verdict: String?
  var exitStatus: Int?
  var seconds: Double?
  var attempts: [Attempt]?
  var leftRunning: [Attempt.Asker]?
  var notes: [String]
  var findings: [Found]
  var head: String?
  var builds: [Build]?
  var differences: [Difference]?
  var variations: [Variation]?
  var furtherBuilds: Int?
  var failureDependsOn: [String]?
}

extension Report {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init?(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init?(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  /// Reads a document; its kebab-case keys are the names of the members here in camel case.
  init(reading data: Data) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let words = path[path.count - 1].stringValue.split(separator: "-")
      let name =
        words.prefix(1) + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return Key(stringValue: name.joined()) ?? path[path.count - 1]
    }
    self = try decoder.decode(Report.self, from: data)
  }
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
