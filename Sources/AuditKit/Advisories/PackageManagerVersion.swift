import VendorKit

/// The version orders of dpkg and rpm: epoch, version, revision.
enum PackageManagerVersion {
  /// The order of deb-version(7).
  static func compareDebian(_ left: String, _ right: String) -> Int {
    let (a, b) = (Parts(left), Parts(right))
    let order = a.epoch.compare(b.epoch)
    if order != 0 { return order }
    let version = debianOrder(a.version, b.version)
    return version != 0 ? version : debianOrder(a.revision ?? "0", b.revision ?? "0")
  }

  /// The order of rpmvercmp, tilde and caret included; a missing release matches any.
  static func compareRPM(_ left: String, _ right: String) -> Int {
    let (a, b) = (Parts(left), Parts(right))
    let order = a.epoch.compare(b.epoch)
    if order != 0 { return order }
    let version = rpmOrder(a.version, b.version)
    if version != 0 { return version }
    guard let left = a.revision, let right = b.revision else { return 0 }
    return rpmOrder(left, right)
  }

  /// `[epoch:]version[-revision]`.
  private struct Parts {
    var epoch: DigitString = .zero
    var version: Substring
    var revision: Substring?

    init(_ text: String) {
      version = Substring(text)
      if let colon = version.firstIndex(of: ":"), let epoch = DigitString(version[..<colon]) {
        self.epoch = epoch
        version = version[version.index(after: colon)...]
      }
      if let dash = version.lastIndex(of: "-") {
        revision = version[version.index(after: dash)...]
        version = version[..<dash]
      }
    }
  }

  /// Compares runs of non-digits and runs of digits in turn; `~` sorts before the end of the text, and
  /// letters before other characters.
  private static func debianOrder(_ left: Substring, _ right: Substring) -> Int {
    var (a, b) = (Array(left.utf8)[...], Array(right.utf8)[...])
    while !a.isEmpty || !b.isEmpty {
      while isText(a.first) || isText(b.first) {
        let order = weight(a.first) - weight(b.first)
        if order != 0 { return order }
        a = a.dropFirst()
        b = b.dropFirst()
      }
      let order = takeDigits(&a).compare(takeDigits(&b))
      if order != 0 { return order }
    }
    return 0
  }

  private static func isText(_ byte: UInt8?) -> Bool {
    byte.map { !isDigit($0) } ?? false
  }

  private static func weight(_ byte: UInt8?) -> Int {
    guard let byte, !isDigit(byte) else { return 0 }
    if byte == UInt8(ascii: "~") { return -1 }
    return isLetter(byte) ? Int(byte) : Int(byte) + 256
  }

  private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> DigitString {
    let run = bytes.prefix(while: isDigit)
    bytes = bytes[run.endIndex...]
    return DigitString(String(decoding: run, as: UTF8.self)) ?? .zero
  }

  private static func rpmOrder(_ left: Substring, _ right: Substring) -> Int {
    var (a, b) = (Array(left.utf8)[...], Array(right.utf8)[...])
    while true {
      a = a.drop { !isMark($0) }
      b = b.drop { !isMark($0) }
      for (mark, winner) in [(UInt8(ascii: "~"), -1), (UInt8(ascii: "^"), 1)] {
        let (inLeft, inRight) = (a.first == mark, b.first == mark)
        if inLeft != inRight {
          // A caret sorts before any further text, a tilde before everything, even the end.
          if mark == UInt8(ascii: "^"), !(inLeft ? b : a).isEmpty { return inLeft ? -1 : 1 }
          return inLeft ? winner : -winner
        }
      }
      if let mark = a.first, mark == b.first, !isDigit(mark), !isLetter(mark) {
        a = a.dropFirst()
        b = b.dropFirst()
        continue
      }
      guard let first = a.first, let other = b.first else { return a.count - b.count }
      if isDigit(first) != isDigit(other) { return isDigit(first) ? 1 : -1 }
      if isDigit(first) {
        let order = takeDigits(&a).compare(takeDigits(&b))
        if order != 0 { return order }
      } else {
        let (x, y) = (a.prefix(while: isLetter), b.prefix(while: isLetter))
        if x != y { return x.lexicographicallyPrecedes(y) ? -1 : 1 }
        a = a[x.endIndex...]
        b = b[y.endIndex...]
      }
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    isDigit(byte) || isLetter(byte) || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "^")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }
}
