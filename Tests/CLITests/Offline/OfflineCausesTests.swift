#if os(Linux)
import Foundation
import TestSupport
import Testing

/// The causes of difference that `assetkit offline --twice` names.
@Suite(
  "causes of offline --twice", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(15)))
struct OfflineCausesTests {
  private struct Row: Decodable {
    var name: String
    var cause: String
    var state: String
    var found: String
  }

  @Test("every cause of the benchmark's table is found and named, at its place")
  func table() async throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Benchmarks/causes.py").standardized.path
    let outcome = try await Command.run(
      "python3", [script, "--json", "--program", Program.executable], in: "/")
    let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    for row in rows { #expect(!["NOT FOUND", "ELSEWHERE"].contains(row.state), "\(row)") }
    #expect(rows.count { $0.state == "found" } >= 30, "\(outcome.errors)")
    #expect(outcome.status == 0)
  }

  @Test("the text says what, where and what to do; SARIF and JSON say the same")
  func text() async throws {
    let folder = try BuildFolder(["x.c": "int main(void) { return 0; }\n"])
    try await folder.commit()
    let command = ["sh", "-c", "clang -g -o program $PWD/x.c"]
    let options = ["--twice", "--compare", "program", "--sarif", "report.sarif"]
    let (status, report, errors) = try await folder.report(options, command)
    #expect(status == 1)
    let cause = try #require(
      report.differences?.first?.causes.first { $0.kind == "build-path" }, "\(errors)")
    #expect(cause.places.contains { $0.hasPrefix("section .debug_") })
    #expect(errors.contains("  contains \(cause.what), in section .debug_"))
    #expect(errors.contains("    remedy: \(cause.remedy)"))
    #expect(report.findings.first?.message.contains(cause.what) == true)
    let sarif = try String(contentsOfFile: folder.path + "/report.sarif", encoding: .utf8)
    #expect(sarif.contains("the build path"))
  }

  @Test("diffoscope gets the files that differ, or is said to be missing before a build begins")
  func diffoscope() async throws {
    let folder = try BuildFolder(["same": ""])
    try await folder.commit()
    // A stand-in with the interface of the real one, which needs a hundred packages.
    try folder.folder.write(
      "tools/diffoscope", "#!/bin/sh\ndiff -r \"$3\" \"$4\" > \"$2\"\nexit 1\n")
    _ = try await folder.shell("chmod +x tools/diffoscope")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let command = ["sh", "-c", "mkdir -p out/deep; hostname > out/deep/host; echo > out/same"]
    let options = ["--twice", "--compare", "out", "--diffoscope", "differences.txt"]
    let outcome = try await folder.offline(
      options, command, environment: ["PATH": "\(folder.path)/tools:\(path)"])
    #expect(outcome.status == 1, "\(outcome.errors)")
    let text = try String(contentsOfFile: folder.path + "/differences.txt", encoding: .utf8)
    #expect(text.contains("first/out/deep/host"))
    #expect(text.contains("< build-host\n---\n> another-machine\n"))
    #expect(!text.contains("same"))

    let tools = folder.path + "/few"
    _ = try await folder.shell("mkdir few; for t in sh git; do ln -s $(command -v $t) few/$t; done")
    let missing = try await folder.offline(options, command, environment: ["PATH": tools])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("assetkit: diffoscope: is not installed"), "\(missing.errors)")
    #expect(!missing.errors.contains("first build"))
  }
}
#endif
