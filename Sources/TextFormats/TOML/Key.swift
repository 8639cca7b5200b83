/// One part of a dotted key, with its position.
struct Key {
  let text: String
  let position: TextPosition

  /// Whether a key may contain `byte` without quotes (TOML 1.0, "Keys").
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
