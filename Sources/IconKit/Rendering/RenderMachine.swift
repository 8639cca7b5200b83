/// Decides what can be done next for one master; does nothing itself.
///
/// Bands are decoded one after the other, as long as there is a free slot for one more; each is split
/// into lines by itself; each lane takes the bands in their order; when a lane has had the last, its
/// icons are encoded. A band's slot is free when every lane has had it.
struct RenderMachine {
  /// One piece of work. Those that the machine has named may run side by side.
  enum Step: Hashable, Sendable {
    case decode(band: Int)
    case split(band: Int)
    case filter(lane: Int, band: Int)
    case encode(icon: Int)
  }

  /// What follows from a step's end.
  struct Outcome: Equatable {
    /// To be started, in this order.
    var steps: [Step] = []
    /// The band that nobody needs any more.
    var freed: Int?
    /// Whether everything is done.
    var isDone = false
  }

  private let bandCount: Int
  /// The icons of each lane, the most expensive first.
  private let lanes: [[Int]]
  private var freeSlots: Int
  private var nextDecode = 0
  private var isDecoding = false
  /// By band, those that are split and not yet freed: lanes that still need it.
  private var waitingLanes: [Int: Int] = [:]
  private var nextBand: [Int]
  private var isFiltering: [Bool]
  private var unencoded: Int

  /// - Precondition: `bandCount`, `slots` and the number of lanes are positive.
  init(bandCount: Int, lanes: [[Int]], slots: Int) {
    precondition(bandCount > 0 && slots > 0 && !lanes.isEmpty)
    self.bandCount = bandCount
    self.lanes = lanes
    freeSlots = slots
    nextBand = [Int](repeating: 0, count: lanes.count)
    isFiltering = [Bool](repeating: false, count: lanes.count)
    unencoded = lanes.reduce(0) { $0 + $1.count }
  }

  /// The first steps.
  mutating func start() -> [Step] { decodeNext() }

  /// Takes note that `step` has ended.
  mutating func finish(_ step: Step) -> Outcome {
    var outcome = Outcome()
    switch step {
    case .decode(let band):
      isDecoding = false
      outcome.steps = decodeNext() + [.split(band: band)]
    case .split(let band):
      waitingLanes[band] = lanes.count
      for lane in lanes.indices { outcome.steps += filterNext(lane) }
    case .filter(let lane, let band):
      isFiltering[lane] = false
      nextBand[lane] = band + 1
      if release(band) {
        outcome.freed = band
        outcome.steps += decodeNext()
      }
      outcome.steps +=
        band + 1 == bandCount ? lanes[lane].map { .encode(icon: $0) } : filterNext(lane)
    case .encode:
      unencoded -= 1
      outcome.isDone = unencoded == 0
    }
    return outcome
  }

  private mutating func decodeNext() -> [Step] {
    guard !isDecoding, freeSlots > 0, nextDecode < bandCount else { return [] }
    isDecoding = true
    freeSlots -= 1
    defer { nextDecode += 1 }
    return [.decode(band: nextDecode)]
  }

  private mutating func filterNext(_ lane: Int) -> [Step] {
    let band = nextBand[lane]
    guard !isFiltering[lane], waitingLanes[band] != nil else { return [] }
    isFiltering[lane] = true
    return [.filter(lane: lane, band: band)]
  }

  /// Whether the lane that is done with `band` was the last.
  private mutating func release(_ band: Int) -> Bool {
    guard let waiting = waitingLanes[band], waiting > 1 else {
      waitingLanes[band] = nil
      freeSlots += 1
      return true
    }
    waitingLanes[band] = waiting - 1
    return false
  }
}
