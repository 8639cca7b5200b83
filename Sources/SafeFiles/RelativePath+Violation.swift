extension RelativePath {
  /// The rule of paths that some bytes break.
  public enum Violation: Error, Hashable, Sendable {
    /// There are no bytes.
    case empty
    /// It starts with a slash.
    case absolute
    /// It has two slashes in a row or ends in one.
    case emptyComponent
    /// One of its components is `.` or `..`.
    case dotComponent
    /// It contains a control character: this byte.
    case control(UInt8)
    /// It contains a backslash, which separates components on other systems.
    case backslash

    /// The first rule that `bytes` break, nil when they are a path.
    init?(in bytes: [UInt8]) {
      guard let first = bytes.first else {
        self = .empty
        return
      }
      if first == UInt8(ascii: "/") {
        self = .absolute
        return
      }
      // In one pass: how long the component is so far, and whether it consists of dots.
      var length = 0
      var dots = 0
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "/"):
          if let violation = Self(componentOfLength: length, dots: dots) {
            self = violation
            return
          }
          length = 0
          dots = 0
          continue
        case 0..<0x20, 0x7F:
          self = .control(byte)
          return
        case UInt8(ascii: "\\"):
          self = .backslash
          return
        case UInt8(ascii: "."):
          dots += 1
        default:
          break
        }
        length += 1
      }
      guard let violation = Self(componentOfLength: length, dots: dots) else { return nil }
      self = violation
    }

    private init?(componentOfLength length: Int, dots: Int) {
      if length == 0 {
        self = .emptyComponent
      } else if length == dots, length <= 2 {
        self = .dotComponent
      } else {
        return nil
      }
    }
  }
}

extension RelativePath.Violation: CustomStringConvertible {
  /// What is wrong, as the end of a sentence that starts with the path.
  public var description: String {
    switch self {
    case .empty: "is empty"
    case .absolute: "is absolute, expected a path inside the folder"
    case .emptyComponent: "has an empty component"
    case .dotComponent: "has a '.' or '..' component"
    case .control(let byte): "contains the control character \(Printable.text(of: [byte]))"
    case .backslash: "contains a backslash"
    }
  }
}
