/// The record in a staging folder of the change that it belongs to, for a later run.
///
/// Lines of text; paths come last in a line and contain no line ends:
///
///     assetkit exchange INODE      assetkit replacement
///     FOLDER                       folder PATH
///     PATH                         file INODE PATH
///     …                            …
enum StagingRecord {
  /// The inode of the folder before the exchange, and the new files in it.
  case exchange(folder: RelativePath, inode: UInt64, written: [RelativePath])
  case replacement(Replacement)

  struct Replacement {
    /// The folders that are created, each before its contents.
    var newFolders: [RelativePath] = []
    /// In place of a number for a file that is removed; no file has it.
    static let noInode: UInt64 = 0

    /// The new files with their inode numbers, and those that are removed.
    var files: [(inode: UInt64, path: RelativePath)] = []
  }

  private static let name = RelativePath(unchecked: Array("record".utf8))
  private static let partName = RelativePath(unchecked: Array("record.part".utf8))
  private static let limitBytes = 64 << 20

  /// Writes the record atomically.
  func write(in staging: StagingFolder) throws(FileError) {
    try staging.handle.createFile(Self.partName).write(text)
    try staging.handle.rename(Self.partName, to: Self.name)
  }

  static func remove(from staging: StagingFolder) throws(FileError) {
    try staging.handle.removeFile(name)
  }

  /// Reads the record; nil if there is none: nothing was changed yet, or everything is done.
  init?(in staging: StagingFolder) throws(FileError) {
    guard try staging.handle.statusIfPresent(of: Self.name) != nil else { return nil }
    let bytes = try staging.handle.readFile(Self.name, limitBytes: Self.limitBytes)
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    do throws(RelativePath.Violation) {
      guard let record = try Self(lines: lines) else { throw .empty }
      self = record
    } catch {
      throw FileError(.other, at: staging.handle.name, "contains a record that cannot be read")
    }
  }

  private init?(lines: [[UInt8]]) throws(RelativePath.Violation) {
    guard let first = lines.first else { return nil }
    let head = Self.words(first)
    if head.count == 3, head[1] == Array("exchange".utf8), lines.count >= 2,
      let inode = Self.number(head[2])
    {
      var written: [RelativePath] = []
      for line in lines.dropFirst(2) { written.append(try RelativePath(bytes: line)) }
      self = .exchange(
        folder: try RelativePath(bytes: lines[1]), inode: inode, written: written)
      return
    }
    guard head.count == 2, head[1] == Array("replacement".utf8) else { return nil }
    var replacement = Replacement()
    for line in lines.dropFirst() {
      let words = Self.words(line)
      if words.count == 2, words[0] == Array("folder".utf8) {
        replacement.newFolders.append(try RelativePath(bytes: words[1]))
      } else if words.count == 3, words[0] == Array("file".utf8), let inode = Self.number(words[1])
      {
        replacement.files.append((inode, try RelativePath(bytes: words[2])))
      } else {
        return nil
      }
    }
    self = .replacement(replacement)
  }

  private var text: [UInt8] {
    var lines: [[UInt8]] = []
    switch self {
    case .exchange(let folder, let inode, let written):
      lines.append(Array("assetkit exchange \(inode)".utf8))
      lines.append(folder.bytes)
      lines += written.map(\.bytes)
    case .replacement(let replacement):
      lines.append(Array("assetkit replacement".utf8))
      lines += replacement.newFolders.map { Array("folder ".utf8) + $0.bytes }
      lines += replacement.files.map { Array("file \($0.inode) ".utf8) + $0.path.bytes }
    }
    return Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
  }

  /// The words of a line; the last of `folder PATH` and `file INODE PATH` may contain spaces.
  private static func words(_ line: [UInt8]) -> [[UInt8]] {
    let limit = line.starts(with: Array("folder ".utf8)) ? 1 : 2
    return line.split(separator: UInt8(ascii: " "), maxSplits: limit).map { Array($0) }
  }

  private static func number(_ digits: [UInt8]) -> UInt64? {
    UInt64(String(decoding: digits, as: UTF8.self))
  }
}
