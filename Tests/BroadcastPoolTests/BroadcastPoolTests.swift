import BroadcastPool
import Testing

@Suite struct BroadcastPoolTests {
  @Test func answers() async throws {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 2) { n, _ in n * 2 }
    #expect(try await pool.response(to: 21) == 42)
    let tasks = BroadcastPool<Int, Int>(name: "test", concurrent: 2) { n, _ in n * 2 }
    #expect(try await tasks.response(to: 21) == 42)
    #expect(try await (0..<100).mapSideBySide(concurrent: 3) { $0 + 1 } == Array(1...100))
  }
  @Test func maps() throws {
    #expect(
      try (0..<100).mapSideBySide(threads: 3, batchSize: 7) { n, _ in n + 1 } == Array(1...100))
  }
}
