import Testing

@testable import IconKit

/// The order of steps, without a thread.
struct RenderMachineTests {
  private typealias Step = RenderMachine.Step

  /// Ends steps in random order and checks what may never happen.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func everyOrderEndsAndKeepsTheRules(seed: UInt64) {
    var random = SplitMix64(seed)
    let bandCount = Int.random(in: 1...9, using: &random)
    let slots = Int.random(in: 1...4, using: &random)
    let lanes = (0..<Int.random(in: 1...4, using: &random)).map { [$0 * 10 + 1, $0 * 10] }
    var machine = RenderMachine(bandCount: bandCount, lanes: lanes, slots: slots)

    // Icons with an odd number are large.
    let parts = Int.random(in: 1...5, using: &random)
    var running = machine.start()
    var ended: [Step] = []
    var freed: Set<Int> = []
    var isDone = false
    while !running.isEmpty {
      #expect(!isDone)
      let step = running.remove(at: Int.random(in: 0..<running.count, using: &random))
      var divided = 0
      if case .encode(let icon) = step, icon % 2 == 1 { divided = parts }
      let outcome = machine.finish(step, parts: divided)
      ended.append(step)
      if let band = outcome.freed { #expect(freed.insert(band).inserted) }
      for step in outcome.steps { check(step, running, ended, freed, slots) }
      running += outcome.steps
      isDone = outcome.isDone
    }
    #expect(isDone)
    #expect(freed.count == bandCount)
    #expect(Set(ended).count == ended.count)
    #expect(ended.count == bandCount * (2 + lanes.count) + (2 + parts) * lanes.count)
  }

  private func check(
    _ step: Step, _ running: [Step], _ ended: [Step], _ freed: Set<Int>, _ slots: Int
  ) {
    switch step {
    case .decode(let band):
      #expect(band == 0 || ended.contains(.decode(band: band - 1)))
      #expect(band - freed.count < slots)
    case .split(let band):
      #expect(ended.contains(.decode(band: band)))
    case .filter(let lane, let band):
      #expect(ended.contains(.split(band: band)) && !freed.contains(band))
      #expect(band == 0 || ended.contains(.filter(lane: lane, band: band - 1)))
    case .encode(let icon):
      #expect(!ended.contains(.encode(icon: icon)))
    case .compress(let icon, _):
      #expect(ended.contains(.encode(icon: icon)))
    }
  }

  @Test func decodingRunsAheadOfFiltering() {
    var machine = RenderMachine(bandCount: 5, lanes: [[9]], slots: 3)
    #expect(machine.start() == [.decode(band: 0)])
    #expect(machine.finish(.decode(band: 0)).steps == [.decode(band: 1), .split(band: 0)])
    #expect(machine.finish(.decode(band: 1)).steps == [.decode(band: 2), .split(band: 1)])
    // No slot is left: the next decode waits for a lane.
    #expect(machine.finish(.decode(band: 2)).steps == [.split(band: 2)])
    #expect(machine.finish(.split(band: 0)).steps == [.filter(lane: 0, band: 0)])
    let outcome = machine.finish(.filter(lane: 0, band: 0))
    #expect(outcome.freed == 0)
    #expect(outcome.steps == [.decode(band: 3)])
  }
}
