/// The way from the document's table to a value, as messages write it: `package[2].license-files[0]`.
struct KeyPath: Hashable, CustomStringConvertible {
  private(set) var description = ""

  /// The value of `key` in the table here.
  func key(_ key: String) -> KeyPath {
    let isBare = !key.isEmpty && key.utf8.allSatisfy(KeyPath.isBare)
    let escaped = key.unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
    let text = isBare ? key : "\"\(escaped)\""
    var path = self
    path.description += description.isEmpty ? text : "." + text
    return path
  }

  /// The element with `index` in the array here.
  func element(_ index: Int) -> KeyPath {
    var path = self
    path.description += "[\(index)]"
    return path
  }

  /// Whether a key may hold `byte` without quotes, TOML 1.0, "Keys".
  static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
