/// Parses curl's progress meter for parallel transfers.
///
/// A line is `DL% UL% Dled Uled Xfers Live Total Current Left Speed`, each ended by a carriage
/// return. The values are only displayed; nothing depends on them.
struct CurlMeter {
  /// How much of the known sizes has arrived; nil when curl knows no size.
  private(set) var percent: Int?
  /// Transfers that have ended.
  private(set) var finished = 0
  private var line: [UInt8] = []

  /// Reads the next piece.
  ///
  /// - Returns: whether a line of the meter was completed.
  mutating func consume(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isTick = false
    for byte in bytes {
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        if readLine() { isTick = true }
        line.removeAll(keepingCapacity: true)
      } else if line.count < 512 {
        line.append(byte)
      }
    }
    return isTick
  }

  private mutating func readLine() -> Bool {
    let fields = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    guard fields.count >= 6, let total = Int(fields[4]), let live = Int(fields[5]) else {
      return false
    }
    percent = Int(fields[0])
    finished = max(0, total - live)
    return true
  }
}
