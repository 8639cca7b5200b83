import SafeFiles
import TextFormats

/// Parses the text of a `.sums` file, which is untrusted, entry by entry.
struct SumsReader {
  /// The unread rest.
  private(set) var text: ArraySlice<UInt8>
  /// What messages call the file.
  let name: String
  /// The line that was read last, from 1.
  private(set) var line = 0

  init(text: ArraySlice<UInt8>, name: String) {
    self.text = text
    self.name = name
  }

  /// The next entry; nil at the end.
  mutating func next() throws(VendorError) -> FileList.Entry? {
    guard let first = try nextLine() else { return nil }
    if first.starts(with: "#l ".utf8) { return try link(first.dropFirst(3)) }
    guard first.starts(with: "#x ".utf8) else {
      if first.first == UInt8(ascii: "#") {
        throw refusal("is not a '#x' or '#l' line", remedy: "restore the list from version control")
      }
      return try file(first, isExecutable: false)
    }
    let executable = try path(first.dropFirst(3))
    guard let second = try nextLine() else {
      throw refusal("says that \(executable) is executable, expected its digest on the next line")
    }
    let entry = try file(second, isExecutable: true)
    guard entry.path == executable else {
      throw refusal("lists \(entry.path), expected \(executable), which the '#x' line names")
    }
    return entry
  }

  /// An error at the line that was read last.
  func refusal(_ problem: String, remedy: String? = nil) -> VendorError {
    VendorError(.invalidList, at: "\(name):\(line)", problem, remedy: remedy)
  }

  private mutating func nextLine() throws(VendorError) -> ArraySlice<UInt8>? {
    guard !text.isEmpty else { return nil }
    line += 1
    guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else {
      throw refusal("does not end in a newline; the file may be truncated")
    }
    let content = text[text.startIndex..<end]
    text = text[(end + 1)...]
    if ConflictMarker(line: content) != nil {
      throw refusal(
        "is a conflict marker of an unfinished merge",
        remedy: "resolve the merge, or run 'assetkit vendor sync' on one side's lock")
    }
    return content
  }

  private func file(
    _ line: ArraySlice<UInt8>, isExecutable: Bool
  ) throws(VendorError) -> FileList.Entry {
    guard line.count > 66, line.dropFirst(64).starts(with: "  ".utf8),
      let digest = SHA256Digest(hex: line.prefix(64))
    else {
      throw refusal("is not a list entry, expected 64 lower-case digits, two spaces and a path")
    }
    return FileList.Entry(
      path: try path(line.dropFirst(66)),
      content: .file(digest: digest, isExecutable: isExecutable))
  }

  private func link(_ text: ArraySlice<UInt8>) throws(VendorError) -> FileList.Entry {
    let arrow = Array(" -> ".utf8)
    guard let end = text.indices.first(where: { text[$0...].starts(with: arrow) }) else {
      throw refusal("is not a link, expected '#l PATH -> TARGET'")
    }
    return FileList.Entry(
      path: try path(text[..<end]), content: .link(target: Array(text[(end + arrow.count)...])))
  }

  private func path(_ bytes: ArraySlice<UInt8>) throws(VendorError) -> RelativePath {
    do {
      return try RelativePath(bytes: bytes)
    } catch {
      throw refusal("the path '\(Printable.text(of: bytes))' \(error)")
    }
  }
}
