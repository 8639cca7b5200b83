import BroadcastPool
import Testing

/// `response(to:)`, `wait(for:)` and `cancelAll()`.
@Suite struct WaitingTests {
  @Test func cancellingTheTaskRemovesItsRequest() async throws {
    let started = Gate()
    let gate = Gate()
    let told = Log<Bool>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, cancellation in
      started.open()
      gate.block()
      told.add(cancellation.isCancelled)
      return number
    }
    let running = Task { try await pool.response(to: 1) }
    await started.wait()
    let queued = Task { try await pool.response(to: 2) }
    for await status in pool.statuses(of: 2) where status == .queued { break }
    running.cancel()
    queued.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    await #expect(throws: CancellationError.self) { try await queued.value }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(told.entries == [true])
  }

  @Test func aCancelledTaskAsksForNothing() async {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      Issue.record("nobody wants it")
      return number
    }
    let gate = Gate()
    let task = Task {
      await gate.wait()
      return try await pool.response(to: 1)
    }
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// The waits run on another pool's thread, because a test body must not block.
  @Test func waitGivesTheResponseOrRethrows() async throws {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      if number < 0 { throw Failure(number: number) }
      return number * 2
    }
    let caller = BroadcastPool<Int, Int>(name: "caller", threads: 1) { number, _ in
      try pool.wait(for: number, timeout: .seconds(3600))
    }
    #expect(try await caller.response(to: 4) == 8)
    await #expect(throws: Failure(number: -1)) { try await caller.response(to: -1) }
  }

  @Test func waitEndsAtItsTimeLimit() async throws {
    let gate = Gate()
    let pool = BroadcastPool<Int, Int>(name: "slow", threads: 1) { number, _ in
      gate.block()
      return number
    }
    let caller = BroadcastPool<Int, Int>(name: "caller", threads: 1) { number, _ in
      try pool.wait(for: number, timeout: .milliseconds(1))
    }
    let error = await #expect(throws: PoolError.self) { try await caller.response(to: 4) }
    #expect(error?.code == .timedOut)
    #expect(
      error?.description
        == "slow: no response within 0.001 seconds; ask again with a longer limit")
    #expect(pool.status(of: 4) == .idle, "it left nothing behind")
    gate.open()
  }

  @Test(arguments: [1, 2, 4]) func aWorkerMayWaitForItsOwnPool(threads: Int) async throws {
    let own = OwnPool()
    let fibonacci = BroadcastPool<Int, Int>(name: "test", threads: threads) { number, _ in
      number < 2 ? number : try own.wait(for: number - 1) + own.wait(for: number - 2)
    }
    own.set(fibonacci)
    #expect(try await fibonacci.response(to: 12) == 144)
    // Whoever has heard may be here before the worker that told him has counted it.
    try await fibonacci.waitUntilIdle()
    #expect(fibonacci.activity.isIdle)
    own.set(nil)
  }

  @Test(arguments: 1...3) func aRequestThatWaitsForItselfIsRefused(length: Int) async {
    let own = OwnPool()
    let loop = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      try own.wait(for: (number + 1) % length)
    }
    own.set(loop)
    let error = await #expect(throws: PoolError.self) { try await loop.response(to: 0) }
    #expect(error?.code == .waitsForItself)
    own.set(nil)
  }

  @Test func requestsOnTwoThreadsThatWaitForEachOtherAreRefused() async throws {
    let own = OwnPool()
    let (first, second) = (Gate(), Gate())
    let loop = BroadcastPool<Int, Int>(name: "test", threads: 2) { number, _ in
      (number == 0 ? first : second).open()
      (number == 0 ? second : first).block()
      return try own.wait(for: 1 - number)
    }
    own.set(loop)
    let one = Task { try await loop.response(to: 0) }
    let other = Task { try await loop.response(to: 1) }
    await #expect(throws: PoolError.self) { try await one.value }
    await #expect(throws: PoolError.self) { try await other.value }
    own.set(nil)
  }

  @Test func aReceiverOnTheOnlyThreadMayWait() async {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in number }
    let owner = Owner()
    let end = Gate()
    pool.request(1, for: owner) { _ in
      #expect((try? pool.wait(for: 2)) == 2)
      end.open()
    }
    await end.wait()
  }

  @Test func cancelAllEndsEverythingAndTellsEverybodyOnce() async throws {
    let started = Gate()
    let gate = Gate()
    let ran = Log<Bool>()
    let heard = Log<Bool>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, cancellation in
      started.open()
      gate.block()
      ran.add(cancellation.isCancelled)
      return number
    }
    let owner = Owner()
    pool.request(0, for: owner) { heard.add($0.isCancellation) }
    await started.wait()
    for number in 0..<5 { pool.request(number, for: owner) { heard.add($0.isCancellation) } }
    pool.cancelAll()
    #expect(heard.entries == [true, true, true, true, true, true])
    gate.open()
    try await pool.waitUntilIdle()
    #expect(ran.entries == [true])
    #expect(heard.entries.count == 6)
    #expect(try await pool.response(to: 9) == 9, "the pool goes on")
  }

  @Test func cancellingReachesTheTaskOfAsyncWork() async throws {
    let started = Gate()
    let pool = BroadcastPool<Int, Int>(name: "test", concurrent: 1) { number, cancellation in
      started.open()
      if number == 1 {
        // Ends only when its task is cancelled.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        #expect(Task.isCancelled)
        #expect(cancellation.isCancelled)
      }
      return number
    }
    let owner = Owner()
    pool.request(1, for: owner) { _ in Issue.record("removed, and called") }
    await started.wait()
    pool.remove(owner)
    #expect(try await pool.response(to: 2) == 2)
  }

  @Test func aPoolThatIsLetGoOfTellsWhoeverWaits() async {
    let gate = Gate()
    let started = Gate()
    let heard = Log<Bool>()
    let owner = Owner()
    do {
      let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
        started.open()
        gate.block()
        return number
      }
      pool.request(0, for: owner) { heard.add($0.isCancellation) }
      await started.wait()
      pool.request(1, for: owner) { heard.add($0.isCancellation) }
    }
    #expect(heard.entries == [true, true])
    gate.open()
  }
}

/// Lets the work of a pool reach that pool.
private final class OwnPool: Sendable {
  private let pool = Locked<BroadcastPool<Int, Int>?>(nil)

  func set(_ pool: BroadcastPool<Int, Int>?) { self.pool.withLock { $0 = pool } }

  func wait(for number: Int) throws -> Int {
    guard let pool = pool.withLock({ $0 }) else { throw CancellationError() }
    return try pool.wait(for: number)
  }
}
