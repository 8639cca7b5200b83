import TestSupport
import Testing

#if os(Linux)
import Glibc

/// Where a report goes that an option names.
struct ReportOutputTests {
  @Test func aFullDiskKeepsTheReportThatWasThere() async throws {
    let project = try await VendoredProject()
    try await project.shell("echo old >x.sarif; chmod 640 x.sarif")
    // Files of one block and no longer.
    let outcome = try await Program.run(
      ["vendor", "verify", "--sarif", "x.sarif"], in: project.path,
      under: ["sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\""])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: x.sarif: cannot be written: File too large; "))
    try await project.shell("test \"$(cat x.sarif)\" = old && ! ls -A | grep assetkit-")
    #expect(
      try await Program.run(["vendor", "verify", "--sarif", "x.sarif"], in: project.path).status
        == 0)
    try await project.shell("grep -q runs x.sarif && test $(stat -c %a x.sarif) = 640")
  }

  @Test(arguments: [
    ["vendor", "verify", "--sarif"], ["vendor", "audit", "--sarif"], ["vendor", "sbom", "-o"],
    ["vendor", "notices", "--html", "-o"],
  ])
  func aPipeGetsTheReportAndStaysAPipe(arguments: [String]) async throws {
    let project = try await VendoredProject()
    try await project.shell("mkfifo pipe; ln -s pipe link; mkdir folder")
    let outcome = try await Program.run(
      arguments + ["link"], in: project.path,
      under: ["sh", "-c", "cat pipe >got & \"$0\" \"$@\"; status=$?; wait; exit $status"])
    #expect(
      outcome.status == (["notices", "audit"].contains(arguments[1]) ? 1 : 0), "\(outcome.errors)")
    try await project.shell("test -p pipe && test -L link && test $(wc -c <got) -gt 100")
    let refused = try await Program.run(arguments + ["folder"], in: project.path)
    #expect(refused.status == 2)
    #expect(
      refused.errors
        == "assetkit: folder: is a folder; expected a file to write to; name a file in it\n")
  }

  @Test func aFolderThatMayNotBeWrittenToIsRefusedBeforeTheWork() async throws {
    let project = try await VendoredProject()
    let drop = "-dac_override,-dac_read_search,-fowner"
    let outcome = try await Program.run(
      ["vendor", "verify", "--sarif", "out/x.sarif"], in: project.path,
      under: (getuid() == 0
        ? ["setpriv", "--bounding-set", drop, "--inh-caps", drop] : [])
        + ["sh", "-c", "mkdir out; chmod 555 out; exec \"$0\" \"$@\""])
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors.hasSuffix(
        "Permission denied; check the owner and the permissions of the folder\n"))
  }
}
#endif
