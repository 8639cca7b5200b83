public import SafeFiles

/// Writes differences as `git diff` would: unified, three lines of context, paths with `a/` and `b/`.
///
/// `patch -p1`, `git apply` and ``Patch`` accept them. The bytes depend on the two files
/// and their path only.
public enum UnifiedDiff {
  /// The number of context lines around each change.
  static let contextLines = 3

  /// The difference between two states of the file at `path`; nil stands for no file.
  ///
  /// - Returns: no bytes when the two are the same.
  /// - Throws: `VendorError` with the code `patch` when a binary file would have to be compared.
  /// - Complexity: that of `EditScript`.
  public static func text(
    of path: RelativePath, from old: FileSnapshot?, to new: FileSnapshot?
  ) throws(VendorError) -> [UInt8] {
    if old == new { return [] }
    if old?.bytes != new?.bytes, old?.isBinary == true || new?.isBinary == true {
      throw VendorError(
        .patch, at: path.description, "is a binary file; patches can only change text",
        remedy: "restore the file, or keep your copy outside the package")
    }
    let hunks = hunks(from: old?.bytes ?? [], to: new?.bytes ?? [])
    // Where this line alone names the file, GNU patch takes a plain name to end at a space.
    let (oldName, newName) = (
      PatchPath.written("a/", path, quotesSpaces: hunks.isEmpty),
      PatchPath.written("b/", path, quotesSpaces: hunks.isEmpty)
    )
    var text: [UInt8] = []
    text += "diff --git ".utf8 + oldName + " ".utf8 + newName + "\n".utf8
    switch (old, new) {
    case (nil, let new?): text += "new file mode \(new.mode)\n".utf8
    case (let old?, nil): text += "deleted file mode \(old.mode)\n".utf8
    case (let old?, let new?) where old.isExecutable != new.isExecutable:
      text += "old mode \(old.mode)\nnew mode \(new.mode)\n".utf8
    default: break
    }
    if hunks.isEmpty {
      // GNU patch creates and deletes an empty file only if the diff has git's id of the empty
      // blob.
      if old == nil { text += "index 0000000..e69de29\n".utf8 }
      if new == nil { text += "index e69de29..0000000\n".utf8 }
      return text
    }
    // A tab ends a name with a space in it; without one `patch` would take the name to end there.
    let end: [UInt8] = Array((path.bytes.contains(UInt8(ascii: " ")) ? "\t\n" : "\n").utf8)
    text += "--- ".utf8 + (old == nil ? Array("/dev/null\n".utf8) : oldName + end)
    text += "+++ ".utf8 + (new == nil ? Array("/dev/null\n".utf8) : newName + end)
    return text + hunks
  }

  /// The hunks alone.
  private static func hunks(from oldBytes: [UInt8], to newBytes: [UInt8]) -> [UInt8] {
    let (old, new) = (TextLines(oldBytes), TextLines(newBytes))
    let script = EditScript(from: old, to: new)
    var text: [UInt8] = []
    for hunk in HunkRange.all(in: script) {
      text += "@@ -\(range(hunk.old)) +\(range(hunk.new)) @@\n".utf8
      var (x, y) = (hunk.old.lowerBound, hunk.new.lowerBound)
      while x < hunk.old.upperBound || y < hunk.new.upperBound {
        if x < hunk.old.upperBound, script.isRemoved[x] {
          append(old[x], marked: "-", to: &text)
          x += 1
        } else if y < hunk.new.upperBound, script.isAdded[y] {
          append(new[y], marked: "+", to: &text)
          y += 1
        } else {
          append(old[x], marked: " ", to: &text)
          x += 1
          y += 1
        }
      }
    }
    return text
  }

  private static func append(
    _ line: ArraySlice<UInt8>, marked mark: Unicode.Scalar, to text: inout [UInt8]
  ) {
    text.append(UInt8(ascii: mark))
    text += line
    if line.last != UInt8(ascii: "\n") { text += "\n\\ No newline at end of file\n".utf8 }
  }

  /// `start,count` as POSIX has it: counted from 1, and for no lines the line before them.
  private static func range(_ lines: Range<Int>) -> String {
    switch lines.count {
    case 0: "\(lines.lowerBound),0"
    case 1: "\(lines.lowerBound + 1)"
    default: "\(lines.lowerBound + 1),\(lines.count)"
    }
  }
}

/// The lines of both sides that one hunk covers, context included.
private struct HunkRange {
  var old: Range<Int>
  var new: Range<Int>

  /// Changes with their context; those whose contexts touch share a hunk.
  static func all(in script: EditScript) -> [HunkRange] {
    let context = UnifiedDiff.contextLines
    var hunks: [HunkRange] = []
    var (x, y) = (0, 0)
    let (oldCount, newCount) = (script.isRemoved.count, script.isAdded.count)
    while x < oldCount || y < newCount {
      let change = (x, y)
      while x < oldCount, script.isRemoved[x] { x += 1 }
      while y < newCount, script.isAdded[y] { y += 1 }
      guard change != (x, y) else {
        x += 1
        y += 1
        continue
      }
      let before = min(context, change.0)
      let after = min(context, oldCount - x)
      let hunk = HunkRange(
        old: change.0 - before..<x + after, new: change.1 - before..<y + after)
      if let last = hunks.last, hunk.old.lowerBound <= last.old.upperBound {
        hunks[hunks.count - 1] = HunkRange(
          old: last.old.lowerBound..<hunk.old.upperBound,
          new: last.new.lowerBound..<hunk.new.upperBound)
      } else {
        hunks.append(hunk)
      }
    }
    return hunks
  }
}
