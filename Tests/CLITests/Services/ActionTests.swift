import SafeFiles
import TestSupport
import Testing
import TextFormats

/// action.yml, run as a runner of GitHub Actions runs it, with a real curl and a real server.
@Suite(.timeLimit(.minutes(15)))
struct ActionTests {
  private func step(system: String = "linux", processor: String? = "x86_64") async throws
    -> ActionStep?
  {
    try await ActionStep(system: system, processor: processor)
  }

  @Test func whatIsAsPinnedPasses() async throws {
    guard let step = try await step() else { return }
    let outcome = try await step.run()
    #expect(outcome.status == 0, "\(outcome.log)")
    let version = step.release.version
    let asked = "/v\(version)/assetkit-\(version)-linux-x86_64.tar.gz"
    #expect(try step.release.server.requests() == ["200 \(asked) -"])
    let program = try #require(outcome.path.first) + "/assetkit"
    #expect(try await Command.run(program, ["--version"]).output == "\(version)\n")
    #expect(outcome.outputs.contains("program=\(program)"))
    #expect(outcome.outputs.last == "status=0")
    let sarif = try #require(outcome.outputs.first { $0.hasPrefix("sarif=") }).dropFirst(6)
    let file = try DirectoryHandle(path: step.folder.path)
      .readFile(RelativePath(sarif.dropFirst(step.folder.path.count + 1)), limitBytes: 1 << 20)
    #expect(JSON(file)?["runs"]?.elements?.first?["results"] == [])
    await step.release.server.stop()
  }

  @Test func whatIsFoundBecomesAnnotations() async throws {
    guard let step = try await step() else { return }
    try step.folder.write("workspace/Vendor/demo/src/a.c", "changed\n")
    try step.folder.write("workspace/Vendor/demo/new: error: a.c", "")
    let outcome = try await step.run(["command": "vendor verify"])
    #expect(outcome.status == 1)
    #expect(outcome.outputs.last == "status=1")
    #expect(outcome.outputs.contains { $0.hasPrefix("sarif=") })
    let log = try RunnerLog(outcome.log)
    #expect(log.annotations.contains { $0.file == "Vendor/demo/src/a.c" && $0.severity == "error" })
    #expect(log.annotations.contains { $0.code == "integrity-added" })
    #expect(!log.isStopped && log.commands.count == 3, "\(log.commands)")

    // A finding with a line.
    try step.folder.write("workspace/.gitattributes", "* text=auto\nVendor/** text eol=crlf\n")
    let attributes = try RunnerLog(try await step.run(["command": "vendor verify"]).log)
    let rewritten = attributes.annotations.first { $0.code == "integrity-rewritten" }
    #expect(rewritten?.file == ".gitattributes" && rewritten?.line == "2")
    await step.release.server.stop()
  }

  /// Whoever opens a pull request chooses names of files.
  @Test func namesOfFilesAreNoCommands() async throws {
    guard let step = try await step() else { return }
    for name in [
      "::set-output name=sarif::evil", "a##[set-output name=sarif]evil", "##[add-matcher]evil",
      "a\n::add-path::evil", "##[stop-commands]evil", "::error::evil", "a\r::add-mask::e",
    ] {
      try await Command.shell(
        "touch \"workspace/Vendor/demo/$NAME\"", in: step.folder.path, environment: ["NAME": name])
    }
    let outcome = try await step.run()
    #expect(outcome.status == 1)
    let own =
      ["add-matcher \(Checkout.path)/Packaging/ci/problem-matcher.json"]
      + ["remove-matcher  owner=assetkit", "remove-matcher  owner=assetkit-file"]
    let log = try RunnerLog(outcome.log)
    #expect(log.commands == own && !log.isStopped, "\(outcome.log)")
    // They would be.
    #expect(try RunnerLog(outcome.log, ignoresStop: true).commands.count > own.count)
    #expect(outcome.outputs.count == 3 && !outcome.outputs.contains { $0.contains("evil") })
    await step.release.server.stop()
  }

  @Test func inputsAreTakenLiterally() async throws {
    guard let step = try await step() else { return }
    let name = #"-x $(touch pwned) `touch pwned` "'; touch pwned #"#
    try await Command.shell(
      "cp -R workspace tree && mv tree \"workspace/$NAME\"",
      in: step.folder.path, environment: ["NAME": name])
    let literal = try await step.run([
      "directory": name, "sarif": "\(name).sarif", "arguments": "--quiet\n--jobs\n1\n",
    ])
    #expect(literal.status == 0, "\(literal.log)")
    #expect(literal.outputs.contains("sarif=\(step.folder.path)/workspace/\(name).sarif"))
    #expect(try step.folder.exists("workspace/\(name).sarif"))
    for argument in ["$(touch pwned)", "a b; touch pwned", "--sarif=/dev/null\n`touch pwned`"] {
      let outcome = try await step.run(["command": "vendor verify", "arguments": argument])
      #expect(outcome.status != 0)
    }
    #expect(try !step.folder.contents().keys.contains { $0.hasSuffix("pwned") })
    await step.release.server.stop()
  }

  struct Refusal: CustomTestStringConvertible {
    var inputs: [String: String]
    var words: String
    var system = "Linux"
    var processor = "X64"
    var testDescription: String { words }
  }

  @Test(arguments: [
    Refusal(inputs: ["sha256": String(repeating: "0", count: 64)], words: "not the archive"),
    Refusal(inputs: ["sha256": ""], words: "no checksum"),
    Refusal(inputs: ["version": ""], words: "no version"),
    Refusal(inputs: ["version": "0.1.0/../.."], words: "is not a version"),
    Refusal(inputs: ["version": "-o/etc/passwd"], words: "is not a version"),
    Refusal(inputs: ["version": "99.0"], words: "could not be downloaded"),
    Refusal(inputs: ["releases": "file:///tmp"], words: "must begin with https"),
    Refusal(inputs: ["releases": "http://example.org"], words: "must begin with https"),
    Refusal(inputs: ["releases": "http://127.0.0.1:1@example.org/"], words: "characters that none"),
    Refusal(inputs: ["releases": "https://127.0.0.1:1/\n--output=pwned"], words: "characters that"),
    Refusal(inputs: ["releases": ""], words: "https://127.0.0.1:1/example/assetkit/releases/"),
    Refusal(inputs: ["command": "check; touch pwned"], words: "is not a command"),
    Refusal(inputs: ["command": "icons\n::set-output name=a::b"], words: "is not a command"),
    Refusal(inputs: ["directory": "absent"], words: "cannot be entered"),
    Refusal(inputs: ["directory": "-"], words: "cannot be entered"),
    // It writes a report all the same, which is no clean result.
    Refusal(inputs: ["arguments": "-C\n/"], words: "there is nothing to check here"),
    Refusal(inputs: ["sarif": "a\nstatus=0"], words: "control character"),
    Refusal(inputs: ["sarif": "absent/a.sarif"], words: "cannot be written"),
    Refusal(inputs: [:], words: "no release for Windows", system: "Windows"),
    Refusal(inputs: [:], words: "no release for ARM", processor: "ARM"),
  ])
  func badInputsAreRefused(_ refusal: Refusal) async throws {
    guard let step = try await step() else { return }
    let outcome = try await step.run(
      refusal.inputs, system: refusal.system, processor: refusal.processor)
    #expect(outcome.status == 2 && outcome.log.contains(refusal.words), "\(outcome.log)")
    #expect(outcome.outputs.last == "status=2")
    #expect(!outcome.outputs.contains { $0.hasPrefix("sarif=") })
    let log = try RunnerLog(outcome.log)
    #expect(!log.isStopped && log.commands.count == 3, "\(log.commands)")
    #expect(try !step.folder.contents().keys.contains { $0.hasSuffix("pwned") })
    await step.release.server.stop()
  }

  /// A program that was exchanged on the server is not unpacked.
  @Test func exchangedArchiveIsNotStarted() async throws {
    guard let step = try await step() else { return }
    let name = step.release.name
    try await Command.shell(
      "printf '#!/bin/sh\\ntouch \(step.folder.path)/started\\n' >\(name)/bin/assetkit && tar czf evil \(name)",
      in: step.folder.path)
    try step.release.server.serve(
      "v\(step.release.version)/\(name).tar.gz", try step.folder.bytes(of: "evil"))
    let outcome = try await step.run()
    #expect(outcome.status == 2 && outcome.log.contains("has SHA-256"))
    #expect(outcome.path.isEmpty)
    #expect(try !step.folder.exists("started"))
    await step.release.server.stop()
  }

  @Test(arguments: [
    ("macOS", "ARM64", "macos-arm64"), ("macOS", "X64", "macos-x86_64"),
    ("Linux", "ARM64", "linux-aarch64"), ("", "", "linux"),
  ])
  func everySystemHasItsArchive(_ runner: String, _ architecture: String, _ name: String)
    async throws
  {
    let parts = name.split(separator: "-").map(String.init)
    // Without the variables, as on runners before 2.288, the machine says what it is.
    let processor = parts.count > 1 ? parts[1] : nil
    guard let step = try await step(system: parts[0], processor: processor) else { return }
    // The checksums of a matrix, in capitals and on lines of their own.
    let outcome = try await step.run(
      [
        "command": "none",
        "sha256": "\(String(repeating: "0", count: 64))\n\(step.release.sha256.uppercased())",
      ],
      system: runner, processor: architecture)
    #expect(outcome.status == 0, "\(outcome.log)")
    #expect(outcome.path.count == 1 && outcome.outputs.last == "status=0")
    await step.release.server.stop()
  }

  @Test func oldRunnersGetOutputsAsCommands() async throws {
    guard let step = try await step() else { return }
    let outcome = try await step.run(["sarif": "50%0Aa.sarif"], hasOutputFile: false)
    #expect(outcome.status == 0, "\(outcome.log)")
    let outputs = try RunnerLog(outcome.log).commands.filter { $0.hasPrefix("set-output") }
    #expect(outputs.count == 3 && outputs.last == "set-output  name=status0")
    #expect(outputs.contains { $0.hasSuffix("/50%250Aa.sarif") })
    await step.release.server.stop()
  }
}
