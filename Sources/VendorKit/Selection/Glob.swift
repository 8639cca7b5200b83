/// A pattern for paths: `*` and `?` stay inside a folder, `**` as a whole component crosses folders.
///
/// `*` stands for any run of bytes without `/`, `?` for one character, `**` for any number of
/// folders, none included; a pattern that ends in `/` means everything inside. Everything else
/// stands for itself: there are no classes, braces or escapes. Matching takes time proportional to
/// pattern times path, whatever the pattern, because patterns come from a file that anyone may edit.
public struct Glob: Hashable, Sendable, CustomStringConvertible {
  /// One component of a pattern.
  private enum Component: Hashable, Sendable {
    /// Any number of folders, none included.
    case anyFolders
    /// One name; `*` and `?` inside are wildcards.
    case name([UInt8])
  }

  /// The pattern as written.
  public let description: String
  private let components: [Component]

  /// The pattern that `text` spells.
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
    var components: [Component] = []
    for part in text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let bytes = Array(part)
      switch bytes {
      case []: throw refused("has an empty component")
      case Array(".".utf8), Array("..".utf8): throw refused("has a '.' or '..' component")
      case Array("**".utf8):
        // Two in a row mean what one means.
        if components.last != .anyFolders { components.append(.anyFolders) }
      default:
        guard !bytes.contains(UInt8(ascii: "\\")) else { throw refused("has a backslash") }
        if zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0x2A && $1 == 0x2A }) {
          throw refused("has '**' beside other characters")
        }
        components.append(.name(bytes))
      }
    }
    self.description = text
    self.components = components
  }

  /// Whether the pattern matches all of `path`, given as its components.
  ///
  /// - Complexity: O(pattern length × path length).
  public func matches(_ path: [ArraySlice<UInt8>]) -> Bool {
    // reached[i]: the first i components of the pattern can match what was read of the path.
    var reached = [Bool](repeating: false, count: components.count + 1)
    reached[0] = true
    passEmpty(&reached)
    for name in path {
      var next = [Bool](repeating: false, count: components.count + 1)
      for (index, component) in components.enumerated() where reached[index] {
        switch component {
        case .anyFolders:
          next[index] = true
          // At the end it takes one component at least: `src/**` is what is inside `src`.
          if index == components.count - 1 { next[index + 1] = true }
        case .name(let pattern): if Self.matches(pattern[...], name) { next[index + 1] = true }
        }
      }
      passEmpty(&next)
      reached = next
    }
    return reached[components.count]
  }

  /// Lets a `**` that is not the last component stand for no folder at all.
  private func passEmpty(_ reached: inout [Bool]) {
    for (index, component) in components.enumerated().dropLast() where reached[index] {
      if component == .anyFolders { reached[index + 1] = true }
    }
  }

  /// Wildcard matching of one name: only the last `*` is ever tried again, because an earlier one
  /// could take nothing that the last could not.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var patternIndex = pattern.startIndex
    var nameIndex = name.startIndex
    var retry: (pattern: Int, name: Int)?
    while nameIndex < name.endIndex {
      if patternIndex < pattern.endIndex {
        let expected = pattern[patternIndex]
        if expected == UInt8(ascii: "*") {
          retry = (patternIndex + 1, nameIndex)
          patternIndex += 1
          continue
        }
        if expected == UInt8(ascii: "?") {
          patternIndex += 1
          nameIndex = endOfCharacter(at: nameIndex, in: name)
          continue
        }
        if expected == name[nameIndex] {
          patternIndex += 1
          nameIndex += 1
          continue
        }
      }
      guard let last = retry else { return false }
      retry = (last.pattern, last.name + 1)
      patternIndex = last.pattern
      nameIndex = last.name + 1
    }
    return pattern[patternIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// The index after the UTF-8 character that begins at `index`.
  private static func endOfCharacter(at index: Int, in name: ArraySlice<UInt8>) -> Int {
    var end = index + 1
    while end < name.endIndex, name[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
