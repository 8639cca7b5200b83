/// Merges two changed versions of a text by the lines of their common ancestor.
///
/// The algorithm of diff3: S. Khanna, K. Kunal, B. C. Pierce, “A Formal Investigation of Diff3” (2007).
/// Changes that touch each other are a conflict, as in git. Our own, so that a merge needs no git and
/// no temporary files, and gives the same result with any version of it.
struct ThreeWayMerge {
  /// A run of lines on which both sides agree, or do not.
  enum Part: Equatable {
    case merged(Range<Int>, of: Side)
    case conflict(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  }

  enum Side { case base, ours, theirs }

  /// The parts in the order of the text.
  private(set) var parts: [Part] = []

  /// Whether the two versions contradict each other anywhere.
  var hasConflict: Bool {
    parts.contains { if case .conflict = $0 { true } else { false } }
  }

  private let base: TextLines
  private let ours: TextLines
  private let theirs: TextLines

  /// Merges `ours` and `theirs`, which were both made from `base`.
  ///
  /// - Complexity: that of two ``EditScript``s.
  init(base: TextLines, ours: TextLines, theirs: TextLines) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let inOurs = Self.kept(EditScript(from: base, to: ours))
    let inTheirs = Self.kept(EditScript(from: base, to: theirs))
    var (b, o, t) = (0, 0, 0)
    while b < base.count || o < ours.count || t < theirs.count {
      var next = b
      while next < base.count, inOurs[next] == o + next - b, inTheirs[next] == t + next - b {
        next += 1
      }
      if next > b {
        parts.append(.merged(b..<next, of: .base))
        (b, o, t) = (next, o + next - b, t + next - b)
        continue
      }
      while next < base.count, inOurs[next] == nil || inTheirs[next] == nil { next += 1 }
      let isEnd = next == base.count
      let oursEnd = isEnd ? ours.count : inOurs[next] ?? ours.count
      let theirsEnd = isEnd ? theirs.count : inTheirs[next] ?? theirs.count
      parts.append(settled(b..<next, o..<oursEnd, t..<theirsEnd))
      (b, o, t) = (next, oursEnd, theirsEnd)
    }
  }

  private func settled(
    _ base: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>
  ) -> Part {
    let ourText = self.ours.text(ours)
    if ourText == self.base.text(base) { return .merged(theirs, of: .theirs) }
    let theirText = self.theirs.text(theirs)
    if theirText == self.base.text(base) || theirText == ourText { return .merged(ours, of: .ours) }
    return .conflict(base: base, ours: ours, theirs: theirs)
  }

  /// For each old line the new line that it became; nil for one that was deleted.
  private static func kept(_ script: EditScript) -> [Int?] {
    var new = 0
    return script.isRemoved.map { isRemoved in
      if isRemoved { return nil }
      while script.isAdded[new] { new += 1 }
      new += 1
      return new - 1
    }
  }

  /// The merged text, with markers around what is in conflict.
  func text(marking markers: ConflictMarkers) -> [UInt8] {
    var text: [UInt8] = []
    for part in parts {
      switch part {
      case .merged(let lines, .base): text += base.text(lines)
      case .merged(let lines, .ours): text += ours.text(lines)
      case .merged(let lines, .theirs): text += theirs.text(lines)
      case .conflict(let base, let ours, let theirs):
        text += markers.text(
          base: self.base.text(base), ours: self.ours.text(ours), theirs: self.theirs.text(theirs))
      }
    }
    return text
  }
}

extension TextLines {
  /// The bytes of some lines.
  fileprivate func text(_ lines: Range<Int>) -> [UInt8] { lines.flatMap { self[$0] } }
}
