import SafeFiles
import TextFormats

/// The text of a `.sums` file.
///
/// Entries sorted bytewise by path, each as 64 hexadecimal digits, two spaces, path. Before an
/// executable file's line comes `#x path`; a symbolic link is just `#l path -> target`. UTF-8, a
/// newline after each line. coreutils' `sha256sum -c` skips what begins with `#`; its escaping of
/// odd names never occurs because such names are refused.
extension FileList {
  /// The most bytes of a list that is read.
  public static let maxTextBytes = 128 << 20

  /// The list as text, canonical: reading and writing it changes nothing.
  public var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(entries.reduce(0) { $0 + $1.path.bytes.count + 68 })
    for entry in entries { entry.append(to: &text) }
    return text
  }

  /// The digest of the text: `tree` or `pristine` in a lock.
  ///
  /// Computed line by line, so that a long list is not held in memory twice.
  public var digest: SHA256Digest {
    var hash = SHA256()
    var text: [UInt8] = []
    for entry in entries {
      entry.append(to: &text)
      if text.count > 1 << 15 {
        hash.update(text.span.bytes)
        text.removeAll(keepingCapacity: true)
      }
    }
    hash.update(text.span.bytes)
    return hash.finish()
  }

  /// Parses a list; only the canonical form is accepted.
  ///
  /// - Parameters:
  ///   - text: untrusted input.
  ///   - name: the list's name in messages.
  /// - Throws: `VendorError` with `invalidList`, at `NAME:LINE`, for anything that ``text`` would
  ///   not have written and for whatever `init(_:named:)` refuses.
  public init(parsing text: [UInt8], named name: String) throws(VendorError) {
    var reader = SumsReader(text: text[...], name: name)
    var entries: [Entry] = []
    var lines: [Int32] = []
    while let entry = try reader.next() {
      if let problem = FileList.problem(with: entry, after: entries.last) {
        throw reader.refusal(problem)
      }
      entries.append(entry)
      lines.append(Int32(reader.line))
    }
    try FileList.checkTogether(entries) { "\(name):\(lines[$0])" }
    self.init(checked: entries)
  }
}

extension FileList.Entry {
  /// Appends the line or lines of this entry.
  func append(to text: inout [UInt8]) {
    switch content {
    case .file(let digest, let isExecutable):
      if isExecutable {
        text += "#x ".utf8
        text += path.bytes
        text.append(UInt8(ascii: "\n"))
      }
      digest.appendHex(to: &text)
      text += "  ".utf8
      text += path.bytes
    case .link(let target):
      text += "#l ".utf8
      text += path.bytes
      text += " -> ".utf8
      text += target
    }
    text.append(UInt8(ascii: "\n"))
  }
}

/// Parses the text of a `.sums` file, which is untrusted, entry by entry.
struct SumsReader {
  /// The unread rest.
  private(set) var text: ArraySlice<UInt8>
  /// What messages call the file.
  let name: String
  /// The line that was read last, from 1.
  private(set) var line = 0

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
    let length = text.withUnsafeBufferPointer { $0.firstIndex(of: UInt8(ascii: "\n")) }
    guard let end = length.map({ text.startIndex + $0 }) else {
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
    guard let arrow = text.firstRange(of: Array(" -> ".utf8)) else {
      throw refusal("is not a link, expected '#l PATH -> TARGET'")
    }
    return FileList.Entry(
      path: try path(text[..<arrow.lowerBound]),
      content: .link(target: Array(text[arrow.upperBound...])))
  }

  private func path(_ bytes: ArraySlice<UInt8>) throws(VendorError) -> RelativePath {
    do {
      return try RelativePath(bytes: bytes)
    } catch {
      throw refusal("the path '\(Printable.text(of: bytes))' \(error)")
    }
  }
}
