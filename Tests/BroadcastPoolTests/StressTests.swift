import BroadcastPool
import Synchronization
import Testing

/// 8 threads, 100,000 requests over 500 keys, random removals, cancellations and deaths.
@Suite struct StressTests {
  @Test(arguments: [1, 2]) func everyReceiverHearsExactlyOnceOrWasRemoved(seed: UInt64) async throws
  {
    let submitters = 8
    let pool = BroadcastPool<Int, Int>(name: "stress", threads: 4) { key, cancellation in
      if key % 11 == 0 { throw Failure(number: key) }
      if key % 7 == 0 { try cancellation.check() }
      return key
    }
    // The submitters are the threads of another pool.
    let accounts = try await (0..<submitters).mapSideBySide(threads: submitters) { number, _ in
      var submitter = Submitter(seed: seed << 32 + UInt64(number))
      submitter.ask(pool, requests: 100_000 / submitters)
      return submitter
    }
    try await pool.waitUntilIdle()
    var total = 0
    for account in accounts.flatMap(\.accounts) {
      total += account.heard.count
      #expect(account.lateCalls.value == 0, "called after it was removed")
      for heard in account.heard {
        let count = heard.value
        if account.isGone.value > 0 {
          #expect(count <= 1)
        } else {
          #expect(count == 1)
        }
      }
    }
    #expect(total == 100_000)
    #expect(pool.activity.isIdle)
    withExtendedLifetime(accounts) {}
  }
}

/// One thread's share of the requests.
private struct Submitter: Sendable {
  private var random: SplitMix
  private var owner: Owner
  private var kept: [Owner] = []
  private(set) var accounts: [Account] = []

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    let account = Account()
    accounts = [account]
    owner = Owner { account.isGone.add() }
  }

  mutating func ask(_ pool: BroadcastPool<Int, Int>, requests: Int) {
    for _ in 0..<requests {
      request(from: pool)
      switch random.next() % 1000 {
      case 0..<8:
        pool.remove(owner)
        accounts.last?.isGone.add()
        newOwner()
      case 8..<16:
        // Dies, unless a call into it holds it for a moment.
        newOwner()
      case 16..<40:
        kept.append(owner)
        newOwner()
      case 40..<42:
        pool.cancelAll()
      default: break
      }
    }
    kept.append(owner)
  }

  private mutating func newOwner() {
    let account = Account()
    accounts.append(account)
    owner = Owner { account.isGone.add() }
  }

  private mutating func request(from pool: BroadcastPool<Int, Int>) {
    guard let account = accounts.last else { return }
    let heard = Count()
    accounts[accounts.count - 1].heard.append(heard)
    let key = Int(random.next() % 500)
    let priority = Priority.allCases[Int(random.next() % 3)]
    let (isGone, lateCalls) = (account.isGone, account.lateCalls)
    pool.request(key, priority: priority, for: owner) { outcome in
      if isGone.value > 0 { lateCalls.add() }
      heard.add()
      switch outcome {
      case .success(let response): #expect(response == key)
      case .failure(let error as Failure): #expect(error.number == key)
      case .failure(let error): #expect(error is CancellationError)
      }
    }
  }
}

/// What became of one owner and its receivers.
private struct Account: Sendable {
  /// How often each receiver was called.
  var heard: [Count] = []
  /// Not 0 once the owner was removed or has died.
  let isGone = Count()
  /// Calls that began after that.
  let lateCalls = Count()
}

/// An atomic that can be shared.
private final class Count: Sendable {
  private let count = Atomic<Int>(0)

  func add() { count.add(1, ordering: .acquiringAndReleasing) }

  var value: Int { count.load(ordering: .acquiring) }
}

/// A small seeded generator, so that a failure can be repeated; SplitMix64 (Steele, Lea, Flood,
/// "Fast splittable pseudorandom number generators", 2014).
struct SplitMix: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
