import TestSupport
import Testing

#if os(Linux)
import Glibc

/// A disk that fills up and a folder that may not be written to leave everything as it was.
struct FullDiskTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.reset(to: ["master.png": SmallPNG.grey(side: 256), "icons/icon-8.png": [1]])
  }

  /// The process may write files of a few blocks only; the small icons still fit.
  @Test(arguments: ["icons", "new/icons"]) func fileOverTheLimit(_ output: String) async throws {
    let before = try folder.contents()
    let outcome = try await run("ulimit -f 1; exec \"$0\" \"$@\"", output: output)
    expectFailure(outcome, "File too large")
    #expect(try folder.contents() == before)
  }

  /// A real file system of 64 KiB that is almost full.
  @Test(arguments: ["disk", "disk/icons", "disk/new/icons"])
  func fullFileSystem(_ output: String) async throws {
    try folder.reset(to: ["master.png": SmallPNG.grey(side: 256), "disk/": []])
    let outcome = try await run(
      """
      mount -t tmpfs -o size=64k none disk && mkdir disk/icons && echo mine >disk/icons/mine &&
      head -c 50000 /dev/zero >disk/filler && ls -AlR disk >before || { echo no mount >&2; exit; }
      "$0" "$@"; status=$?
      ls -AlR disk | diff before - >&2 && exit $status
      """, under: getuid() == 0 ? ["unshare", "-m"] : ["unshare", "-rm"], output: output)
    if outcome.errors.hasSuffix("no mount\n") {
      print("skipped: this system does not let a test mount a file system")
      return
    }
    expectFailure(outcome, "No space left on device")
  }

  @Test(arguments: ["icons", "icons/new", "new/icons"])
  func folderThatMayNotBeWrittenTo(_ output: String) async throws {
    let before = try folder.contents()
    // To root everything is permitted, but for the capabilities that are taken away here.
    let under =
      getuid() == 0
      ? [
        "setpriv", "--bounding-set", "-dac_override,-dac_read_search,-fowner", "--inh-caps",
        "-dac_override,-dac_read_search,-fowner",
      ] : []
    let outcome = try await run(
      "chmod 555 . icons; \"$0\" \"$@\"; status=$?; chmod 755 . icons; exit $status", under: under,
      output: output)
    expectFailure(outcome, "Permission denied")
    #expect(try folder.contents() == before)
  }

  private func expectFailure(_ outcome: Command.Outcome, _ reason: String) {
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("assetkit: "))
    #expect(outcome.errors.contains(reason))
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
  }

  private func run(
    _ script: String, under wrapper: [String] = [], output: String
  ) async throws -> Command.Outcome {
    try await Program.run(
      ["icons", "master.png", "--preset", "none", "--size", "8,128,256", "--quiet", "-o", output],
      in: folder.path, under: wrapper + ["sh", "-c", script])
  }
}
#endif
