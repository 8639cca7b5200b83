/// An opaque colour that icons are flattened onto.
public struct Background: Sendable, Hashable {
  /// sRGB codes.
  public let red, green, blue: UInt8

  /// A colour from its sRGB codes.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// A colour from `#rrggbb`; nil for anything else.
  public init?(_ text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(
      red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  static let white = Background(red: 255, green: 255, blue: 255)

  /// `count` pixels of this colour, RGB or RGBA.
  func pixels(_ count: Int, channels: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count * channels) { pixels, initialized in
      initialized = count * channels
      let base = pixels.start
      for (i, code) in [red, green, blue, 255].prefix(channels).enumerated() { pixels[i] = code }
      // Double the filled part until all is filled.
      var done = channels
      while done < initialized {
        let more = min(done, initialized - done)
        (base + done).update(from: base, count: more)
        done += more
      }
    }
  }

  /// The values that are filtered, 0 to 65535.
  func linear(by tables: TransferTables) -> [UInt16] {
    [red, green, blue].map { tables.linearOfCodes[Int($0)] }
  }
}

extension Background: CustomStringConvertible {
  /// The colour as `#rrggbb`.
  public var description: String {
    "#"
      + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
