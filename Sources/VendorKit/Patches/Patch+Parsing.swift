internal import SafeFiles

extension Patch {
  /// Patches larger than this are refused.
  static let maximumBytes = 64 << 20

  /// Parses a patch.
  ///
  /// - Parameters:
  ///   - bytes: untrusted input.
  ///   - name: its name in messages, such as `Vendor/patches/NAME/0001-fix.patch`.
  /// - Throws: `VendorError` with the code `patch`, at `name:line`.
  /// - Complexity: O(n).
  public init(parsing bytes: [UInt8], name: String) throws(VendorError) {
    guard bytes.count <= Self.maximumBytes else {
      throw VendorError(
        .limit, at: name, "has \(bytes.count) bytes, expected at most \(Self.maximumBytes)",
        remedy: "split the patch")
    }
    var parser = PatchParser(lines: TextLines(bytes), name: name)
    self.name = name
    changes = try parser.parse()
  }
}

/// Walks the lines of a patch once.
private struct PatchParser {
  let lines: TextLines
  let name: String
  var index = 0

  mutating func parse() throws(VendorError) -> [Patch.FileChange] {
    var changes: [Patch.FileChange] = []
    // After a hunk's last line nothing may look like a further line of it.
    var followsHunk = false
    while let line = peek {
      if line.starts(with: "diff --git ".utf8) {
        changes.append(try parseGitChange())
        followsHunk = changes.last?.hunks.isEmpty == false
      } else if startsPlainHeader {
        changes.append(try parsePlainChange())
        followsHunk = true
      } else if line.starts(with: "Binary files ".utf8),
        line.suffix(8).elementsEqual(" differ\n".utf8)
      {
        throw failure("only says that binary files differ", remedy: Self.binaryRemedy)
      } else if line.starts(with: "@@ -".utf8) {
        throw failure("has a hunk without a file, expected '--- ' and '+++ ' lines first")
      } else {
        if followsHunk, line != Array("-- \n".utf8)[...],
          let first = line.first, "+- \\".utf8.contains(first)
        {
          throw failure("has more lines in the hunk than its header says")
        }
        followsHunk = false
        index += 1
      }
    }
    if changes.isEmpty {
      throw VendorError(
        .patch, at: name, "contains no changes, expected a unified diff",
        remedy: "make one with 'assetkit vendor patch' or 'git diff'")
    }
    return changes
  }

  // MARK: Headers

  private static let binaryRemedy =
    "patches can only change text; leave the binary file out, or vendor it as its own package"

  private var startsPlainHeader: Bool {
    guard let line = peek, line.starts(with: "--- ".utf8), index + 2 < lines.count else {
      return false
    }
    return lines[index + 1].starts(with: "+++ ".utf8) && lines[index + 2].starts(with: "@@ -".utf8)
  }

  private mutating func parseGitChange() throws(VendorError) -> Patch.FileChange {
    let start = index
    let names = PatchPath.readPair(text(after: 11).prefix(2 * 4096 + 16))
    index += 1
    var kind = Patch.Kind.change
    var (oldMode, newMode): (Bool?, Bool?) = (nil, nil)
    header: while let line = peek {
      for (keyword, length) in Self.extendedHeaders where line.starts(with: keyword.utf8) {
        switch keyword {
        case "old mode ": oldMode = try parseMode(after: length)
        case "new mode ": newMode = try parseMode(after: length)
        case "new file mode ":
          (kind, newMode) = (.addition, try parseMode(after: length))
        case "deleted file mode ":
          (kind, oldMode) = (.deletion, try parseMode(after: length))
        case "rename ", "copy ", "similarity ":
          throw failure(
            "renames or copies a file, which is not supported",
            remedy: "make the patch with 'git diff --no-renames'")
        case "GIT binary patch", "Binary files ":
          throw failure("changes a binary file", remedy: Self.binaryRemedy)
        default: break
        }
        index += 1
        continue header
      }
      break
    }
    var change = Patch.FileChange(
      path: try gitPath(names, at: start), kind: kind, oldIsExecutable: oldMode,
      newIsExecutable: newMode, hunks: [], line: start + 1)
    if startsPlainHeader {
      let (old, new) = try parseNames()
      let (oldPath, newPath) = (try path(old.name), try path(new.name))
      if (oldPath == nil) != (kind == .addition) || (newPath == nil) != (kind == .deletion) {
        throw failure("has '/dev/null' in contradiction to its mode lines", line: start)
      }
      for named in [oldPath, newPath] where named != nil && named != change.path {
        throw failure("names two different files in its headers", line: start)
      }
      change.hunks = try parseHunks()
    } else if kind == .change, oldMode == nil || newMode == nil {
      throw failure("has neither a hunk nor a change of mode", line: start)
    }
    return change
  }

  private static let extendedHeaders: [(String, Int)] = [
    "old mode ", "new mode ", "new file mode ", "deleted file mode ", "rename ", "copy ",
    "similarity ", "dissimilarity ", "index ", "GIT binary patch", "Binary files ",
  ].map { ($0, $0.utf8.count) }

  private func gitPath(
    _ names: (old: [UInt8], new: [UInt8])?, at start: Int
  ) throws(VendorError) -> RelativePath {
    guard let names, let old = try path(names.old, line: start),
      let new = try path(names.new, line: start), old == new
    else {
      throw failure(
        "does not name one file twice, expected 'diff --git a/PATH b/PATH'", line: start,
        remedy: "make the patch with 'git diff --no-renames'")
    }
    return old
  }

  private func parseMode(after length: Int) throws(VendorError) -> Bool {
    switch String(decoding: text(after: length), as: UTF8.self) {
    case "100644": return false
    case "100755": return true
    case "120000": throw failure("changes a symbolic link, expected a regular file")
    case "160000": throw failure("changes a submodule, expected a regular file")
    case let mode:
      throw failure(
        "has the mode \(Printable.text(of: Array(mode.utf8))), expected 100644 or 100755")
    }
  }

  private typealias Name = (name: [UInt8], isEpoch: Bool)

  /// The two lines `--- ` and `+++ `.
  private mutating func parseNames() throws(VendorError) -> (old: Name, new: Name) {
    var names: [Name] = []
    for _ in 0..<2 {
      let text = text(after: 4)
      guard let (name, length) = PatchPath.read(text) else {
        throw failure("has a name without a closing quote")
      }
      // `diff -N` writes the epoch, in the local time zone, for a file that is not there.
      let stamp = text.dropFirst(length + 1)
      let isEpoch =
        stamp.starts(with: "1970-01-01 ".utf8) || stamp.starts(with: "1969-12-31 ".utf8)
      names.append((name, isEpoch))
      index += 1
    }
    return (names[0], names[1])
  }

  private mutating func parsePlainChange() throws(VendorError) -> Patch.FileChange {
    let start = index
    let (old, new) = try parseNames()
    let (oldPath, newPath) = (try path(old.name, line: start), try path(new.name, line: start + 1))
    guard let path = newPath ?? oldPath else {
      throw failure("names no file, only /dev/null", line: start)
    }
    if let oldPath, let newPath, oldPath != newPath {
      throw failure(
        "renames \(oldPath) to \(newPath), which is not supported", line: start,
        remedy: "give both sides the same name after the first '/'")
    }
    let hunks = try parseHunks()
    let isFromNothing = hunks.count == 1 && hunks[0].old == .nothing
    let isToNothing = hunks.count == 1 && hunks[0].new == .nothing
    let kind: Patch.Kind
    if oldPath == nil || old.isEpoch && isFromNothing {
      kind = .addition
    } else if newPath == nil || new.isEpoch && isToNothing {
      kind = .deletion
    } else {
      kind = isFromNothing ? .additionOrChange : .change
    }
    return Patch.FileChange(path: path, kind: kind, hunks: hunks, line: start + 1)
  }

  // MARK: Hunks

  private mutating func parseHunks() throws(VendorError) -> [Patch.Hunk] {
    var hunks: [Patch.Hunk] = []
    while let line = peek, line.starts(with: "@@ -".utf8) {
      hunks.append(try parseHunk())
    }
    return hunks
  }

  private mutating func parseHunk() throws(VendorError) -> Patch.Hunk {
    let start = index
    var rest = text(after: 4)
    guard let old = Self.range(&rest), Self.skip(" +", in: &rest), let new = Self.range(&rest),
      Self.skip(" @@", in: &rest), rest.isEmpty || rest.first == UInt8(ascii: " ")
    else { throw failure("is not a hunk header, expected '@@ -LINE,COUNT +LINE,COUNT @@'") }
    index += 1
    var hunk = Patch.Hunk(old: old, new: new, lines: [], line: start + 1)
    var (oldLeft, newLeft) = (old.count, new.count)
    while oldLeft > 0 || newLeft > 0 {
      guard let line = peek, let (mark, text) = Self.marked(line) else {
        throw failure(
          "ends \(oldLeft) old and \(newLeft) new lines before its header says", line: start)
      }
      if mark != .added { oldLeft -= 1 }
      if mark != .removed { newLeft -= 1 }
      guard oldLeft >= 0, newLeft >= 0 else {
        throw failure("has more lines in the hunk than its header says")
      }
      index += 1
      hunk.lines.append(Patch.Line(mark: mark, text: text, line: index))
      if let next = peek, next.first == UInt8(ascii: "\\") {
        // Only the last line of a side may lack its newline.
        guard mark == .added || oldLeft == 0, mark == .removed || newLeft == 0 else {
          throw failure("says 'No newline at end of file' before the last line")
        }
        hunk.lines[hunk.lines.count - 1].text.removeLast()
        index += 1
      }
    }
    guard hunk.lines.contains(where: { $0.mark != .context }) else {
      throw failure("changes nothing, expected a line with '+' or '-'", line: start)
    }
    return hunk
  }

  /// The mark and text of a hunk's line; an empty line is an empty line of context whose space
  /// a mailer has stripped.
  private static func marked(_ line: ArraySlice<UInt8>) -> (Patch.Line.Mark, [UInt8])? {
    let newline = UInt8(ascii: "\n")
    // The last line of a patch may have lost its newline in transit; the patched line has one.
    let text = Array(line.dropFirst()) + (line.last == newline ? [] : [newline])
    switch line.first {
    case UInt8(ascii: " "): return (.context, text)
    case newline: return (.context, [newline])
    case UInt8(ascii: "-"): return (.removed, text)
    case UInt8(ascii: "+"): return (.added, text)
    default: return nil
    }
  }

  private static func range(_ rest: inout ArraySlice<UInt8>) -> Patch.LineRange? {
    guard let start = number(&rest) else { return nil }
    guard rest.first == UInt8(ascii: ",") else {
      return start > 0 ? Patch.LineRange(start: start, count: 1) : nil
    }
    rest = rest.dropFirst()
    guard let count = number(&rest), start > 0 || count == 0 else { return nil }
    return Patch.LineRange(start: start, count: count)
  }

  /// A decimal number of at most nine digits.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard 1...9 ~= digits.count else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func skip(_ expected: String, in rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.starts(with: expected.utf8) else { return false }
    rest = rest.dropFirst(expected.utf8.count)
    return true
  }

  // MARK: Lines and paths

  private var peek: ArraySlice<UInt8>? { index < lines.count ? lines[index] : nil }

  /// The current line without its first bytes and its line ending.
  private func text(after length: Int) -> ArraySlice<UInt8> {
    var text = lines[index].dropFirst(length)
    if text.last == UInt8(ascii: "\n") { text = text.dropLast() }
    if text.last == UInt8(ascii: "\r") { text = text.dropLast() }
    return text
  }

  /// The path that a header names; nil for /dev/null.
  private func path(_ name: [UInt8], line: Int? = nil) throws(VendorError) -> RelativePath? {
    if name == Array("/dev/null".utf8) { return nil }
    guard let stripped = PatchPath.withoutPrefix(name), name.first != UInt8(ascii: "/") else {
      throw failure(
        "names \(Printable.text(of: name)), expected a path with a leading 'a/' or 'b/'",
        line: line,
        remedy: "make it with 'git diff' or 'diff -ru old new', as for 'patch -p1'")
    }
    do {
      return try RelativePath(bytes: stripped)
    } catch {
      throw failure("names \(Printable.text(of: name)), which \(error)", line: line)
    }
  }

  private func failure(
    _ problem: String, line: Int? = nil, remedy: String? = nil
  ) -> VendorError {
    VendorError(.patch, at: "\(name):\((line ?? index) + 1)", problem, remedy: remedy)
  }
}
