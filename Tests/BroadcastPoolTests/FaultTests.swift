import BroadcastPool
import Dispatch
import Testing

/// The nine faults of the sketch that this pool descends from, one test each, and what the sketch
/// did where the pool must not.
@Suite struct FaultTests {
  /// The sketch looked the waiting receivers up under the wrong key, found none and put a new list
  /// in the place of the old one: only `second` heard.
  @Test func fault1_aSecondRequestKeepsTheFirstOnesReceivers() async {
    let gate = Gate()
    let pool = BroadcastPool<String, Int>(name: "fault", threads: 1) { _, _ in
      gate.block()
      return 7
    }
    let owner = Owner()
    let heard = (first: Gate(), second: Gate())
    pool.request("same", for: owner) { _ in heard.first.open() }
    pool.request("same", for: owner) { _ in heard.second.open() }
    gate.open()
    await heard.first.wait()
    await heard.second.wait()
  }

  /// The sketch delivered to the list it had found before the work ran; with all receivers gone
  /// the list was null, and the program ended there.
  @Test func fault2_aResultThatNobodyWaitsForIsDropped() async throws {
    let started = Gate()
    let gate = Gate()
    let pool = BroadcastPool<Int, Int>(name: "fault", threads: 1) { number, _ in
      started.open()
      if number == 1 { gate.block() }
      return number
    }
    let owner = Owner()
    pool.request(1, for: owner) { _ in Issue.record("removed, and called") }
    await started.wait()
    pool.remove(owner)
    gate.open()
    #expect(try await pool.response(to: 2) == 2)
    #expect(pool.activity.done == 1)
  }

  /// The sketch counted threads outside the lock; two requests at once both saw room for a thread,
  /// or lost an increment, and the limit did not hold.
  @Test(arguments: [1, 2, 3]) func fault3_theThreadLimitHoldsUnderManySubmitters(limit: Int) async {
    let count = Peak()
    let pool = BroadcastPool<Int, Int>(name: "fault", threads: limit) { number, _ in
      count.enter()
      defer { count.leave() }
      return number
    }
    await withTaskGroup(of: Void.self) { group in
      for submitter in 0..<4 {
        group.addTask {
          for number in 0..<200 { _ = try? await pool.response(to: submitter * 1000 + number) }
        }
      }
    }
    #expect(count.peak <= limit)
    #expect(count.peak >= 1)
  }

  /// The sketch checked the handler when the result was ready and called it later; removed in
  /// between, it was still called.
  @Test func fault4_aHandlerRemovedBetweenReadyAndDeliveredIsNotCalled() async throws {
    let pool = BroadcastPool<Int, Int>(name: "fault", threads: 1) { number, _ in number }
    let (first, second) = (Owner(), Owner())
    let inside = Gate()
    let gate = Gate()
    let isQueued = Gate()
    pool.request(0, for: first) { _ in isQueued.block() }
    // Both wait for one result; while the first hears it, it is on its way to the second.
    pool.request(1, for: first) { _ in
      inside.open()
      gate.block()
    }
    pool.request(1, for: second) { _ in Issue.record("removed, and called") }
    isQueued.open()
    await inside.wait()
    pool.remove(second)
    gate.open()
    try await pool.waitUntilIdle()
  }

  /// The sketch caught the exception and delivered an empty response.
  @Test func fault5_anErrorIsDeliveredAsTheErrorThatWasThrown() async {
    let pool = BroadcastPool<Int, [Int]>(name: "fault", threads: 1) { number, _ in
      throw Failure(number: number)
    }
    await #expect(throws: Failure(number: 5)) { try await pool.response(to: 5) }
  }

  /// The sketch called receivers with its lock held: a receiver that made a request, removed its
  /// handler or asked for the status waited for itself.
  @Test func fault6_aReceiverMayUseThePool() async throws {
    let pool = BroadcastPool<Int, Int>(name: "fault", threads: 1) { number, _ in number }
    let owner = Owner()
    let end = Gate()
    pool.request(1, for: owner) { [weak owner] _ in
      guard let owner else { return }
      pool.request(2, for: owner) { _ in
        #expect(pool.status(of: 2) == .idle)
        pool.request(3, for: owner) { _ in Issue.record("removed, and called") }
        pool.remove(owner)
        pool.cancelAll()
        end.open()
      }
    }
    await end.wait()
    try await pool.waitUntilIdle()
  }

  /// The sketch only forgot the handler's receivers; the work stayed queued and ran for nobody.
  @Test func fault7_removingAHandlerDropsItsQueuedWork() async throws {
    let gate = Gate()
    let ran = Log<Int>()
    let pool = BroadcastPool<Int, Int>(name: "fault", threads: 1) { number, _ in
      ran.add(number)
      if number == 0 { gate.block() }
      return number
    }
    let (leaving, staying) = (Owner(), Owner())
    pool.request(0, for: staying) { _ in }
    for number in 1...9 { pool.request(number, for: leaving) { _ in } }
    pool.request(9, for: staying) { _ in }
    pool.remove(leaving)
    gate.open()
    try await pool.waitUntilIdle()
    #expect(ran.entries == [0, 9])
  }

  /// The sketch kept every pool and handler in a static registry, so no destructor ever ran.
  @Test func fault8_poolHandlerAndThreadsAreLetGoOf() async {
    let handlerDied = Gate()
    let poolDied = Gate()
    let threadsEnded = Gate()
    do {
      // The work is kept by the threads; it dies when the last of them has ended.
      let witness = Owner { threadsEnded.open() }
      var pool: BroadcastPool? = BroadcastPool<Int, Int>(name: "fault", threads: 3) { number, _ in
        withExtendedLifetime(witness) { number }
      }
      let owner = Owner { handlerDied.open() }
      for number in 0..<20 { pool?.request(number, for: owner) { _ in } }
      try? await pool?.waitUntilIdle()
      weak let weakPool = pool
      pool = nil
      if weakPool == nil { poolDied.open() }
    }
    #expect(poolDied.isOpen)
    await handlerDied.wait()
    await threadsEnded.wait()
  }

  /// The sketch started a thread for each transfer. Here a hundred wait at once for something to
  /// happen, and none of them holds a thread: there are but two for all tests.
  @Test func fault9_waitingWorkHoldsNoThread() async {
    let gate = Gate()
    let allStarted = Gate()
    let count = Peak()
    let pool = BroadcastPool<Int, Int>(name: "fault", concurrent: 100) { number, _ in
      if count.enter() == 100 { allStarted.open() }
      await gate.wait()
      count.leave()
      return number
    }
    let owner = Owner()
    let heard = Log<Int>()
    for number in 0..<100 {
      pool.request(number, for: owner) { if case .success(let number) = $0 { heard.add(number) } }
    }
    await allStarted.wait()
    gate.open()
    try? await pool.waitUntilIdle()
    #expect(heard.entries.sorted() == Array(0..<100))
  }

  /// A draft of this pool counted a worker as asleep before it slept: a call in between woke nobody,
  /// and all others waited for it to arrive. It hung within seconds here.
  @Test(.timeLimit(.minutes(15)), arguments: [2, 3, 4])
  func noCallToAWorkerIsLost(threads: Int) async throws {
    let pool = BroadcastPool<Int, Int>(name: "fault", threads: threads) { number, _ in number }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for submitter in 0..<4 {
        group.addTask {
          for number in 0..<5_000 {
            _ = try await pool.response(to: submitter * 1_000_000 + number)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(pool.activity.queued == 0)
  }
}
