internal import SafeFiles

/// The journal of a change to the tree, written before the change is carried out.
///
/// Once the journal has its final name, the change is committed: the next command that finds it
/// completes or undoes the change. Without a journal, everything in the work folder can be
/// discarded.
struct Journal: Equatable {
  /// One file or folder that is replaced, added or removed.
  struct Target: Equatable {
    var path: RelativePath
    /// The state before; nil when nothing existed.
    var before: SHA256Digest?
    /// The state after; nil when nothing remains.
    var after: SHA256Digest?
  }

  /// The inode of the work folder: a journal that came with a copy is not valid.
  var folder: UInt64
  /// In the order in which they are put in place; `vendor.lock` is the last.
  var targets: [Target]
  /// Folders to create for the targets, outermost first.
  var newFolders: [RelativePath]

  /// More than one of a change of every package that a lock can have.
  static let limitBytes = 256 << 20
  private static let header = "assetkit journal 1"

  /// The journal as text, one fact per line, ending with its digest.
  var text: [UInt8] {
    var text = Array("\(Self.header)\nin \(folder)\n".utf8)
    for target in targets {
      let before = target.before?.hex ?? "-"
      let after = target.after?.hex ?? "-"
      text += "target \(before) \(after) ".utf8 + target.path.bytes + "\n".utf8
    }
    for path in newFolders { text += "folder ".utf8 + path.bytes + "\n".utf8 }
    return text + "end \(SHA256.digest(of: text).hex)\n".utf8
  }
}

extension Journal {
  /// Parses a journal; nil for anything else, including a partly written one.
  init?(parsing text: [UInt8]) {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, let end = lines.popLast(),
      let body = Optional(text.dropLast(end.count + 1)),
      end.elementsEqual("end \(SHA256.digest(of: body).hex)".utf8),
      lines.count >= 2, lines.removeFirst().elementsEqual(Self.header.utf8)
    else { return nil }
    var words = lines.removeFirst().split(separator: UInt8(ascii: " "))
    guard words.count == 2, words.removeFirst().elementsEqual("in".utf8),
      let folder = UInt64(String(decoding: words[0], as: UTF8.self))
    else { return nil }
    self.init(folder: folder, targets: [], newFolders: [])
    for line in lines {
      if line.starts(with: "target ".utf8) {
        let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
        guard fields.count == 4, let path = Self.path(fields[3]),
          let before = Self.digest(fields[1]), let after = Self.digest(fields[2])
        else { return nil }
        targets.append(Target(path: path, before: before, after: after))
      } else if line.starts(with: "folder ".utf8), let path = Self.path(line.dropFirst(7)) {
        newFolders.append(path)
      } else {
        return nil
      }
    }
  }

  private static func digest(_ field: ArraySlice<UInt8>) -> SHA256Digest?? {
    if field.elementsEqual("-".utf8) { return .some(nil) }
    return SHA256Digest(hex: field).map { .some($0) }
  }

  /// A valid path in a journal: never one that git treats as its own.
  private static func path(_ bytes: ArraySlice<UInt8>) -> RelativePath? {
    // Whatever is wrong with it, the journal is none of ours.
    guard let path = try? RelativePath(bytes: bytes), PathPolicy.trouble(with: path) == nil
    else { return nil }
    return path
  }
}
