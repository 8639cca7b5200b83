/// The path of a file inside a folder, as bytes; its text cannot lead out of that folder.
///
/// Components are separated by single slashes. Refused: an empty path, a leading or doubled or
/// trailing slash, the components `.` and `..`, control characters (0x00–0x1F, 0x7F) and
/// backslashes. Paths are compared as bytes and never as text: two spellings of `é` are two files.
public struct RelativePath: Hashable, Sendable {
  /// The path's bytes, in no particular encoding.
  public let bytes: [UInt8]

  /// Takes `bytes` as a path.
  ///
  /// - Throws: the `Violation` that says which rule the bytes break.
  /// - Complexity: O(n).
  public init(bytes: some Sequence<UInt8>) throws(Violation) {
    // At once: what is generic copies byte by byte.
    let bytes = bytes.withContiguousStorageIfAvailable { Array($0) } ?? Array(bytes)
    if let violation = Violation(in: bytes) { throw violation }
    self.bytes = bytes
  }

  /// Takes the UTF-8 bytes of `text` as a path.
  ///
  /// - Throws: the `Violation` that says which rule the text breaks.
  public init(_ text: some StringProtocol) throws(Violation) {
    try self.init(bytes: text.utf8)
  }

  /// Makes a path from text of the program itself.
  ///
  /// - Precondition: `text` is a valid path; text from outside goes through `init(_:)`.
  public init(known text: String) {
    do throws(Violation) {
      try self.init(text)
    } catch {
      preconditionFailure("'\(text)' \(error)")
    }
  }

  /// Takes bytes that are known to be a valid path, or a name from the file system.
  init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The names between the slashes; never empty.
  public var components: [RelativePath] {
    bytes.split(separator: UInt8(ascii: "/")).map { RelativePath(unchecked: Array($0)) }
  }

  /// The name after the last slash.
  public var lastComponent: RelativePath {
    guard let slash = lastSlash else { return self }
    return RelativePath(unchecked: Array(bytes[(slash + 1)...]))
  }

  /// The path before the last slash; nil for a single name.
  public var parent: RelativePath? {
    lastSlash.map { RelativePath(unchecked: Array(bytes[..<$0])) }
  }

  /// This path with `other` below it.
  public func appending(_ other: RelativePath) -> RelativePath {
    var joined: [UInt8] = []
    joined.reserveCapacity(bytes.count + 1 + other.bytes.count)
    joined += bytes
    joined.append(UInt8(ascii: "/"))
    joined += other.bytes
    return RelativePath(unchecked: joined)
  }

  /// Whether this is `folder` or something below it.
  public func isInside(_ folder: RelativePath) -> Bool {
    bytes.starts(with: folder.bytes)
      && (bytes.count == folder.bytes.count || bytes[folder.bytes.count] == UInt8(ascii: "/"))
  }

  private var lastSlash: Int? { bytes.lastIndex(of: UInt8(ascii: "/")) }
}

extension RelativePath: Comparable {
  /// Orders by bytes, as `LC_ALL=C sort` does.
  public static func < (a: RelativePath, b: RelativePath) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

extension RelativePath: CustomStringConvertible {
  /// The path for a person: safe on a terminal, see `Printable`.
  public var description: String { Printable.text(of: bytes) }
}

extension RelativePath {
  /// The path as a relative reference, RFC 3986: all but unreserved characters escaped.
  ///
  /// - Complexity: O(n).
  public var uriReference: String {
    var text = ""
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}
