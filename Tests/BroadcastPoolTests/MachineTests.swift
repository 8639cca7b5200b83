import Testing

@testable import BroadcastPool

/// The rules, without threads: every method is called by hand.
@Suite struct MachineTests {
  typealias Machine = PoolMachine

  static func machine(workers: Int = 1) -> Machine {
    Machine(workers: Workers(limit: workers, canSleep: true))
  }

  @Test func aBurstOfRequestsCallsOneWorkerUntilItHasArrived() {
    var machine = Self.machine(workers: 3)
    let answer1 = machine.request(AnyRequest(base: 1), priority: .normal, for: nil) { _ in }.call
    #expect(answer1 == .start)
    let answer2 = machine.request(AnyRequest(base: 2), priority: .normal, for: nil) { _ in }.call
    #expect(answer2 == .none)
    let answer3 = machine.request(AnyRequest(base: 3), priority: .normal, for: nil) { _ in }.call
    #expect(answer3 == .none)
    // The one that arrives finds more than it can do and calls the next.
    machine.workers.arrive()
    guard case .run(_, let next) = machine.take(CancellationSource()) else {
      return #expect(Bool(false), "there was work")
    }
    #expect(next == .start)
    machine.workers.arrive()
    guard case .run(_, let last) = machine.take(CancellationSource()) else {
      return #expect(Bool(false), "there was work")
    }
    #expect(last == .start)
    #expect(machine.workers.started == 3)
  }

  @Test func aSleepingWorkerIsWokenBeforeAnotherIsStarted() {
    var machine = Self.machine(workers: 2)
    machine.workers.started = 1
    machine.workers.sleeping = 1
    let answer4 = machine.request(AnyRequest(base: 1), priority: .normal, for: nil) { _ in }.call
    #expect(answer4 == .wake)
    let answer5 = machine.request(AnyRequest(base: 2), priority: .normal, for: nil) { _ in }.call
    #expect(answer5 == .none)
  }

  /// Between being told to sleep and sleeping a request may come; a worker that was counted then
  /// would be called while awake, and the call, which all others wait for, be lost.
  @Test func aWorkerThatFindsARequestOnItsWayToSleepIsNotCountedAsSleeping() {
    var machine = Self.machine(workers: 2)
    machine.workers.started = 1
    guard case .sleep = machine.take(CancellationSource())
    else { return #expect(Bool(false), "there is nothing to do") }
    let call = machine.request(AnyRequest(base: 1), priority: .normal, for: nil) { _ in }.call
    #expect(call == .start, "nobody sleeps yet")
    let hasFallenAsleep = machine.fallAsleep()
    #expect(!hasFallenAsleep)
    #expect(machine.workers.sleeping == 0)
    guard case .run = machine.take(CancellationSource())
    else { return #expect(Bool(false), "there is work") }
    // The one that was started comes too late and sleeps; the next request wakes it.
    machine.workers.arrive()
    let hasNothingToDo = machine.fallAsleep()
    #expect(hasNothingToDo)
    let next = machine.request(AnyRequest(base: 2), priority: .normal, for: nil) { _ in }.call
    #expect(next == .wake)
    machine.wakeUp()
    #expect(machine.workers.sleeping == 0 && !machine.workers.isOneComing)
  }

  @Test func theLimitIsKept() {
    var machine = Self.machine(workers: 1)
    _ = machine.request(AnyRequest(base: 1), priority: .normal, for: nil) { _ in }
    machine.workers.arrive()
    _ = machine.take(CancellationSource())
    let answer6 = machine.request(AnyRequest(base: 2), priority: .normal, for: nil) { _ in }.call
    #expect(answer6 == .none)
  }

  @Test func tasksEndWhereThreadsSleep() {
    var threads = Self.machine()
    guard case .sleep = threads.take(CancellationSource())
    else { return #expect(Bool(false), "a thread sleeps") }
    var tasks = Machine(workers: Workers(limit: 1, canSleep: false))
    tasks.workers.started = 1
    guard case .end = tasks.take(CancellationSource())
    else { return #expect(Bool(false), "a task ends") }
    #expect(tasks.workers.started == 0)
  }

  @Test func withoutASingleThreadEverybodyIsRefused() {
    var machine = Self.machine()
    let answer7 = machine.request(AnyRequest(base: 1), priority: .normal, for: nil) { _ in }.call
    #expect(answer7 == .start)
    let answer8 = machine.startFailed()
    #expect(answer8)
    let answer9 = machine.removeAll()
    #expect(answer9.count == 1)
    machine.checkInvariants()
    let answer10 = machine.request(AnyRequest(base: 1), priority: .normal, for: nil) { _ in }.call
    #expect(answer10 == .start, "tries again")
  }

  /// Handlers die and are born at the same address; the new one must not inherit.
  @Test func aNewObjectInheritsNothingFromADeadOne() throws {
    var machine = Self.machine()
    var heirs: [Owner] = []
    for number in 0..<200 {
      _ = machine.request(AnyRequest(base: number), priority: .normal, for: Owner()) { _ in }
      let heir = Owner()
      heirs.append(heir)
      _ = machine.request(AnyRequest(base: 1000 + number), priority: .normal, for: heir) { _ in }
      let handler = try #require(machine.handlers[ObjectIdentifier(heir)])
      #expect(
        handler.jobs.values.map(\.request) == [AnyRequest(base: 1000 + number)],
        "its own and no other")
      #expect(handler.object === heir)
      machine.checkInvariants()
    }
  }

  @Test func whatIsThrownAwayWaitsForTheLockToBeReleased() {
    var machine = PoolMachine(workers: Workers(limit: 1, canSleep: true))
    let died = Gate()
    let owner = Owner()
    do {
      let captured = Owner { died.open() }
      _ = machine.request(AnyRequest(base: "request"), priority: .normal, for: owner) { _ in
        withExtendedLifetime(captured) {}
      }
    }
    _ = machine.removeHandler(ObjectIdentifier(owner))
    #expect(!died.isOpen, "a deinit is someone else's code")
    _ = machine.takeEffects()
    #expect(died.isOpen)
  }

  /// Three thousand random steps for each seed, against the invariants and a count kept beside.
  @Test(arguments: UInt64(1)...8) func randomStepsKeepTheInvariants(seed: UInt64) {
    var random = SplitMix(state: seed)
    var machine = Self.machine(workers: 3)
    var owners = (0..<6).map { _ in Owner() }
    var running: [Machine.Job] = []
    var delivering: [[Machine.Receiver]] = []
    var tickets: [Machine.Ticket] = []
    for _ in 0..<3_000 {
      switch random.next() % 12 {
      case 0..<5:
        let owner = random.next() % 4 == 0 ? nil : owners.randomElement(using: &random)
        let priority = Priority.allCases[Int(random.next() % 3)]
        let key = Int(random.next() % 20)
        tickets.append(
          machine.request(AnyRequest(base: key), priority: priority, for: owner) { _ in }.ticket)
      case 5, 6:
        if running.count < 3, case .run(let job, _) = machine.take(CancellationSource()) {
          #expect(!running.contains { $0.request == job.request }, "equals side by side")
          running.append(job)
        }
      case 7, 8:
        if let job = running.popLast(),
          let receivers = machine.finish(job, isFailure: random.next() % 2 == 0)
        {
          delivering.append(receivers)
        }
      case 9:
        if let receivers = delivering.popLast() {
          call(receivers, &machine)
          machine.endDelivery()
        }
      case 10:
        guard let place = owners.indices.randomElement(using: &random) else { break }
        if random.next() % 2 == 0 {
          _ = machine.removeHandler(ObjectIdentifier(owners[place]))
        } else {
          owners[place] = Owner()
        }
      default:
        if let ticket = tickets.popLast() { _ = machine.removeReceiver(ticket) }
        if random.next() % 50 == 0 { call(machine.removeAll(), &machine) }
      }
      _ = machine.takeEffects()
      machine.checkInvariants()
      #expect(machine.activity.running == running.count + delivering.count)
    }
  }

  /// Goes through the calls of receivers as the storage does.
  private func call(_ receivers: [Machine.Receiver], _ machine: inout Machine) {
    for receiver in receivers {
      guard let handler = receiver.handler else { continue }
      if machine.beginCall(of: receiver, handler) != nil { machine.endCall(of: handler) }
    }
  }
}
