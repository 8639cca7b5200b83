import BroadcastPool
import Testing

/// What starts before what, and results in the order of the requests.
@Suite struct OrderTests {
  @Test func higherPriorityFirstThenFirstComeFirstServed() async throws {
    let gate = Gate()
    let ran = Log<Int>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      if number == 0 { gate.block() } else { ran.add(number) }
      return number
    }
    let owner = Owner()
    pool.request(0, priority: .high, for: owner) { _ in }
    for number in 1...3 { pool.request(number, priority: .low, for: owner) { _ in } }
    for number in 4...6 { pool.request(number, for: owner) { _ in } }
    for number in 7...9 { pool.request(number, priority: .high, for: owner) { _ in } }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(ran.entries == [7, 8, 9, 4, 5, 6, 1, 2, 3])
  }

  @Test func aHigherPriorityRaisesAQueuedRequestAndALowerOneDoesNotLowerIt() async throws {
    let gate = Gate()
    let ran = Log<Int>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      if number == 0 { gate.block() } else { ran.add(number) }
      return number
    }
    let owner = Owner()
    pool.request(0, priority: .high, for: owner) { _ in }
    for number in 1...4 { pool.request(number, priority: .normal, for: owner) { _ in } }
    pool.request(3, priority: .high, for: owner) { _ in }
    pool.request(1, priority: .low, for: owner) { _ in }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(ran.entries == [3, 1, 2, 4])
  }

  @Test(arguments: [1, 2, 5]) func mapGivesResultsInOrder(threads: Int) throws {
    let mapped = try (0..<1000).mapSideBySide(threads: threads, batchSize: 7) { number, _ in
      number * number
    }
    #expect(mapped == (0..<1000).map { $0 * $0 })
    #expect(try [Int]().mapSideBySide(threads: threads) { number, _ in number }.isEmpty)
  }

  @Test func asyncMapGivesResultsInOrder() async throws {
    let count = Peak()
    let mapped = try await (0..<300).mapSideBySide(concurrent: 3) { number in
      count.enter()
      await Task.yield()
      count.leave()
      return -number
    }
    #expect(mapped == (0..<300).map { -$0 })
    #expect(count.peak <= 3)
    let threaded = try await (0..<300).mapSideBySide(threads: 2, batchSize: 50) { number, _ in
      -number
    }
    #expect(threaded == mapped)
  }

  /// The later element fails first, and for certain: the earlier one waits for it.
  @Test func theErrorIsThatOfTheFirstElementThatFailed() async {
    let gate = Gate()
    await #expect(throws: Failure(number: 3)) {
      try await (0..<10).mapSideBySide(threads: 2) { number, _ in
        if number == 3 { gate.block() }
        if number == 4 { gate.open() }
        if number >= 3 { throw Failure(number: number) }
        return number
      }
    }
  }

  @Test func nothingRunsAnyMoreWhenMapThrows() async {
    let running = Peak()
    let started = Gate()
    let left = Log<Int>()
    await #expect(throws: Failure(number: 0)) {
      try await (0..<2).mapSideBySide(threads: 2) { number, cancellation in
        running.enter()
        if number == 0 {
          started.block()
          throw Failure(number: 0)
        }
        started.open()
        while !cancellation.isCancelled {}
        left.add(number)
        return number
      }
    }
    #expect(left.entries == [1])
  }

  @Test func noMoreThanAheadAreAskedForAtOnce() async throws {
    let asked = Log<Int>()
    let requests = sequence(first: 0) { $0 + 1 }.lazy.map { number in
      asked.add(number)
      return number
    }
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 2) { number, _ in number }
    await #expect(throws: Failure(number: 100)) {
      try await pool.forEachResponse(to: requests, ahead: 4) { request, response in
        #expect(request == response)
        #expect(asked.entries.count <= response + 5)
        if request == 100 { throw Failure(number: 100) }
      }
    }
    #expect(asked.entries.count <= 105)
  }
}
