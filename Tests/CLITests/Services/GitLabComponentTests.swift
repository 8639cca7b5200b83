import SafeFiles
import TestSupport
import Testing
import TextFormats

/// The component of templates/, its script run by the shells that a runner of GitLab finds in images.
@Suite(.timeLimit(.minutes(15)))
struct GitLabComponentTests {
  let project: VendoredProject

  init() async throws { project = try await VendoredProject() }

  private static func documents() async throws -> (inputs: JSON, job: JSON)? {
    guard let documents = try await ReleaseServer.documents("templates/assetkit/template.yml")
    else { return nil }
    guard documents.count == 2, let inputs = documents[0]["spec"]?["inputs"],
      case .object(let jobs) = documents[1], let job = jobs.pairs.first?.value
    else { throw TestFailure("the template has no inputs or no job") }
    return (inputs, job)
  }

  /// Runs the job's script in the project, as shells/bash.go of GitLab Runner has it run: all lines
  /// evaluated, in a pipe.
  private func run(
    _ job: JSON, by shell: String, _ release: ReleaseServer, command: String, sha256: String? = nil
  ) async throws -> Command.Outcome {
    guard case .object(let known) = job["variables"] else { throw TestFailure("no variables") }
    let inputs = [
      "version": release.version, "sha256": sha256 ?? release.sha256,
      "releases": release.server.url(""),
      "command": command,
    ]
    var variables: [String: String?] = ["TMPDIR": "\(project.path)/.git"]
    for (name, value) in known.pairs {
      let input = value.text?.dropFirst("$[[ inputs.".count).dropLast(" ]]".count)
      variables[name] = inputs[String(input ?? "")]
    }
    variables["SCRIPT"] = job["script"]?.elements?.compactMap(\.text).joined(separator: "\n")
    let script = """
      if set -o | grep pipefail >/dev/null; then set -o pipefail; fi
      set -o errexit; set +o noclobber
      : | eval "$SCRIPT"
      """
    return try await Command.run(
      shell, ["-c", script], in: project.path, environment: variables)
  }

  @Test(arguments: ["bash", "sh"], ["check", "vendor verify", "vendor audit"])
  func theJobReportsWhatItFinds(_ shell: String, _ command: String) async throws {
    guard let (_, job) = try await Self.documents() else { return }
    let release = try await ReleaseServer(in: project.folder)
    let report = try #require(job["artifacts"]?["reports"]?["codequality"]?.text)
    if command != "vendor audit" {
      let passed = try await run(job, by: shell, release, command: command)
      #expect(passed.status == 0, "\(passed.errors)")
      #expect(JSON(try project.folder.bytes(of: report)) == [])
    }
    try project.folder.write("Vendor/demo/src/a.c", "changed\n")
    let name = "Vendor/demo/ä \"$(touch pwned)\n::b"
    try await Command.shell("touch \"$NAME\"", in: project.path, environment: ["NAME": name])
    let found = try await run(job, by: shell, release, command: command)
    #expect(found.status == 1, "\(found.errors)")
    let entries = try #require(JSON(try project.folder.bytes(of: report))?.elements)
    #expect(entries.contains { $0["check_name"] == "integrity-changed" })
    try Self.checkFormat(entries)
    #expect(try !project.folder.exists("pwned"))
    await release.server.stop()
  }

  /// GitLab documentation, "Code Quality report format": these fields are required.
  private static func checkFormat(_ entries: [JSON]) throws {
    var fingerprints: Set<String> = []
    for entry in entries {
      #expect(entry["description"]?.text?.isEmpty == false)
      #expect(entry["check_name"]?.text?.isEmpty == false)
      let severity = try #require(entry["severity"]?.text)
      #expect(["info", "minor", "major", "critical", "blocker"].contains(severity))
      let path = try #require(entry["location"]?["path"]?.text)
      #expect(!path.hasPrefix("/") && !path.hasPrefix("./"))
      guard case .number(let line) = entry["location"]?["lines"]?["begin"] else {
        Issue.record("\(entry) has no line")
        continue
      }
      #expect(Int(line).map { $0 > 0 } == true)
      #expect(fingerprints.insert(try #require(entry["fingerprint"]?.text)).inserted)
    }
  }

  @Test(arguments: ["bash", "sh"])
  func anotherArchiveIsNotStarted(_ shell: String) async throws {
    guard let (_, job) = try await Self.documents() else { return }
    let release = try await ReleaseServer(in: project.folder)
    let outcome = try await run(
      job, by: shell, release, command: "check", sha256: String(repeating: "0", count: 64))
    #expect(outcome.status == 2 && outcome.errors.contains("not the archive that was pinned"))
    await release.server.stop()
  }

  /// A component cannot have files of its own.
  @Test func theScriptBeginsWithTheInstallerAsItStands() async throws {
    guard let (_, job) = try await Self.documents() else { return }
    let installer = try DirectoryHandle(path: Checkout.path)
      .readFile(RelativePath("Packaging/ci/install.sh"), limitBytes: 1 << 16)
    #expect(job["script"]?.elements?.first?.text == String(decoding: installer, as: UTF8.self))
  }

  /// GitLab puts inputs into the text of the job, so each accepts only what is harmless there.
  @Test(arguments: ["\"", "'", "$", "`", ";", "\n", "\\", "#", "[", "{", "&", "<", "|"])
  func inputsAcceptNothingThatYAMLOrAShellReads(_ character: String) async throws {
    guard let (inputs, _) = try await Self.documents() else { return }
    guard case .object(let inputs) = inputs else { throw TestFailure("no inputs") }
    let good = [
      "version": "1.2.0", "sha256": String(repeating: "a", count: 64), "name": "assetkit",
      "releases": "https://example.org/releases", "stage": "test", "image": "debian:13",
    ]
    for (name, input) in inputs.pairs where input["options"] == nil {
      // RE2's names for the ends of the text; Swift's `Regex` has other rules for line feeds at the end.
      let pattern = try #require(input["regex"]?.text)
      #expect(pattern.hasPrefix(#"\A"#) && pattern.hasSuffix(#"\z"#))
      let regex = try Regex(pattern)
      let value = try #require(good[name])
      #expect(value.wholeMatch(of: regex) != nil)
      for hostile in [value + character, character + value, value + character + value] {
        #expect(hostile.firstMatch(of: regex) == nil, "\(name): \(hostile)")
      }
    }
  }
}
