/// One entry of a source as read, before any policy is applied.
struct ArchiveEntry: Hashable {
  enum Kind: Hashable {
    case file
    case directory
    case symbolicLink(target: [UInt8])
    case hardLink(target: [UInt8])
    /// Something that cannot be vendored: a device, a FIFO, a socket.
    case other(String)
  }

  /// The name as written there, including any prefix and trailing slash.
  var name: [UInt8]
  var kind: Kind
  /// Bytes of content; 0 for all but files.
  var size: UInt64 = 0
  /// The lower 12 bits of a POSIX mode.
  var mode: UInt32 = 0o644
  /// Where the entry begins: tar, in the unpacked stream, the first header that belongs to it; zip,
  /// in the file, its local header. Elsewhere a running number.
  var position: Int64 = 0
}

/// The rules for entry names, which are untrusted.
///
/// Some names are always refused, because programs disagree on what they
/// mean (``components(of:)``); others only when a file of that name would be written
/// (``checkPortability(of:)``), so such files can be excluded.
enum EntryName {
  /// The most bytes in a name.
  static let maxBytes = PathPolicy.maxBytes

  /// Splits `name` into components, without leading `./` and a trailing `/`; empty for the top folder.
  ///
  /// - Throws: `Refusal` of an absolute name, a drive, `..`, an empty or `.` component, a backslash,
  ///   a control character, more than 1023 bytes, or bytes that are not UTF-8.
  static func components(of name: [UInt8]) throws(Refusal) -> [ArraySlice<UInt8>] {
    guard !name.isEmpty else { throw Refusal(name, "has an empty name") }
    guard name.count <= maxBytes else {
      throw Refusal(name, "has a name of \(name.count) bytes; at most \(maxBytes) are allowed")
    }
    guard let text = String(validating: name, as: UTF8.self) else {
      throw Refusal(name, "has a name that is not UTF-8")
    }
    guard !text.unicodeScalars.contains(where: isControl) else {
      throw Refusal(name, "has a control character in its name")
    }
    guard name[0] != UInt8(ascii: "/") else { throw Refusal(name, "has an absolute name") }
    guard !name.contains(UInt8(ascii: "\\")) else {
      throw Refusal(name, "has a backslash in its name")
    }
    var parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
    while parts.first == dot { parts.removeFirst() }
    if parts.last?.isEmpty == true { parts.removeLast() }
    for part in parts {
      if part.isEmpty { throw Refusal(name, "has an empty component in its name") }
      if part == dot { throw Refusal(name, "has a '.' component in its name") }
      if part == dotDot { throw Refusal(name, "leaves its folder through '..'") }
      if part.count >= 2, part[part.startIndex + 1] == UInt8(ascii: ":"),
        isLetter(part[part.startIndex])
      {
        throw Refusal(name, "names a drive")
      }
    }
    return Array(parts)
  }

  /// Checks that a file with these components can be written on every supported system.
  ///
  /// - Throws: `Refusal` of a component that Windows reserves or changes, that git takes for its own
  ///   folder on some file system, that has a bidirectional control, or more than 255 bytes.
  static func checkPortability(
    of components: some Sequence<ArraySlice<UInt8>>, entry: [UInt8]
  ) throws(Refusal) {
    for component in components {
      if let reason = PortableName.trouble(with: component) {
        throw Refusal(entry, reason, remedy: "leave it out with --exclude")
      }
    }
  }

  private static let dot: ArraySlice<UInt8> = [0x2E]
  private static let dotDot: ArraySlice<UInt8> = [0x2E, 0x2E]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }

  /// C0, DEL, C1, and the two separators that some programs treat as a line break.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
