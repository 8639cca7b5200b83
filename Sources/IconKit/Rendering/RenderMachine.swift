/// A state machine that decides which steps can run next for one master; it does no work itself.
///
/// Bands are decoded one after the other while there is a free slot; each is split into quads on
/// its own; each lane filters the bands in order; after a lane's last band its icons are encoded, the
/// large ones compressed in parts. A band's slot is free again when every lane has filtered it.
struct RenderMachine {
  /// One piece of work. All steps that the machine has returned may run concurrently.
  enum Step: Hashable, Sendable {
    case decode(band: Int)
    case split(band: Int)
    case filter(lane: Int, band: Int)
    case encode(icon: Int)
    case compress(icon: Int, part: Int)
  }

  /// What follows from the end of a step.
  struct Outcome: Equatable {
    /// The steps to start, in this order.
    var steps: [Step] = []
    /// The band that is not needed any more.
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
  /// For each band that is split and not yet freed, the number of lanes that still need it.
  private var waitingLanes: [Int: Int] = [:]
  private var nextBand: [Int]
  private var isFiltering: [Bool]
  private var unencoded: Int
  /// For each icon that is being compressed, the number of parts that are missing.
  private var missingParts: [Int: Int] = [:]

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

  /// Records that `step` has ended.
  ///
  /// - Parameter parts: of an encoded icon, how many parts it is still to be compressed in.
  mutating func finish(_ step: Step, parts: Int = 0) -> Outcome {
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
    case .encode(let icon):
      missingParts[icon] = parts
      outcome.steps = (0..<parts).map { .compress(icon: icon, part: $0) }
      outcome.isDone = isLast(icon)
    case .compress(let icon, _):
      missingParts[icon, default: 0] -= 1
      outcome.isDone = isLast(icon)
    }
    return outcome
  }

  /// Counts the icon as done if it is; returns whether it was the last.
  private mutating func isLast(_ icon: Int) -> Bool {
    guard missingParts[icon] == 0 else { return false }
    unencoded -= 1
    return unencoded == 0
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

  /// Counts one lane as done with `band`; returns whether it was the last.
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
