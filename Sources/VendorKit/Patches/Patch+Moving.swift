public import SafeFiles

extension Patch {
  /// A hunk that fits at another line than the one that it names.
  public struct Move: Hashable, Sendable {
    /// The file.
    public let path: RelativePath
    /// The hunk's number within its file, from 1.
    public let hunk: Int
    /// By how many lines the text that the hunk changes has moved down.
    public let lines: Int
  }

  /// This patch with every hunk at the line where its text is, as `patch` finds it: the nearest place
  /// at which each line of the hunk matches, without fuzz.
  ///
  /// - Parameter read: the file at a path, nil when there is none.
  /// - Returns: the patch, which ``applied(reading:)`` takes, and the hunks whose place differs.
  /// - Throws: `VendorErrors` with one error for each hunk or file that does not fit, and what
  ///   `read` throws.
  func moved(
    reading read: (RelativePath) throws(VendorError) -> FileSnapshot?
  ) throws -> (patch: Patch, moves: [Move]) {
    var patch = self
    var files: [RelativePath: FileSnapshot?] = [:]
    var (moves, errors): ([Move], [VendorError]) = ([], [])
    for (index, change) in changes.enumerated() {
      do throws(VendorError) {
        let old: FileSnapshot?
        if let known = files[change.path] { old = known } else { old = try read(change.path) }
        if old == nil, change.kind == .change || change.kind == .deletion {
          // Of a file that does not exist there is no line to name.
          files[change.path] = .some(try change.applied(to: old, patch: name))
          continue
        }
        let placed = change.moved(in: TextLines(old?.bytes ?? []), patch: name)
        patch.changes[index] = placed.change
        moves += placed.moves
        errors += placed.errors
        guard placed.errors.isEmpty else { continue }
        files[change.path] = .some(try placed.change.applied(to: old, patch: name))
      } catch {
        errors.append(error)
      }
    }
    try VendorErrors.check(errors)
    return (patch, moves)
  }

  /// The text of a patch with the line numbers of this one; everything else stays as it is written.
  ///
  /// - Parameter text: what this was parsed from, before hunks were moved.
  func renumbered(_ text: [UInt8]) -> [UInt8] {
    let lines = TextLines(text)
    var headers: [Int: Hunk] = [:]
    for hunk in changes.flatMap(\.hunks) { headers[hunk.line - 1] = hunk }
    return (0..<lines.count).flatMap { index -> [UInt8] in
      guard let hunk = headers[index] else { return Array(lines[index]) }
      // "@@ -1,2 +3,4 @@", and what follows the third space.
      let words = lines[index].split(
        separator: UInt8(ascii: " "), maxSplits: 3, omittingEmptySubsequences: false)
      let head = "@@ \(Self.range(words[1], "-", hunk.old)) \(Self.range(words[2], "+", hunk.new)) "
      return Array(head.utf8) + words[3]
    }
  }

  /// A range with its count written as it was.
  private static func range(_ word: ArraySlice<UInt8>, _ sign: String, _ range: LineRange) -> String
  {
    let count = word.contains(UInt8(ascii: ",")) ? ",\(range.count)" : ""
    return "\(sign)\(range.start)\(count)"
  }
}

extension Patch.FileChange {
  /// This change with each hunk where its old lines are.
  fileprivate func moved(
    in lines: TextLines, patch: String
  ) -> (change: Patch.FileChange, moves: [Patch.Move], errors: [VendorError]) {
    var change = self
    var (moves, errors): ([Patch.Move], [VendorError]) = ([], [])
    // The old lines consumed, by how much new lines are ahead of them, and the last hunk's move.
    var (done, growth, delta) = (0, 0, 0)
    for (index, hunk) in hunks.enumerated() {
      let stated = hunk.old.count == 0 ? hunk.old.start : hunk.old.start - 1
      if let start = hunk.place(nearest: stated + delta, from: done, in: lines) {
        delta = start - stated
        if delta != 0 { moves.append(Patch.Move(path: path, hunk: index + 1, lines: delta)) }
        let new = start + growth
        change.hunks[index].old.start = hunk.old.count == 0 ? start : start + 1
        change.hunks[index].new.start = hunk.new.count == 0 ? new : new + 1
        done = start + hunk.old.count
        growth += hunk.new.count - hunk.old.count
      } else {
        errors.append(misfit(of: index, nearest: stated + delta, in: lines, patch: patch))
      }
    }
    return (change, moves, errors)
  }

  /// What is wrong with a hunk that fits nowhere: the first line that differs where it was expected.
  private func misfit(
    of index: Int, nearest start: Int, in lines: TextLines, patch: String
  ) -> VendorError {
    var row = max(start, 0)
    for line in hunks[index].lines where line.mark != .added {
      guard row < lines.count, lines[row].elementsEqual(line.text) else {
        return hunkFailure(
          index, Self.mismatch(of: line, at: row, in: lines) + ", and nowhere else",
          at: line.line, patch: patch)
      }
      row += 1
    }
    return hunkFailure(
      index, "overlaps the hunk above it", at: hunks[index].line, patch: patch)
  }
}

extension Patch.Hunk {
  /// The place nearest to `guess` where every old line matches; nil where there is none.
  ///
  /// A hunk with less context at one end than at the other was made at that end of the file, and fits
  /// elsewhere only at that end, as with GNU patch.
  ///
  /// - Complexity: O(lines × lines of the hunk) at worst.
  fileprivate func place(nearest guess: Int, from first: Int, in text: TextLines) -> Int? {
    let old = lines.filter { $0.mark != .added }.map(\.text)
    let last = text.count - old.count
    guard first <= last else { return nil }
    // Without a line that could be compared, the stated place is the only one.
    if old.isEmpty { return first...last ~= guess ? guess : nil }
    func fits(_ start: Int) -> Bool {
      old.indices.allSatisfy { text[start + $0].elementsEqual(old[$0]) }
    }
    if first...last ~= guess, fits(guess) { return guess }
    let before = lines.prefix { $0.mark == .context }.count
    let after = lines.reversed().prefix { $0.mark == .context }.count
    var places = first..<last + 1
    if before < after, self.old.start <= 1 { places = places.clamped(to: 0..<1) }
    if after < before { places = places.clamped(to: last..<last + 1) }
    let reach = max(guess - places.lowerBound, places.upperBound - guess)
    guard !places.isEmpty, reach > 0 else { return nil }
    for distance in 1...reach {
      for start in [guess + distance, guess - distance] where places ~= start && fits(start) {
        return start
      }
    }
    return nil
  }
}
