/// A pattern for paths: `*` and `?` stay inside a folder, `**` as a whole component crosses folders.
///
/// `*` matches any run of bytes without `/`, `?` one character, `**` any number of
/// folders, including none; a pattern that ends in `/` matches everything inside. Everything else
/// is literal: there are no classes, braces or escapes. Matching takes time proportional to
/// pattern times path, whatever the pattern, because patterns come from a file that anyone may edit.
public struct Glob: Hashable, Sendable, CustomStringConvertible {
  /// The pattern as written.
  public let description: String
  private let pattern: PathPattern

  /// Parses a pattern.
  ///
  /// - Throws: `VendorError` with `invalidArgument` when it can never match: empty, absolute, with
  ///   an empty, `.` or `..` component, or with `**` beside other characters.
  public init(_ text: String) throws(VendorError) {
    func refused(_ why: String) -> VendorError {
      VendorError(
        .invalidArgument, at: "pattern '\(text)'", why,
        remedy: "write paths relative to the package, as in 'src/**' or '*.c'")
    }
    guard !text.isEmpty else { throw refused("is empty") }
    guard text.utf8.count <= 1024 else { throw refused("is longer than 1024 bytes") }
    var text = text
    if text.hasSuffix("/") { text += "**" }
    var components: [PathPattern.Component] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let bytes = Array(part)
      switch bytes {
      case []: throw refused("has an empty component")
      case Array(".".utf8), Array("..".utf8): throw refused("has a '.' or '..' component")
      case Array("**".utf8):
        // Two in a row are the same as one.
        if components.last != .anyFolders { components.append(.anyFolders) }
      default:
        guard !bytes.contains(UInt8(ascii: "\\")) else { throw refused("has a backslash") }
        if zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0x2A && $1 == 0x2A }) {
          throw refused("has '**' next to other characters")
        }
        components.append(.name(bytes))
      }
    }
    self.description = text
    pattern = PathPattern(components: components)
  }

  /// Whether the pattern matches all of `path`, given as its components.
  ///
  /// - Complexity: O(pattern length × path length).
  public func matches(_ path: [ArraySlice<UInt8>]) -> Bool {
    pattern.matches(path) { pattern, at, name, position in
      if pattern[at] == UInt8(ascii: "?") {
        return (at + 1, Self.endOfCharacter(at: position, in: name))
      }
      return pattern[at] == name[position] ? (at + 1, position + 1) : nil
    }
  }

  /// The index after the UTF-8 character that begins at `index`.
  private static func endOfCharacter(at index: Int, in name: ArraySlice<UInt8>) -> Int {
    var end = index + 1
    while end < name.endIndex, name[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
