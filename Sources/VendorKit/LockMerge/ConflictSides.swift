import TextFormats

/// The two sides of a text with conflict markers: what is outside the conflicts is in both.
///
/// The styles `merge`, `diff3` and `zdiff3` of git-merge-file(1). What is between the markers of the
/// base is the ancestor's, but `zdiff3` moves lines out of a conflict that the ancestor lacked: a base
/// read from the markers may not be a lock.
struct ConflictSides {
  private(set) var ours: [UInt8] = []
  private(set) var theirs: [UInt8] = []
  /// The ancestor; nil if a conflict does not show it.
  private(set) var base: [UInt8]? = []

  private enum Part {
    case common, ours, base, theirs
  }

  /// The sides of `text`.
  ///
  /// - Throws: `VendorError` with `invalidLock` and the line of a marker that is out of place.
  init(of text: [UInt8], named name: String) throws(VendorError) {
    var part = Part.common
    var showsBase = false
    var rest = text[...]
    var number = 0
    while !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      let line = rest[..<end]
      rest = rest[end...]
      let content = line.last == UInt8(ascii: "\n") ? line.dropLast() : line
      guard let marker = ConflictMarker(line: content) else {
        if part == .common || part == .ours { ours += line }
        if part == .common || part == .theirs { theirs += line }
        if part == .common || part == .base { base? += line }
        continue
      }
      switch (part, marker) {
      case (.common, .ours): (part, showsBase) = (.ours, false)
      case (.ours, .base): (part, showsBase) = (.base, true)
      case (.ours, .separator), (.base, .separator):
        part = .theirs
        if !showsBase { base = nil }
      case (.theirs, .theirs): part = .common
      default:
        throw VendorError(
          .invalidLock, at: "\(name):\(number)", "is a conflict marker out of place",
          remedy: Self.remedy)
      }
    }
    guard part == .common else {
      throw VendorError(
        .invalidLock, at: name, "ends inside a conflict", remedy: Self.remedy)
    }
  }

  private static let remedy =
    "write the conflict again with 'git checkout --merge \(Lock.fileName)'"
}
