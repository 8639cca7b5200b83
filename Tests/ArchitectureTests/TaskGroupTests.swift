import SafeFiles
import TestSupport
import Testing

/// swift 6.3.1, optimizing, loses parts of a tuple that a task group's child returns. As long as a
/// compiler does, no task group in `Sources` has tuples for results: a struct is read back right.
struct TaskGroupTests {
  @Test func noChildReturnsATuple() throws {
    let root = try DirectoryHandle(path: Checkout.path)
    for module in try root.subdirectory(RelativePath("Sources")).entries() {
      let sources = try ModuleSources(of: "\(module)", in: root)
      for file in sources.files {
        let bytes = try root.readFile(RelativePath(file.path), limitBytes: 1 << 22)
        #expect(
          Self.unnamedResults(in: bytes) == [], "\(file.path): name a struct, `of: NAME.self`")
      }
    }
  }

  @Test(arguments: [
    ("withTaskGroup(of: Part.self) { group in }", []),
    ("await withThrowingTaskGroup(\n  of: (Int, Part).self) { group in }", [1]),
    ("_ = 1\nwithTaskGroup { group in }", [2]),
  ])
  func tuplesAndInferredResultsAreFound(_ source: String, lines: [Int]) {
    #expect(Self.unnamedResults(in: Array(source.utf8)) == lines)
  }

  /// The reduced case: every third result is a success, and all of them are stored at index 0.
  @Test func theOptimizedTupleIsStillReadWrongly() async throws {
    let folder = try TemporaryFolder(["program.swift": Self.program])
    let compiler = try await Command.shell("swiftc --version 2>/dev/null", in: folder.path)
    func output(_ level: String) async throws -> String {
      try await Command.shell(
        "swiftc \(level) -swift-version 6 -parse-as-library program.swift -o program; ./program",
        in: folder.path)
    }
    #expect(try await output("-Onone") == "failure nil success failure nil success\n")
    let optimized = try await output("-O")
    withKnownIssue(isIntermittent: !compiler.contains("6.3.1")) {
      #expect(optimized == "failure nil success failure nil success\n")
    }
  }

  private static let program = """
    struct Source: Sendable { var number: Int; var text = "" }
    struct Failure: Error {}

    func fetch(_ number: Int) async throws -> Source? {
      if number % 3 == 0 { throw Failure() }
      return number % 3 == 1 ? nil : Source(number: number)
    }

    func results(_ count: Int) async -> [Result<Source, any Error>?] {
      await withTaskGroup { group in
        for position in 0..<count {
          group.addTask { () -> (Int, Result<Source, any Error>?) in
            do {
              return (position, try await fetch(position).map { .success($0) })
            } catch {
              return (position, .failure(error))
            }
          }
        }
        var results = [Result<Source, any Error>?](repeating: nil, count: count)
        for await (position, result) in group { results[position] = result }
        return results
      }
    }

    @main struct Main {
      static func main() async {
        let words = await results(6).map { result in
          switch result {
          case nil: "nil"
          case .success: "success"
          case .failure: "failure"
          }
        }
        print(words.joined(separator: " "))
      }
    }
    """

  /// The lines of task groups whose result is a tuple or is not spelled out.
  private static func unnamedResults(in source: [UInt8]) -> [Int] {
    let tokens = SwiftTokens(source).tokens
    return tokens.indices.filter { index in
      guard ["withTaskGroup", "withThrowingTaskGroup"].contains(tokens[index].text) else {
        return false
      }
      let next = tokens[index...].dropFirst().prefix(4)
      return !next.starts(with: ["(", "of", ":"]) { $0.text == $1 } || next.last?.isWord != true
    }.map { tokens[$0].line }
  }
}
