import BroadcastPool
import Testing

/// Requests and responses lose their types on the way through the machine and must get them back.
@Suite struct TypeTests {
  @Test func optionalRequestsAndResponsesStayWhatTheyAre() async throws {
    let pool = BroadcastPool<Int?, Int??>(name: "types", threads: 1) { request, _ in
      request == 0 ? .none : .some(request)
    }
    #expect(try await pool.response(to: 0) == .none)
    #expect(try await pool.response(to: nil) == .some(.none))
    #expect(try await pool.response(to: 2) == .some(2))
  }

  @Test func optionalRequestsThatAreEqualAreOne() async throws {
    let gate = Gate()
    let runs = Log<Int?>()
    let pool = BroadcastPool<Int?, Int>(name: "types", threads: 1) { request, _ in
      runs.add(request)
      gate.block()
      return 1
    }
    let owner = Owner()
    for request in [nil, nil, 0, 0, nil] { pool.request(request, for: owner) { _ in } }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(runs.entries == [nil, 0])
  }

  private enum Shape: Error { case square }

  @Test func anErrorAsResponseIsNoFailure() async throws {
    let pool = BroadcastPool<Int, any Error>(name: "types", threads: 1) { _, _ in Shape.square }
    #expect(try await pool.response(to: 1) is Shape)
  }
}
