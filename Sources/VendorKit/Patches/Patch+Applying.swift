public import SafeFiles

extension Patch {
  /// Applies the patch to the files that `read` returns; the result has a value for each touched
  /// path, nil where the file is deleted.
  ///
  /// Strict: every line must be where the hunk says, byte for byte. No fuzz, no offset.
  ///
  /// - Parameter read: the file at a path, nil when there is none.
  /// - Throws: `VendorError` with the code `patch`, naming file, hunk and line, or what `read`
  ///   throws. Nothing has been changed then.
  public func applied(
    reading read: (RelativePath) throws(VendorError) -> FileSnapshot?
  ) throws(VendorError) -> [RelativePath: FileSnapshot?] {
    var files: [RelativePath: FileSnapshot?] = [:]
    for change in changes {
      let old: FileSnapshot?
      if let known = files[change.path] { old = known } else { old = try read(change.path) }
      files[change.path] = .some(try change.applied(to: old, patch: name))
    }
    return files
  }
}

extension Patch.FileChange {
  /// Applies this change to `old`.
  ///
  /// - Complexity: O(n) in the size of the file and the hunks.
  func applied(to old: FileSnapshot?, patch: String) throws(VendorError) -> FileSnapshot? {
    let place = "\(patch):\(line)"
    switch kind {
    case .addition where old != nil:
      throw VendorError(.patch, at: place, "adds \(path), which already exists")
    case .change where old == nil, .deletion where old == nil:
      throw VendorError(.patch, at: place, "changes \(path), which does not exist")
    default: break
    }
    if let old, let expected = oldIsExecutable, old.isExecutable != expected {
      throw VendorError(
        .patch, at: place,
        "\(path) has the mode \(old.mode), expected \(expected ? "100755" : "100644")")
    }
    if old?.isBinary == true, !hunks.isEmpty {
      throw VendorError(.patch, at: place, "changes \(path), which is a binary file")
    }
    let bytes = try appliedHunks(to: old?.bytes ?? [], patch: patch)
    if kind == .deletion {
      guard bytes.isEmpty else {
        throw VendorError(
          .patch, at: place, "deletes \(path), but \(bytes.count) bytes of it would be left")
      }
      return nil
    }
    let isExecutable = newIsExecutable ?? old?.isExecutable ?? false
    return FileSnapshot(bytes: bytes, isExecutable: isExecutable)
  }

  private func appliedHunks(to old: [UInt8], patch: String) throws(VendorError) -> [UInt8] {
    let lines = TextLines(old)
    var result: [UInt8] = []
    result.reserveCapacity(old.count)
    // The number of old lines consumed, and of new lines produced.
    var (done, made) = (0, 0)
    for (number, hunk) in hunks.enumerated() {
      func failure(_ problem: String, at line: Int) -> VendorError {
        hunkFailure(number, problem, at: line, patch: patch)
      }
      // A hunk without old lines comes after the line that it names.
      let start = hunk.old.count == 0 ? hunk.old.start : hunk.old.start - 1
      guard start >= done else {
        throw failure(
          "begins at line \(start + 1), inside or before the hunk above it", at: hunk.line)
      }
      guard start <= lines.count else {
        throw failure(
          "begins at line \(hunk.old.start), but the file has only \(lines.count)",
          at: hunk.line)
      }
      for index in done..<start { result += lines[index] }
      made += start - done
      done = start
      let newStart = hunk.new.count == 0 ? hunk.new.start : hunk.new.start - 1
      guard newStart == made else {
        throw failure(
          "gives new line \(hunk.new.start), expected \(made + (hunk.new.count == 0 ? 0 : 1))",
          at: hunk.line)
      }
      for line in hunk.lines {
        if line.mark != .added {
          guard done < lines.count, lines[done].elementsEqual(line.text) else {
            throw failure(Self.mismatch(of: line, at: done, in: lines), at: line.line)
          }
          done += 1
        }
        if line.mark != .removed {
          // A line that lacks its newline must stay the last.
          guard result.isEmpty || result.last == UInt8(ascii: "\n") else {
            throw failure("adds a line after one without a newline", at: line.line)
          }
          result += line.text
          made += 1
        }
      }
    }
    guard done == lines.count || result.isEmpty || result.last == UInt8(ascii: "\n") else {
      throw VendorError(
        .patch, at: "\(patch):\(line)",
        "the last hunk of \(path) ends the file at line \(done), but \(lines.count - done) more follow"
      )
    }
    for index in done..<lines.count { result += lines[index] }
    return result
  }

  /// The error that the hunk with this index does not fit.
  func hunkFailure(
    _ index: Int, _ problem: String, at line: Int, patch: String
  ) -> VendorError {
    VendorError(
      .patch, at: "\(patch):\(line)", "hunk \(index + 1) of \(path) \(problem)",
      remedy: "apply it by hand, then remake it with 'assetkit vendor patch'")
  }

  /// What differs between a hunk's line and line `row`, from 0, of the file.
  static func mismatch(of line: Patch.Line, at row: Int, in lines: TextLines) -> String {
    let found = row < lines.count ? quoted(lines[row]) : "the end of the file"
    return "does not apply at line \(row + 1): expected \(quoted(line.text[...])), found \(found)"
  }

  /// A line quoted for a message: printable, and shortened if necessary.
  private static func quoted(_ line: ArraySlice<UInt8>) -> String {
    var text = line
    let hasNewline = text.last == UInt8(ascii: "\n")
    if hasNewline { text = text.dropLast() }
    let limit = 120
    let shown = Printable.text(of: Array(text.prefix(limit)))
    return "'\(shown)\(text.count > limit ? "…" : "")'" + (hasNewline ? "" : " without a newline")
  }
}
