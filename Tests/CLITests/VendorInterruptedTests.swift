import SystemPackage
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
  struct Command: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let start: String
    let arguments: [String]
  }

  private static let add = [
    "vendor", "add", "foo", "up/foo-{version}.tar", "--version", "1.0", "--strip", "1",
  ]
  private static let vendored = "\"$0\" \(add.joined(separator: " ")) >/dev/null;"

  static let commands = [
    Command(testDescription: "add", start: "", arguments: add),
    Command(
      testDescription: "update", start: vendored,
      arguments: ["vendor", "update", "foo", "--to", "1.1"]),
    Command(
      testDescription: "sync", start: vendored + "rm Vendor/foo/a.c",
      arguments: ["vendor", "sync", "--offline"]),
    Command(testDescription: "remove", start: vendored, arguments: ["vendor", "remove", "foo"]),
    Command(
      testDescription: "patch",
      start: vendored + "echo int b; >>Vendor/foo/a.c; echo new >Vendor/foo/n.c",
      arguments: ["vendor", "patch", "foo"]),
  ]

  static let calls = [
    "write", "openat2", "mkdirat", "renameat", "renameat2", "unlinkat", "fsync", "fchmod",
  ]

  @Test(arguments: commands, ["error=EIO", "error=ENOSPC", "signal=KILL"])
  func oldOrNew(_ command: Command, fault: String) async throws {
    let (folder, cache) = (try TestFolder(), try TestFolder())
    func run(_ arguments: [String], under wrapper: [String] = []) async throws -> Program.Outcome {
      try await Program.run(
        arguments, in: .init(folder.path), environment: ["XDG_CACHE_HOME": cache.path],
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

    for call in Self.calls {
      for number in 1..<500 {
        try folder.reset(to: old)
        let trace = "\(cache.path)/trace"
        let outcome = try await run(
          command.arguments,
          under: [
            "strace", "-f", "-qqq", "-o", trace, "-e", "trace=\(call)",
            "-e", "inject=\(call):\(fault):when=\(number)",
          ])
        let log = try await run([], under: ["grep", "-Ec", "INJECTED|killed by SIGKILL", trace])
        guard log.output != "0\n" else {
          #expect(outcome.status == 0, "\(outcome.errors)")
          break
        }
        let settled = try await run(["vendor", "verify"])
        var found = try folder.contents()
        // A folder that was made for the lock holds nothing.
        if found["Vendor/"] != nil,
          !found.keys.contains(where: { $0.hasPrefix("Vendor/") && $0 != "Vendor/" })
        {
          found["Vendor/"] = old["Vendor/"]
        }
        let place = "\(call) \(number): \(outcome.status) \(outcome.errors) \(settled.errors)"
        #expect(found == old || found == new, "\(place): \(found.keys.sorted())")
        if outcome.status == 0 { #expect(found == new, "\(place)") }
      }
    }
  }
}
#endif
