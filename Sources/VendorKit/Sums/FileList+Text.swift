import SafeFiles

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
  /// - Parameter name: the list's name in messages.
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
