/// Prints what one request costs in BroadcastPool, DispatchQueue and NIOThreadPool.
///
/// `pool-benchmark [requests] [repetitions] [threads] [contestant]`. The contestants take turns within each
/// repetition, so that whatever else the machine does hits all of them; ratios are medians of the
/// ratios within a repetition. With a contestant, one whose name begins so, only that one runs: under
/// `valgrind --tool=callgrind` the difference between two numbers of requests counts its instructions.
@main
struct PoolBenchmark {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let count = arguments.first ?? 200_000
    let repetitions = arguments.dropFirst().first ?? 9
    let threads = arguments.dropFirst(2).first ?? 2
    let contestants = Contestant.all(threads: threads)
    if let name = CommandLine.arguments.dropFirst(4).first {
      for contestant in contestants where contestant.name.hasPrefix(name) {
        for _ in 0..<repetitions { contestant.run(count) }
      }
      return
    }
    let clock = ContinuousClock()
    var costs = contestants.map { _ in [Double]() }
    for repetition in 0...repetitions {
      for (place, contestant) in contestants.enumerated() {
        let time = clock.measure { contestant.run(count) }
        // The first round warms up: threads start, tables grow.
        if repetition > 0 { costs[place].append(time / .nanoseconds(count)) }
      }
    }
    print("\(count) requests, \(repetitions) repetitions, \(threads) threads, 1 submitter")
    for (place, contestant) in contestants.enumerated() {
      let cost = median(costs[place])
      print("\(padded(contestant.name)) \(Int(cost.rounded())) ns/request")
    }
    for (place, contestant) in contestants.enumerated().dropFirst(2) {
      let ratios = zip(costs[0], costs[place]).map { $0 / $1 }
      let hundredths = Int((median(ratios) * 100).rounded())
      let digits = hundredths % 100
      print(
        "\(padded("distinct / " + contestant.name)) "
          + "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)")
    }
  }

  private static func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(0, 34 - name.count))
  }

  private static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
