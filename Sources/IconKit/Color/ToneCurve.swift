/// A curve from codes to linear light, as 65,536 points.
struct ToneCurve: Sendable {
  static let count = 65536

  /// Linear light, 0 to 65535 and never decreasing, by 16 bit code.
  let linear: [Double]

  init(linear: [Double]) {
    precondition(linear.count == Self.count)
    self.linear = linear
  }

  /// Linear light, 0 to 1, of a code, 0 to 1.
  func callAsFunction(_ code: Double) -> Double {
    let place = min(max(code, 0), 1) * 65535
    let index = min(Int(place), Self.count - 2)
    let part = place - Double(index)
    return (linear[index] * (1 - part) + linear[index + 1] * part) / 65535
  }
}
