import TestSupport
import Testing

#if os(Linux)
/// What no audit should meet and some will: it ends, in little memory, and says what it left out.
struct AuditBoundsTests {
  /// Runs the audit, prints its findings and, last, the peak of its resident memory in MiB.
  ///
  /// A process of its own between: a child's peak begins with that of its parent.
  private static let measured = """
    import os, subprocess, sys
    run = subprocess.Popen(sys.argv[1:] + ["vendor", "audit", "--quiet", "--fail-on", "never"])
    _, status, usage = os.wait4(run.pid, 0)
    print("peak", usage.ru_maxrss >> 10)
    sys.exit(os.waitstatus_to_exitcode(status) & 255)
    """

  /// The findings of the project, and the peak in MiB.
  private func audit(_ project: VendoredProject) async throws -> (findings: [String], peak: Int) {
    let outcome = try await Program.run(
      [], in: project.path, under: ["python3", "-c", Self.measured])
    #expect(outcome.status == 0, "\(outcome.errors)")
    var lines = outcome.output.split(separator: "\n").map(String.init)
    let peak = try #require(lines.popLast()?.split(separator: " ").last.flatMap { Int($0) })
    return (lines, peak)
  }

  @Test(arguments: [
    // One gibibyte each, of which the disk holds nothing.
    (
      "truncate -s 1G big.bin; truncate -s 1G big.c",
      [
        "Vendor/demo/big.bin: note: 1024 MiB in one file [hidden-large]",
        "Vendor/demo/big.bin: note: only the first 64 MiB of 1073741824 bytes were read",
        "Vendor/demo/big.c: note: only the first 64 MiB of 1073741824 bytes were read",
      ]
    ),
    // One line of a hundred megabytes, as source and as a makefile, which is parsed.
    (
      "head -c 100000000 /dev/zero | tr '\\0' x | tee line.js >long.mk",
      [
        "Vendor/demo/line.js: warning: minified or packed: its longest line has 67108864 bytes",
        "Vendor/demo/line.js: note: only the first 64 MiB of 100000000 bytes were read",
        "Vendor/demo/long.mk: note: only the first 8 MiB were read, and at most 200 downloads are listed",
      ]
    ),
    // A million findings in a file, and many in many.
    (
      """
      yes "$(printf 'int p\\320\\260y;')" | head -n 1000000 >many.c
      yes "$(printf '\\twget https://example.org/x')" | head -n 100000 >many.mk
      mkdir d && cd d && seq -f 'n%g.c' 3000 | xargs -n 500 \
        sh -c 'for f; do printf "int a\\342\\200\\213b;" >$f; done' sh
      """,
      [
        "Vendor/demo/many.c: note: contains 1000000 hidden characters; 50 are listed",
        "Vendor/demo/many.mk: note: only the first 8 MiB were read, and at most 200 downloads are listed",
        "note: hidden-invisible has 3000 findings; 1000 are listed",
      ]
    ),
  ])
  func isCutAndSaidSo(script: String, expected: [String]) async throws {
    let project = try await VendoredProject(VendorAuditTests.clean)
    try await project.shell("cd Vendor/demo\n\(script)")
    try await project.pin()
    let (findings, peak) = try await audit(project)
    for line in expected {
      #expect(findings.contains { $0.hasPrefix(line) }, "\(line)\n\(findings.suffix(20))")
    }
    #expect(peak < 200, "MiB")
  }

  /// Broken UTF-8, and every two bytes behind each other.
  @Test func anyBytesAreText() async throws {
    let project = try await VendoredProject(VendorAuditTests.clean)
    try await project.shell(
      """
      python3 - <<'END'
      import random
      random.seed(7)
      pairs = bytes(byte for high in range(1, 256) for low in range(1, 256) for byte in (high, low))
      noise = bytes(random.randrange(1, 256) for _ in range(1 << 20))
      for name in ("a.c", "Makefile", "CMakeLists.txt", "x.sh", "LICENSE", "REUSE.toml", "pom.xml",
                   "x.modulemap", "zlib.h", "x.wrap", ".gitmodules", "Dockerfile", "x.nix"):
        open("Vendor/demo/" + name, "wb").write(pairs + noise)
        open(name, "wb").write(noise)
      END
      """)
    try await project.pin()
    let (findings, peak) = try await audit(project)
    #expect(!findings.isEmpty)
    #expect(peak < 200, "MiB")
  }
}
#endif
