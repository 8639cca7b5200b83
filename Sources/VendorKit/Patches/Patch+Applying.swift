public import SafeFiles

extension Patch {
  /// The files that the patch makes of those that `read` gives: a value for each path it touches,
  /// nil where the file is gone.
  ///
  /// Strict: every line must stand where the hunk says, byte for byte. No fuzz, no offset.
  ///
  /// - Parameter read: the file at a path, nil when there is none.
  /// - Throws: `VendorError` with the code `patch` that names file, hunk and line, or what `read`
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
  /// The file that this change makes of `old`.
  ///
  /// - Complexity: O(n) in the size of the file and the hunks.
  func applied(to old: FileSnapshot?, patch: String) throws(VendorError) -> FileSnapshot? {
    let place = "\(patch):\(line)"
    switch kind {
    case .addition where old != nil:
      throw VendorError(.patch, at: place, "adds \(path), which is there already")
    case .change where old == nil, .deletion where old == nil:
      throw VendorError(.patch, at: place, "changes \(path), which is not there")
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
    // How many old lines are done, and how many new lines they have become.
    var (done, made) = (0, 0)
    for (number, hunk) in hunks.enumerated() {
      func failure(_ problem: String, at line: Int) -> VendorError {
        VendorError(
          .patch, at: "\(patch):\(line)", "hunk \(number + 1) of \(path) \(problem)",
          remedy: "apply it by hand, then remake it with 'assetkit vendor patch'")
      }
      // A hunk without old lines stands behind the line that it names.
      let start = hunk.old.count == 0 ? hunk.old.start : hunk.old.start - 1
      guard start >= done else {
        throw failure(
          "begins at line \(start + 1), inside or before the hunk above it", at: hunk.line)
      }
      guard start <= lines.count else {
        throw failure(
          "begins at line \(hunk.old.start), expected at most \(lines.count): the file has no more",
          at: hunk.line)
      }
      for index in done..<start { result += lines[index] }
      made += start - done
      done = start
      let newStart = hunk.new.count == 0 ? hunk.new.start : hunk.new.start - 1
      guard newStart == made else {
        throw failure(
          "says that it comes to line \(hunk.new.start), expected \(made + (hunk.new.count == 0 ? 0 : 1))",
          at: hunk.line)
      }
      for line in hunk.lines {
        if line.mark != .added {
          guard done < lines.count, lines[done].elementsEqual(line.text) else {
            let found = done < lines.count ? Self.quoted(lines[done]) : "the end of the file"
            throw failure(
              "does not fit at line \(done + 1): expected \(Self.quoted(line.text[...])), found \(found)",
              at: line.line)
          }
          done += 1
        }
        if line.mark != .removed {
          // A line that lacks its newline must stay the last.
          guard result.isEmpty || result.last == UInt8(ascii: "\n") else {
            throw failure("puts a line behind one that has no newline", at: line.line)
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

  /// A line for a message: printable, and not too long.
  private static func quoted(_ line: ArraySlice<UInt8>) -> String {
    var text = line
    let hasNewline = text.last == UInt8(ascii: "\n")
    if hasNewline { text = text.dropLast() }
    let limit = 120
    let shown = Printable.text(of: Array(text.prefix(limit)))
    return "'\(shown)\(text.count > limit ? "…" : "")'" + (hasNewline ? "" : " without a newline")
  }
}
