public import SafeFiles

/// Which packages of a tree were verified, and the status that their files had then.
///
/// It is kept for this user, outside the tree, in `$XDG_STATE_HOME/assetkit/verified/DEVICE-INODE`, else in
/// `~/.local/state`. Nothing that is committed can forge an entry: it has to have the inodes and the
/// nanoseconds of a checkout that does not exist yet.
public struct VerifiedRecord: Sendable {
  struct Entry: Hashable, Sendable {
    var status: SHA256Digest
    var fileCount: Int
  }

  /// By the package's name.
  var entries: [String: Entry] = [:]
  private let root: DirectoryHandle
  private let header: String
  /// The entries as they are on the disk.
  private var written: [String: Entry] = [:]

  private static let limitBytes = 4 << 20
  private static let maxRecords = 64

  /// The record of `root`; empty where there is none.
  ///
  /// - Parameters:
  ///   - root: the project's root.
  ///   - version: of the program; what another version has verified is verified again.
  public init(of root: DirectoryHandle, version: String) {
    self.root = root
    header = "assetkit verified 1 \(version)"
    // Without a record everything is read.
    guard let path = Self.path, let folder = try? DirectoryHandle(path: path), let name,
      let text = try? folder.readFile(name, limitBytes: Self.limitBytes)
    else { return }
    var lines = text.split(separator: UInt8(ascii: "\n"))[...]
    guard lines.popFirst()?.elementsEqual(header.utf8) == true else { return }
    for line in lines {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let status = SHA256Digest(hex: words[0]),
        let count = Int(String(decoding: words[1], as: UTF8.self))
      else {
        entries = [:]
        return
      }
      entries[String(decoding: words[2], as: UTF8.self)] = Entry(status: status, fileCount: count)
    }
    written = entries
  }

  /// Writes it, if there is something new.
  ///
  /// - Returns: whether the disk has it now; not where the user has no folder that can be written.
  @discardableResult public func write() -> Bool {
    guard entries != written else { return true }
    guard let path = Self.path, let name, let folder = try? UserFolder.open(path) else {
      return false
    }
    var text = header + "\n"
    for (package, entry) in entries.sorted(by: { $0.key < $1.key }) {
      text += "\(entry.status.hex) \(entry.fileCount) \(package)\n"
    }
    let draft = RunMark.newName()
    do {
      // Not flushed: a record that is damaged or lost only costs reading.
      try folder.createFile(draft).write(Array(text.utf8))
      try folder.rename(draft, to: name)
    } catch {
      // The draft is then removed with the oldest records.
      return false
    }
    Self.removeOldest(in: folder)
    return true
  }

  /// Keeps the records of the trees that were verified last.
  private static func removeOldest(in folder: DirectoryHandle) {
    // A record too many does no harm.
    guard let entries = try? folder.entries(), entries.count > maxRecords else { return }
    let files = entries.compactMap { entry -> (RelativePath, Int64)? in
      guard let path = try? entry.path(), let status = try? folder.status(of: path) else {
        return nil
      }
      return (path, status.modifiedNanoseconds)
    }
    for (path, _) in files.sorted(by: { $0.1 < $1.1 }).dropLast(maxRecords) {
      try? folder.removeFile(path)
    }
  }

  private static var path: String? {
    UserFolder.path("XDG_STATE_HOME", else: ".local/state").map { $0 + "/verified" }
  }

  private var name: RelativePath? {
    // A root that cannot be examined has no record.
    (try? root.status()).map {
      RelativePath(known: "\(String($0.device, radix: 16))-\(String($0.inode, radix: 16))")
    }
  }
}
