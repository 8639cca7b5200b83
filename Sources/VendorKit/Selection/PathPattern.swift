/// A path pattern as components, with the matching that ``Glob`` and
/// ``GitPattern`` share.
///
/// The time is bounded by pattern × path, whatever the pattern, because patterns come from files
/// that anyone may edit.
struct PathPattern: Hashable, Sendable {
  /// One component of a pattern.
  enum Component: Hashable, Sendable {
    /// Any number of folders, including none.
    case anyFolders
    /// One name with wildcards.
    case name([UInt8])
  }

  /// Matches one character of a name: the next positions in pattern and name, nil where they
  /// differ.
  typealias Step = (
    _ pattern: ArraySlice<UInt8>, _ at: Int, _ name: ArraySlice<UInt8>, _ position: Int
  ) -> (pattern: Int, name: Int)?

  var components: [Component] = []

  /// Whether the pattern matches all of `path`, given as its components.
  ///
  /// - Complexity: O(pattern length × path length).
  func matches(_ path: some Sequence<ArraySlice<UInt8>>, step: Step) -> Bool {
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
          // At the end it matches at least one component: `src/**` is what is inside `src`.
          if index == components.count - 1 { next[index + 1] = true }
        case .name(let pattern):
          if Self.matches(pattern[...], name, step: step) { next[index + 1] = true }
        }
      }
      passEmpty(&next)
      reached = next
    }
    return reached[components.count]
  }

  /// Lets a `**` that is not the last component match no folder.
  private func passEmpty(_ reached: inout [Bool]) {
    for (index, component) in components.enumerated().dropLast() where reached[index] {
      if component == .anyFolders { reached[index + 1] = true }
    }
  }

  /// Whether a pattern with `*` matches one name: only the last `*` is ever tried again, because an
  /// earlier one could take nothing that the last could not.
  static func matches(
    _ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>, step: Step
  ) -> Bool {
    var at = pattern.startIndex
    var position = name.startIndex
    var retry: (pattern: Int, name: Int)?
    while position < name.endIndex {
      if at < pattern.endIndex, pattern[at] == UInt8(ascii: "*") {
        at += 1
        retry = (at, position)
      } else if at < pattern.endIndex, let next = step(pattern, at, name, position) {
        (at, position) = next
      } else if let last = retry {
        retry = (last.pattern, last.name + 1)
        (at, position) = (last.pattern, last.name + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
