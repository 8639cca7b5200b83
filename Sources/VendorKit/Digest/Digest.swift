/// The digest of some bytes, by one hash function.
///
/// Stored in plain integers rather than an array, so that a list of 200,000 files needs no allocation
/// for any of its digests.
public struct Digest<Algorithm: HashAlgorithm>: Hashable, Sendable {
  private var storage = Algorithm.zero

  /// A digest whose bytes are all zero, for one that is not known yet.
  public init() {}

  /// The digest with exactly these bytes; nil when there are more or fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    self.init { $0.copyBytes(from: bytes) }
  }

  /// The digest that lower-case hexadecimal digits spell, two for each byte; nil for anything else.
  ///
  /// Upper case is refused: the same digest must not have two spellings in a canonical file.
  public init?(hex: some Sequence<UInt8>) {
    var count = 0
    var isValid = true
    self.init { bytes in
      for digit in hex {
        let value: UInt8
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
        default:
          isValid = false
          return
        }
        if count < 2 * bytes.count { bytes[count >> 1] = bytes[count >> 1] << 4 | value }
        count += 1
      }
    }
    guard isValid, count == 2 * Self.byteCount else { return nil }
  }

  /// The digest that lower-case hexadecimal digits spell; nil for anything else.
  public init?(hex: some StringProtocol) {
    self.init(hex: hex.utf8)
  }

  /// The digest that the algorithm's name, a colon and hexadecimal digits spell, as a lock pins it.
  public init?(pin: some StringProtocol) {
    let prefix = "\(Algorithm.name):"
    guard pin.utf8.starts(with: prefix.utf8) else { return nil }
    self.init(hex: pin.utf8.dropFirst(prefix.utf8.count))
  }

  /// The digest whose bytes `write` puts into memory that is zero before.
  init(writtenBy write: (UnsafeMutableRawBufferPointer) -> Void) {
    withUnsafeMutableBytes(of: &storage, write)
  }

  private static var byteCount: Int { MemoryLayout<Algorithm.Bytes>.size }

  /// The bytes, in order.
  public var bytes: [UInt8] {
    withUnsafeBytes(of: storage) { Array($0) }
  }

  /// The bytes in lower-case hexadecimal digits.
  public var hex: String {
    var text: [UInt8] = []
    appendHex(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The algorithm's name and the digits, as a lock pins it: `sha256:HEX`.
  public var pin: String { "\(Algorithm.name):\(hex)" }

  /// Appends the digits to `text`.
  func appendHex(to text: inout [UInt8]) {
    withUnsafeBytes(of: storage) { bytes in
      for byte in bytes {
        for value in [byte >> 4, byte & 15] {
          text.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        }
      }
    }
  }
}

extension Digest: CustomStringConvertible {
  /// The bytes in lower-case hexadecimal digits.
  public var description: String { hex }
}
