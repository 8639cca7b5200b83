import VendorKit

/// A version as dpkg and rpm write it: `[epoch:]version[-revision]`.
struct PackageManagerVersion: Sendable {
  /// Nil where none is written, which means zero.
  let epoch: DigitString?
  private let version: Substring
  /// What follows the last dash; nil without one.
  let revision: Substring?

  /// Any text is a version.
  init(_ text: String) {
    var rest = Substring(text)
    var epoch: DigitString?
    if let colon = rest.firstIndex(of: ":"), let number = DigitString(rest[..<colon]) {
      epoch = number
      rest = rest[rest.index(after: colon)...]
    }
    self.epoch = epoch
    let dash = rest.lastIndex(of: "-")
    revision = dash.map { rest[rest.index(after: $0)...] }
    version = rest[..<(dash ?? rest.endIndex)]
  }

  /// The order of deb-version(7).
  func compareAsDebian(_ other: PackageManagerVersion) -> Int {
    let order = compareUpstream(other)
    return order != 0 ? order : Self.debianOrder(revision ?? "0", other.revision ?? "0")
  }

  /// The order of deb-version(7) without the revisions.
  func compareUpstream(_ other: PackageManagerVersion) -> Int {
    let order = (epoch ?? .zero).compare(other.epoch ?? .zero)
    return order != 0 ? order : Self.debianOrder(version, other.version)
  }

  /// The order of rpmvercmp, tilde and caret included; a missing release matches any.
  func compareAsRPM(_ other: PackageManagerVersion) -> Int {
    let order = (epoch ?? .zero).compare(other.epoch ?? .zero)
    if order != 0 { return order }
    let byVersion = Self.rpmOrder(version, other.version)
    if byVersion != 0 { return byVersion }
    guard let left = revision, let right = other.revision else { return 0 }
    return Self.rpmOrder(left, right)
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
    byte.map { !$0.isDigit } ?? false
  }

  private static func weight(_ byte: UInt8?) -> Int {
    guard let byte, !byte.isDigit else { return 0 }
    if byte == UInt8(ascii: "~") { return -1 }
    return byte.isLetter ? Int(byte) : Int(byte) + 256
  }

  private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> DigitString {
    let run = bytes.prefix(while: \.isDigit)
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
      if let mark = a.first, mark == b.first, !mark.isDigit, !mark.isLetter {
        a = a.dropFirst()
        b = b.dropFirst()
        continue
      }
      guard let first = a.first, let other = b.first else { return a.count - b.count }
      if first.isDigit != other.isDigit { return first.isDigit ? 1 : -1 }
      if first.isDigit {
        let order = takeDigits(&a).compare(takeDigits(&b))
        if order != 0 { return order }
      } else {
        let (x, y) = (a.prefix(while: \.isLetter), b.prefix(while: \.isLetter))
        if x != y { return x.lexicographicallyPrecedes(y) ? -1 : 1 }
        a = a[x.endIndex...]
        b = b[y.endIndex...]
      }
    }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "^")
  }
}
