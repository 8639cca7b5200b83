/// A set of port numbers: one bit for each, so that a look-up allocates and hashes nothing.
struct PortSet {
  private var words = [UInt64](repeating: 0, count: 1024)

  func contains(_ port: UInt16) -> Bool { words[Int(port >> 6)] >> UInt64(port & 63) & 1 == 1 }

  mutating func insert(_ port: UInt16) { words[Int(port >> 6)] |= 1 << UInt64(port & 63) }
}
