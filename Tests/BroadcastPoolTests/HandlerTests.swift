import BroadcastPool
import Testing

/// Receivers belong to handlers: who hears, who does not any more, and that each hears once.
@Suite struct HandlerTests {
  @Test func equalRequestsAreProcessedOnceAndHeardByAll() async throws {
    let gate = Gate()
    let ran = Log<String>()
    let pool = BroadcastPool<String, Int>(name: "test", threads: 2) { request, _ in
      ran.add(request)
      gate.block()
      return request.count
    }
    let owners = (0..<10).map { _ in Owner() }
    let heard = Log<Int>()
    for (number, owner) in owners.enumerated() {
      pool.request("equal", for: owner) { outcome in
        #expect((try? outcome.get()) == 5)
        heard.add(number)
      }
    }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(ran.entries == ["equal"])
    #expect(heard.entries == Array(0..<10), "in the order they asked, each once")
    withExtendedLifetime(owners) {}
  }

  @Test func aQueuedRequestWhoseHandlerDiedNeverStarts() async throws {
    let gate = Gate()
    let ran = Log<Int>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      ran.add(number)
      if number == 0 { gate.block() }
      return number
    }
    let staying = Owner()
    pool.request(0, for: staying) { _ in }
    do {
      let dying = Owner()
      pool.request(1, for: dying) { _ in Issue.record("dead, and called") }
      pool.request(2, for: dying) { _ in Issue.record("dead, and called") }
      pool.request(2, for: staying) { _ in }
    }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(ran.entries == [0, 2])
    #expect(pool.activity == activity(done: 2))
  }

  @Test func aRunningRequestWhoseHandlerDiedIsTold() async throws {
    let started = Gate()
    let gate = Gate()
    let told = Log<Bool>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, cancellation in
      told.add(cancellation.isCancelled)
      started.open()
      gate.block()
      told.add(cancellation.isCancelled)
      try cancellation.check()
      return number
    }
    do {
      let dying = Owner()
      pool.request(1, for: dying) { _ in Issue.record("dead, and called") }
      await started.wait()
    }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(told.entries == [false, true])
    #expect(pool.activity == activity(done: 0))
  }

  @Test func removingTheLastOfTwoHandlersTellsTheRunningRequest() async throws {
    let started = Gate()
    let gate = Gate()
    let told = Log<Bool>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, cancellation in
      started.open()
      gate.block()
      told.add(cancellation.isCancelled)
      return number
    }
    let (first, second) = (Owner(), Owner())
    pool.request(1, for: first) { _ in Issue.record("removed, and called") }
    pool.request(1, for: second) { _ in Issue.record("removed, and called") }
    await started.wait()
    pool.remove(first)
    #expect(pool.status(of: 1) == .running)
    pool.remove(second)
    #expect(pool.status(of: 1) == .idle)
    gate.open()
    try await pool.waitUntilIdle()
    #expect(told.entries == [true])
  }

  /// An equal request neither gets the cancelled run's result nor runs beside it.
  @Test func aRequestThatComesAfterTheCancellationRunsAnew() async throws {
    let started = Gate()
    let gate = Gate()
    let runs = Log<Bool>()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 2) { _, cancellation in
      started.open()
      gate.block()
      runs.add(cancellation.isCancelled)
      return runs.entries.count
    }
    let owner = Owner()
    pool.request(1, for: owner) { _ in Issue.record("removed, and called") }
    await started.wait()
    pool.remove(owner)
    async let response = pool.response(to: 1)
    for await status in pool.statuses(of: 1) where status == .queued { break }
    gate.open()
    #expect(try await response == 2)
    #expect(runs.entries == [true, false])
  }

  @Test func removeWaitsForACallInProgress() async throws {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in number }
    let owner = Owner()
    let inside = Gate()
    let gate = Gate()
    let order = Log<String>()
    let remover = BroadcastPool<Int, Bool>(name: "remover", threads: 1) { [weak owner] _, _ in
      guard let owner else { return false }
      inside.block()
      gate.open()
      pool.remove(owner)
      order.add("remove returned")
      return true
    }
    pool.request(1, for: owner) { _ in
      inside.open()
      gate.block()
      // Long enough for a remover that does not wait to be seen.
      for _ in 0..<10_000 { _ = pool.status(of: 1) }
      order.add("call returned")
    }
    #expect(try await remover.response(to: 0))
    #expect(order.entries == ["call returned", "remove returned"])
    withExtendedLifetime(owner) {}
  }

  /// Two receivers on two threads that remove each other's handler would wait for ever.
  @Test func receiversThatRemoveEachOtherDoNotDeadlock() async throws {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 2) { number, _ in number }
    let (first, second) = (Owner(), Owner())
    let (firstInside, secondInside) = (Gate(), Gate())
    pool.request(1, for: first) { [weak second] _ in
      firstInside.open()
      secondInside.block()
      if let second { pool.remove(second) }
    }
    pool.request(2, for: second) { [weak first] _ in
      secondInside.open()
      firstInside.block()
      if let first { pool.remove(first) }
    }
    try await pool.waitUntilIdle()
    #expect(pool.activity.done == 2)
    withExtendedLifetime((first, second)) {}
  }

  @Test func aHandlerMayRemoveItselfAsItDies() async throws {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in number }
    let died = Gate()
    do {
      let owner = SelfRemoving(pool, died)
      for number in 0..<50 { pool.request(number, for: owner) { _ in } }
    }
    await died.wait()
    try await pool.waitUntilIdle()
  }

  /// The handlers die on the worker between two calls; each removes the one that is called next,
  /// which must not be waited for.
  @Test func aHandlerThatDiesMayRemoveTheNextOne() async throws {
    let gate = Gate()
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in
      gate.block()
      return number
    }
    let heard = Log<Int>()
    do {
      var next = Owner()
      var owners: [(owner: Owner, holder: Held)] = []
      for _ in 0..<20 {
        let target = next
        let owner = Owner { [weak target] in if let target { pool.remove(target) } }
        owners.append((owner, Held(owner)))
        next = owner
      }
      for (number, (owner, holder)) in owners.reversed().enumerated() {
        pool.request(1, for: owner) { _ in
          heard.add(number)
          // The last reference, so the handler dies when the call has returned.
          holder.drop()
        }
      }
    }
    gate.open()
    try await pool.waitUntilIdle()
    #expect(heard.entries == Array(stride(from: 0, to: 20, by: 2)), "every second is removed")
  }

  /// What a receiver holds dies after its call, and not while the call is still counted.
  @Test func whatAReceiverHoldsMayRemoveItsHandler() async throws {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in number }
    let owner = Owner()
    for number in 0..<20 {
      let held = Owner { [weak owner] in if let owner { pool.remove(owner) } }
      pool.request(number, for: owner) { _ in withExtendedLifetime(held) {} }
    }
    let cancelled = Owner { [weak owner] in if let owner { pool.remove(owner) } }
    pool.request(100, for: owner) { _ in withExtendedLifetime(cancelled) {} }
    pool.cancelAll()
    try await pool.waitUntilIdle()
    withExtendedLifetime(owner) {}
  }

  @Test func aHandlerMayAskAgainAfterItWasRemoved() async {
    let pool = BroadcastPool<Int, Int>(name: "test", threads: 1) { number, _ in number }
    let owner = Owner()
    let heard = Gate()
    pool.remove(owner)
    pool.request(1, for: owner) { _ in }
    pool.remove(owner)
    pool.request(2, for: owner) { _ in heard.open() }
    await heard.wait()
  }
}

/// A reference that can be dropped from inside a receiver.
private final class Held: Sendable {
  private let owner: Locked<Owner?>

  init(_ owner: Owner) { self.owner = Locked(owner) }

  func drop() { owner.withLock { $0 = nil } }
}

private final class SelfRemoving: Sendable {
  let pool: BroadcastPool<Int, Int>
  let died: Gate

  init(_ pool: BroadcastPool<Int, Int>, _ died: Gate) {
    self.pool = pool
    self.died = died
  }

  deinit {
    pool.remove(self)
    died.open()
  }
}

func activity(queued: Int = 0, running: Int = 0, done: Int) -> Activity {
  var activity = Activity()
  activity.queued = queued
  activity.running = running
  activity.done = done
  return activity
}
