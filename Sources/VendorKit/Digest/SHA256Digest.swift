/// The 32 bytes of a SHA-256 digest, FIPS 180-4.
///
/// Stored in four words rather than an array, so that a list of 200,000 files needs no allocation
/// for any of its digests.
public struct SHA256Digest: Hashable, Sendable {
  /// The digest's words, big-endian: the first byte is the most significant of `words.0`.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  /// The digest whose memory, 32 bytes in order, these words are.
  init(bigEndianWords words: (UInt64, UInt64, UInt64, UInt64)) {
    self.words = (
      UInt64(bigEndian: words.0), UInt64(bigEndian: words.1),
      UInt64(bigEndian: words.2), UInt64(bigEndian: words.3)
    )
  }

  /// The digest with exactly these 32 bytes; nil when there are more or fewer.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    for (index, byte) in bytes.enumerated() {
      let bits = UInt64(byte) << UInt64(56 - 8 * (index & 7))
      switch index >> 3 {
      case 0: words.0 |= bits
      case 1: words.1 |= bits
      case 2: words.2 |= bits
      default: words.3 |= bits
      }
    }
    self.words = words
  }

  /// The digest that 64 lower-case hexadecimal digits spell; nil for anything else.
  ///
  /// Upper case is refused: the same digest must not have two spellings in a canonical file.
  public init?(hex: some Sequence<UInt8>) {
    var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var count = 0
    for digit in hex {
      let value: UInt64
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
      switch count >> 4 {
      case 0: words.0 = words.0 << 4 | value
      case 1: words.1 = words.1 << 4 | value
      case 2: words.2 = words.2 << 4 | value
      case 3: words.3 = words.3 << 4 | value
      default: return nil
      }
      count += 1
    }
    guard count == 64 else { return nil }
    self.words = words
  }

  /// The digest that 64 lower-case hexadecimal digits spell; nil for anything else.
  public init?(hex: some StringProtocol) {
    self.init(hex: hex.utf8)
  }

  /// The digest that `sha256:` and 64 lower-case hexadecimal digits spell, as a lock pins it.
  public init?(pin: some StringProtocol) {
    guard pin.utf8.starts(with: "sha256:".utf8) else { return nil }
    self.init(hex: pin.utf8.dropFirst(7))
  }

  /// The 32 bytes, in order.
  public var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
    }
  }

  /// 64 lower-case hexadecimal digits.
  public var hex: String {
    String(unsafeUninitializedCapacity: 64) { buffer in
      withHexDigits { index, digit in buffer[index] = digit }
      return 64
    }
  }

  /// `sha256:` and the digits, as a lock pins it.
  public var pin: String { "sha256:" + hex }

  /// Appends the 64 digits to `text`.
  func appendHex(to text: inout [UInt8]) {
    withHexDigits { _, digit in text.append(digit) }
  }

  private func withHexDigits(_ body: (Int, UInt8) -> Void) {
    var index = 0
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: UInt64(60), through: 0, by: -4) {
        let value = UInt8(truncatingIfNeeded: word >> shift) & 15
        body(index, value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
        index += 1
      }
    }
  }

  /// Whether all 32 bytes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  /// Feeds all 32 bytes to `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}

extension SHA256Digest: CustomStringConvertible {
  /// 64 lower-case hexadecimal digits.
  public var description: String { hex }
}
