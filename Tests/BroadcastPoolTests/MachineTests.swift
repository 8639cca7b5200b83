import Testing

@testable import BroadcastPool

/// The rules, without threads: every method is called by hand.
@Suite struct MachineTests {
  typealias Machine = PoolMachine<Int, Int>

  static func machine(workers: Int = 1) -> Machine {
    Machine(workers: Workers(limit: workers, canSleep: true))
  }

  static let source = CancellationSource(audience: Deaf())

  @Test func aBurstOfRequestsCallsOneWorkerUntilItHasArrived() {
    var machine = Self.machine(workers: 3)
    var witness: (any AnyObject & Sendable)?
    let answer1 = machine.request(1, priority: .normal, for: nil) { _ in }.call
    #expect(answer1 == .start)
    let answer2 = machine.request(2, priority: .normal, for: nil) { _ in }.call
    #expect(answer2 == .none)
    let answer3 = machine.request(3, priority: .normal, for: nil) { _ in }.call
    #expect(answer3 == .none)
    // The one that arrives finds more than it can do and calls the next.
    guard case .run(_, let next) = machine.take(Self.source, isArriving: true, witness: &witness)
    else { return #expect(Bool(false), "there was work") }
    #expect(next == .start)
    guard case .run(_, let last) = machine.take(Self.source, isArriving: true, witness: &witness)
    else { return #expect(Bool(false), "there was work") }
    #expect(last == .start)
    #expect(machine.workers.started == 3)
  }

  @Test func aSleepingWorkerIsWokenBeforeAnotherIsStarted() {
    var machine = Self.machine(workers: 2)
    machine.workers.started = 1
    machine.workers.idle = 1
    let answer4 = machine.request(1, priority: .normal, for: nil) { _ in }.call
    #expect(answer4 == .wake)
    let answer5 = machine.request(2, priority: .normal, for: nil) { _ in }.call
    #expect(answer5 == .none)
  }

  @Test func theLimitIsKept() {
    var machine = Self.machine(workers: 1)
    var witness: (any AnyObject & Sendable)?
    _ = machine.request(1, priority: .normal, for: nil) { _ in }
    _ = machine.take(Self.source, isArriving: true, witness: &witness)
    let answer6 = machine.request(2, priority: .normal, for: nil) { _ in }.call
    #expect(answer6 == .none)
  }

  @Test func tasksEndWhereThreadsSleep() {
    var witness: (any AnyObject & Sendable)?
    var threads = Self.machine()
    guard case .sleep = threads.take(Self.source, isArriving: true, witness: &witness)
    else { return #expect(Bool(false), "a thread sleeps") }
    var tasks = Machine(workers: Workers(limit: 1, canSleep: false))
    tasks.workers.started = 1
    guard case .end = tasks.take(Self.source, isArriving: true, witness: &witness)
    else { return #expect(Bool(false), "a task ends") }
    #expect(tasks.workers.started == 0)
  }

  @Test func withoutASingleThreadEverybodyIsRefused() {
    var machine = Self.machine()
    let answer7 = machine.request(1, priority: .normal, for: nil) { _ in }.call
    #expect(answer7 == .start)
    let answer8 = machine.startFailed()
    #expect(answer8)
    let answer9 = machine.removeAll()
    let isSomebodyThere = answer9.first != nil
    #expect(isSomebodyThere)
    machine.settleRecords(answer9)
    machine.checkInvariants()
    let answer10 = machine.request(1, priority: .normal, for: nil) { _ in }.call
    #expect(answer10 == .start, "tries again")
  }

  /// Handlers die and are born at the same address; the new one must not inherit.
  @Test func aNewObjectInheritsNothingFromADeadOne() throws {
    var machine = Self.machine()
    var heirs: [Owner] = []
    for number in 0..<200 {
      _ = machine.request(number, priority: .normal, for: Owner()) { _ in }
      let heir = Owner()
      heirs.append(heir)
      _ = machine.request(1000 + number, priority: .normal, for: heir) { _ in }
      let record = machine.place(of: ObjectIdentifier(heir))
      try #require(record >= 0)
      let receiver = machine.receivers[machine.records[record].firstReceiver]
      let living = machine.records[record].handler?.living
      #expect(receiver.nextOfRecord < 0, "it has one receiver, its own")
      #expect(living === heir)
      machine.checkInvariants()
    }
  }

  @Test func whatIsThrownAwayWaitsForTheLockToBeReleased() {
    var machine = PoolMachine<String, Int>(workers: Workers(limit: 1, canSleep: true))
    let died = Gate()
    let owner = Owner()
    do {
      let captured = Owner { died.open() }
      _ = machine.request("request", priority: .normal, for: owner) { _ in
        withExtendedLifetime(captured) {}
      }
    }
    _ = machine.removeHandler(ObjectIdentifier(owner))
    #expect(!died.isOpen, "a deinit is someone else's code")
    _ = machine.takeAftermath()
    #expect(died.isOpen)
  }

  /// Three thousand random steps for each seed, against the invariants and a count kept beside.
  @Test(arguments: UInt64(1)...8) func randomStepsKeepTheInvariants(seed: UInt64) {
    var random = SplitMix(state: seed)
    var machine = Self.machine(workers: 3)
    var owners = (0..<6).map { _ in Owner() }
    var running: [(job: Machine.Job, source: CancellationSource)] = []
    var handedOver: [Box] = []
    var tickets: [Machine.Ticket] = []
    var witness: (any AnyObject & Sendable)?
    for _ in 0..<3_000 {
      switch random.next() % 12 {
      case 0..<5:
        let owner = random.next() % 4 == 0 ? nil : owners.randomElement(using: &random)
        let priority = Priority.allCases[Int(random.next() % 3)]
        let key = Int(random.next() % 20)
        tickets.append(machine.request(key, priority: priority, for: owner) { _ in }.ticket)
      case 5, 6:
        let source = CancellationSource(audience: Deaf())
        if running.count < 3,
          case .run(let job, _) = machine.take(source, isArriving: true, witness: &witness)
        {
          #expect(!running.contains { $0.job.request == job.request }, "equals side by side")
          // Whoever runs a job keeps its source.
          running.append((job, source))
        }
      case 7, 8:
        if let run = running.popLast() {
          let box = Box()
          machine.finish(run.job.entry, isFailure: random.next() % 2 == 0, to: &box.handovers)
          handedOver.append(box)
        }
      case 9:
        if let box = handedOver.popLast() { machine.settle(box.handovers) }
      case 10:
        guard let place = owners.indices.randomElement(using: &random) else { break }
        if random.next() % 2 == 0 {
          _ = machine.removeHandler(ObjectIdentifier(owners[place]))
        } else {
          owners[place] = Owner()
        }
      default:
        if let ticket = tickets.popLast() { _ = machine.removeReceiver(ticket) }
        if random.next() % 50 == 0 {
          let all = machine.removeAll()
          machine.settleRecords(all)
        }
      }
      _ = machine.takeAftermath()
      machine.checkInvariants()
      #expect(machine.activity.running == running.count + handedOver.count)
    }
  }
}

extension PoolMachine {
  /// A request as the storage makes it, which computes the hash without the lock.
  fileprivate mutating func request(
    _ request: Request, priority: Priority, for handler: (any AnyObject & Sendable)?,
    receive: @escaping Receive
  ) -> (ticket: Ticket, call: Workers.Call) {
    self.request(
      request, hash: Self.hash(of: request), priority: priority, for: handler, receive: receive)
  }
}

/// Hand-overs that can be kept in an array.
private final class Box {
  var handovers = MachineTests.Machine.Handovers()
}

/// An audience that nobody counts.
private final class Deaf: AudienceCounting {
  func recount(of source: CancellationSource, entry: Place) {}
}
