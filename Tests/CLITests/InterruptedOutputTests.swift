import TestSupport
import Testing

#if os(Linux)
import Glibc

/// Whatever ends a run of `icons` at whatever instant, all of its files are there or none.
///
/// strace kills the program at, or fails, the Nth call of each system call that changes a folder.
struct InterruptedOutputTests {
  /// One way that a commit can take; see `StagedOutput`.
  struct Way: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is in the working directory before, beside the master.
    let before: [String: [UInt8]]
    let arguments: [String]
    /// Limits on the process, as the shell's `ulimit` takes them.
    var limit = ""
    /// Whether others see old or new at any instant, and not only after the next run.
    var isAtomic = true
  }

  static let ways = [
    Way(
      testDescription: "the folder is missing", before: [:],
      arguments: ["-C", ".", "--size", "8,16", "-o", "a/icons"]),
    Way(
      testDescription: "the folder changes places",
      before: [
        "icons/icon-8.png": [1], "icons/mine": [2], "icons/sub/mine": [3], "icons/empty/": [],
      ],
      arguments: ["-C", ".", "--size", "8,16", "-o", "icons"]),
    Way(
      testDescription: "files are replaced one by one",
      before: ["icons/icon-8.png": [1], "icons/icon-12.png": [1], "icons/mine": [2]],
      arguments: ["-C", "icons", "--size", "8,12,16", "-o", "."], isAtomic: false),
    Way(
      testDescription: "files have names while they wait",
      before: ["icons/icon-8.png": [1], "icons/mine": [2]],
      arguments: [
        "-C", ".", "--size", "1,2,3,4,5,6,7,8", "-o", "icons",
      ],
      limit: "ulimit -n 24;"),
  ]

  /// The calls that create, name, rename or remove; between two of them a kill changes nothing.
  static let calls = ["mkdirat", "openat2", "linkat", "renameat", "renameat2", "unlinkat"]

  @Test(arguments: ways) func killedAtAnyInstant(_ way: Way) async throws {
    try await interrupt(way, by: "signal=KILL", at: Self.calls) { outcome, _ in
      outcome.status == 128 + SIGKILL
    }
  }

  /// Ctrl-C is neither lost, which would leave a shell's loop going, nor does it leave anything.
  @Test(arguments: ways.prefix(3)) func interruptedAtAnyInstant(_ way: Way) async throws {
    let folder = try TemporaryFolder()
    let before = try start(way, in: folder)
    #expect(try await run(way, in: folder).status == 0)
    let after = try folder.contents()
    for call in Self.calls {
      for number in 1..<500 {
        try folder.reset(to: before)
        let outcome = try await run(
          way, in: folder, under: "-e trace=\(call) -e inject=\(call):signal=TERM:when=\(number)")
        guard outcome.status != 0 else { break }
        #expect(outcome.status == 128 + SIGTERM)
        let left = try folder.contents()
        #expect(left == before || left == after, "\(call) \(number): \(left.keys.sorted())")
      }
    }
  }

  @Test(arguments: ways.prefix(3)) func anyCallMayFail(_ way: Way) async throws {
    let more = ["write", "fchmod", "utimensat"]
    try await interrupt(way, by: "error=ENOSPC", at: Self.calls + more) { outcome, trace in
      // Some calls need not succeed: those that record for a later run what this one made.
      #expect(outcome.status == (outcome.errors.isEmpty ? 0 : 2))
      return trace.contains("(INJECTED)")
    }
  }

  /// Runs it once for each call that it makes, until no call is left to interrupt.
  private func interrupt(
    _ way: Way, by fault: String, at calls: [String],
    _ wasInterrupted: (Command.Outcome, _ trace: String) -> Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let log = try TemporaryFolder(["trace": ""])
    let before = try start(way, in: folder)
    #expect(try await run(way, in: folder).status == 0)
    let after = try folder.contents()
    #expect(after.keys.allSatisfy { !$0.contains(".assetkit-") })

    for call in calls {
      for number in 1..<500 {
        try folder.reset(to: before)
        let outcome = try await run(
          way, in: folder, under: "-e trace=\(call) -e inject=\(call):\(fault):when=\(number)",
          log: "\(log.path)/trace")
        guard wasInterrupted(outcome, try log.text("trace")) else { break }

        let left = try folder.contents()
        let visible = left.filter { !$0.key.contains(".assetkit-") }
        if way.isAtomic {
          #expect(
            visible == before || visible == after, "\(call) \(number): \(visible.keys.sorted())")
        }
        if way.isAtomic, visible == left { continue }
        // The next run finds old or new and leaves nothing else.
        let next = try await run(way, in: folder, size: "24")
        #expect(next.status == 0, "\(call) \(number): \(next.errors)")
        var settled = try folder.contents()
        settled[way.before.isEmpty ? "a/icons/icon-24.png" : "icons/icon-24.png"] = nil
        #expect(
          settled == after || settled == before
            || way.before.isEmpty && settled.keys.sorted() == ["a/", "a/icons/", "master.png"],
          "\(call) \(number): \(settled.keys.sorted())")
      }
    }
  }

  private func start(_ way: Way, in folder: TemporaryFolder) throws -> [String: [UInt8]] {
    try folder.reset(
      to: way.before.merging(["master.png": SmallPNG.grey(side: 32)]) { $1 })
    return try folder.contents()
  }

  private func run(
    _ way: Way, in folder: TemporaryFolder, size: String? = nil, under injection: String? = nil,
    log: String = "/dev/null"
  ) async throws -> Command.Outcome {
    var arguments = way.arguments
    if let size, let place = arguments.firstIndex(of: "--size") { arguments[place + 1] = size }
    let start = Array(arguments.prefix(2))
    arguments.removeFirst(2)
    let master = start[1] == "." ? "master.png" : "../master.png"
    let strace = injection.map { "strace -f -qqq -o \(log) \($0)" } ?? ""
    return try await Program.run(
      start + ["icons", master, "--preset", "none", "--jobs", "1", "--quiet"] + arguments,
      in: folder.path,
      under: ["sh", "-c", "\(way.limit) exec \(strace) \"$0\" \"$@\""])
  }
}
#endif
