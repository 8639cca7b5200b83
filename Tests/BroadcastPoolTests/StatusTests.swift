import BroadcastPool
import Testing

/// What observers see: the status of one request, the activity of all.
@Suite struct StatusTests {
  @Test func observersFollowARequestToItsEnd() async throws {
    let gate = Gate()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      gate.block()
      if number < 0 { throw Failure(number: number) }
      return number
    }
    let owner = Owner()
    var good = pool.statuses(of: 1).makeAsyncIterator()
    var bad = pool.statuses(of: -1).makeAsyncIterator()
    #expect(await good.next(isolation: nil) == .idle)
    #expect(await bad.next(isolation: nil) == .idle)
    pool.request(1, for: owner) { _ in }
    pool.request(-1, for: owner) { _ in }
    #expect(await good.next(isolation: nil) == .queued)
    #expect(await good.next(isolation: nil) == .running)
    #expect(pool.status(of: 1) == .running)
    #expect(pool.status(of: -1) == .queued)
    gate.open()
    #expect(await good.next(isolation: nil) == .done)
    #expect(await bad.next(isolation: nil) == .queued)
    #expect(await bad.next(isolation: nil) == .running)
    #expect(await bad.next(isolation: nil) == .failed)
    #expect(pool.status(of: -1) == .failed)
  }

  @Test func aDroppedRequestIsIdleAgain() async throws {
    let gate = Gate()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      gate.block()
      return number
    }
    let owner = Owner()
    pool.request(0, for: owner) { _ in }
    let leaving = Owner()
    var statuses = pool.statuses(of: 1).makeAsyncIterator()
    pool.request(1, for: leaving) { _ in }
    pool.remove(leaving)
    #expect(await statuses.next(isolation: nil) == .idle)
    #expect(await statuses.next(isolation: nil) == .queued)
    #expect(await statuses.next(isolation: nil) == .idle)
    gate.open()
  }

  @Test func observationEndsWithThePool() async {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in number }
    let activities = pool.activities
    let statuses = pool.statuses(of: 1)
    let task = Task {
      for await _ in activities {}
      for await _ in statuses {}
    }
    _ = consume pool
    await task.value
  }

  @Test func activityCountsWhatIsQueuedRunningAndDone() async throws {
    let gate = Gate()
    let started = Gate()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      started.open()
      gate.block()
      return number
    }
    let owner = Owner()
    #expect(pool.activity.isIdle)
    for number in 0..<3 { pool.request(number, for: owner) { _ in } }
    await started.wait()
    #expect(pool.activity == activity(queued: 2, running: 1, done: 0))
    gate.open()
    try await pool.waitUntilIdle()
    #expect(pool.activity == activity(done: 3))
    #expect(pool.activity.total == 3)
  }

  /// Fails, succeeds, is removed, dies, is cancelled: whatever happens, it comes back to nothing,
  /// and no observer ever sees a number below zero.
  @Test func activityNeverStaysUpAndIsNeverNegative() async throws {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 2) { number, cancellation in
      if number % 3 == 0 { throw Failure(number: number) }
      if number % 5 == 0 { try cancellation.check() }
      return number
    }
    let activities = pool.activities
    let watch = Task {
      for await activity in activities {
        #expect(activity.queued >= 0 && activity.running >= 0 && activity.done >= 0)
        #expect(activity.running <= 2)
      }
    }
    let owner = Owner()
    for number in 0..<500 {
      let other = Owner()
      pool.request(number, for: owner) { _ in }
      pool.request(number / 2, for: other) { _ in }
      if number % 7 == 0 { pool.remove(other) }
      if number % 50 == 0 { pool.remove(owner) }
      if number % 90 == 0 { pool.cancelAll() }
    }
    try await pool.waitUntilIdle()
    #expect(pool.activity.isIdle)
    watch.cancel()
    await watch.value
  }

  @Test func threadNamesFitTheSystemsFifteenBytes() async throws {
    let pool = BroadcastPool<Int, String>(name: "a-very-long-name-é", threads: 1) { _, _ in
      currentThreadName()
    }
    #expect(try await pool.response(to: 0) == "a-very-long-n-1")
  }
}
