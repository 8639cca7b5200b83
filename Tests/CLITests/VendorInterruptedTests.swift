import TestSupport
import Testing

#if os(Linux)
import Glibc

/// Whatever ends a vendor command at whatever instant, the next `verify` finds the tree as it was or
/// as it was to be, and nothing besides.
///
/// strace fails, or kills the program at, the Nth call of each system call that writes, names,
/// renames, removes or flushes, for N from 1 until a run gets through untouched.
struct VendorInterruptedTests {
  /// A command, and the shell script that makes what it starts from.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let start: String
    let arguments: [String]
  }

  private static let add = [
    "vendor", "add", "foo", "up/foo-{version}.tar", "--version", "1.0", "--strip", "1",
  ]
  private static let vendored = "\"$0\" \(add.joined(separator: " ")) >/dev/null;"

  static let commands = [
    Case(testDescription: "add", start: "", arguments: add),
    Case(
      testDescription: "update", start: vendored,
      arguments: ["vendor", "update", "foo", "--to", "1.1"]),
    Case(
      testDescription: "update of two packages",
      start: vendored + "cp up/foo-1.0.tar up/bar.tar; \"$0\" vendor add bar up/bar.tar >/dev/null;"
        + "cp up/foo-1.1.tar up/bar.tar;",
      arguments: ["vendor", "update", "foo=1.1", "bar"]),
    Case(
      testDescription: "sync", start: vendored + "rm Vendor/foo/a.c",
      arguments: ["vendor", "sync", "--offline"]),
    Case(testDescription: "remove", start: vendored, arguments: ["vendor", "remove", "foo"]),
    Case(
      testDescription: "patch",
      start: vendored + "echo int b; >>Vendor/foo/a.c; echo new >Vendor/foo/n.c",
      arguments: ["vendor", "patch", "foo"]),
  ]

  /// Each call with the way in which it fails; a kill comes before it takes effect.
  static let calls = [
    ("write", "ENOSPC"), ("openat2", "ENOSPC"), ("mkdirat", "ENOSPC"), ("renameat", "EIO"),
    ("renameat2", "EIO"), ("unlinkat", "EIO"), ("fsync", "EIO"), ("fchmod", "EIO"),
  ]

  @Test(arguments: commands, [false, true])
  func oldOrNew(_ command: Case, isKilled: Bool) async throws {
    let (folder, cache) = (try TemporaryFolder(), try TemporaryFolder())
    func run(_ arguments: [String], under wrapper: [String] = []) async throws -> Command.Outcome {
      try await Program.run(
        arguments, in: folder.path, environment: ["XDG_CACHE_HOME": cache.path],
        under: wrapper)
    }
    let made = try await run(
      [],
      under: [
        "sh", "-ec",
        """
        mkdir -p up foo-1.0/sub; echo 'int a;' >foo-1.0/a.c; echo MIT >foo-1.0/LICENSE
        echo >foo-1.0/sub/x.h; cp -r foo-1.0 foo-1.1; echo >foo-1.1/sub/y.h
        tar cf up/foo-1.0.tar foo-1.0; tar cf up/foo-1.1.tar foo-1.1; rm -r foo-1.0 foo-1.1
        \(command.start)
        """,
      ])
    try #require(made.status == 0, "\(made.errors)")
    let old = try folder.contents()
    let whole = try await run(command.arguments)
    try #require(whole.status == 0, "\(whole.errors)")
    let new = try folder.contents()
    #expect(old != new)

    var count = 0
    for (call, error) in Self.calls {
      let fault = isKilled ? "signal=KILL" : "error=\(error)"
      func strace(_ injection: String...) async throws -> (Command.Outcome, log: [Substring]) {
        try folder.reset(to: old)
        let outcome = try await run(
          command.arguments,
          under: [
            "strace", "-f", "-qqq", "-o", "\(cache.path)/trace", "-e", "trace=\(call)",
            // With it, which is faster, strace 6.1 makes no signal of those that it is to send.
          ] + (isKilled ? [] : ["--seccomp-bpf"]) + injection)
        let log = String(decoding: try cache.contents()["trace"] ?? [], as: UTF8.self)
        return (outcome, log.split(separator: "\n"))
      }
      // Most files are opened to be read; failing there changes nothing.
      let creating = call == "openat2" ? Self.creations(in: try await strace().log) : nil
      for number in creating ?? Array(1..<500) {
        let (outcome, log) = try await strace("-e", "inject=\(call):\(fault):when=\(number)")
        guard log.contains(where: { $0.contains("INJECTED") || $0.contains("killed by SIGKILL") })
        else {
          #expect(outcome.status == 0, "\(outcome.errors)")
          break
        }
        count += 1
        let settled = try await run(["vendor", "verify"])
        var found = try folder.contents()
        // A folder that was made for the lock holds nothing.
        if found["Vendor/"] != nil,
          !found.keys.contains(where: { $0.hasPrefix("Vendor/") && $0 != "Vendor/" })
        {
          found["Vendor/"] = nil
        }
        let place = "\(call) \(number): \(outcome.status) \(outcome.errors) \(settled.errors)"
        // Named, because an expectation prints whole files where it fails.
        let (isOld, isNew) = (found == old, found == new)
        #expect(isOld || isNew, "\(place): \(found.keys.sorted())")
        #expect(isNew || outcome.status != 0, "\(place)")
      }
    }
    #expect(count >= 10, "only \(count) calls were interrupted")
  }

  /// Which calls of a thread, from 1, create a file.
  private static func creations(in log: [Substring]) -> [Int] {
    var counts: [Substring: Int] = [:]
    var numbers: Set<Int> = []
    for line in log where line.contains("openat2(") {
      let thread = line.prefix { $0 != " " }
      counts[thread, default: 0] += 1
      if line.contains("O_CREAT") { numbers.insert(counts[thread, default: 0]) }
    }
    return numbers.sorted()
  }
}
#endif
