import Testing
import VendorKit

/// Programs from standard input to standard output, with limits.
struct DocumentFilterTests {
  private func run(
    _ name: String, _ arguments: [String] = [], _ input: [UInt8] = [], limitBytes: Int = 1 << 20,
    timeout: Duration = .seconds(600)
  ) async throws -> [UInt8] {
    try await DocumentFilter.run(
      name, arguments, input: input, limitBytes: limitBytes, timeout: timeout)
  }

  @Test(arguments: [0, 1, 300_000]) func theOutputIsReturned(count: Int) async throws {
    let input = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    #expect(try await run("cat", [], input) == input)
  }

  /// A program that never ends of itself.
  @Test func oneThatTakesTooLongIsEnded() async throws {
    let error = await #expect(throws: VendorError.self) {
      try await run("sleep", ["infinity"], timeout: .zero)
    }
    #expect(error?.code == .limit)
  }

  @Test(arguments: [
    ("no-such-program-\u{E9}", [], VendorError.Code.program), ("cat", [], .limit),
    ("cat", ["--no-such-option"], .invalidArgument), ("false", [], .invalidArgument),
  ])
  func failuresHaveTheirCodes(
    name: String, arguments: [String], code: VendorError.Code
  ) async throws {
    let error = await #expect(throws: VendorError.self) {
      // Writing to a program that has ended already would end the tests, which do not ignore SIGPIPE
      // as the command does.
      try await run(name, arguments, code == .limit ? [1, 2, 3] : [], limitBytes: 2)
    }
    #expect(error?.code == code)
  }
}
