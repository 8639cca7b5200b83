import TextFormats

/// A list in a JSON file that we share with others: the entries are ours, the rest is theirs.
struct CatalogueList {
  /// The list's key: `images`, `layers`, `assets`, `icons`; nil for a file without one.
  let key: String?
  /// What names an entry's file.
  let fileKey: String
  /// Ours.
  let entries: [JSON]
  /// What a new file has beside the list.
  let frame: JSON.Members

  /// An asset catalogue's list.
  init(catalogue key: String?, _ entries: [JSON]) {
    self.key = key
    fileKey = "filename"
    self.entries = entries
    frame = ["info": ["author": "xcode", "version": 1]]
  }

  /// Any other.
  init(key: String, fileKey: String, _ entries: [JSON], frame: JSON.Members) {
    self.key = key
    self.fileKey = fileKey
    self.entries = entries
    self.frame = frame
  }

  /// The whole file, with what `existing` holds that is not ours: other keys, and other entries. An
  /// entry is ours when it names the file of one of ours, or has its place, which is everything
  /// that it says beside the file.
  func merged(into existing: JSON?) -> JSON {
    var result = existing ?? .object([:])
    for (name, value) in frame.pairs where result[name] == nil { result[name] = value }
    guard let key else { return result }
    var list = existing?[key]?.elements ?? []
    var isWritten = [Bool](repeating: false, count: entries.count)
    list = list.compactMap { old in
      guard let i = entries.firstIndex(where: { isSame(old, $0) }) else { return old }
      if isWritten[i] { return nil }
      isWritten[i] = true
      // A path of their own to the same file is theirs.
      return isSamePlace(old, entries[i]) && isSameFile(old, entries[i]) ? old : entries[i]
    }
    for (i, entry) in entries.enumerated() where !isWritten[i] { list.append(entry) }
    result[key] = .array(list)
    return result
  }

  private func isSame(_ old: JSON, _ new: JSON) -> Bool {
    isSameFile(old, new) || isSamePlace(old, new)
  }

  /// Whether both name one file, wherever they look for it.
  private func isSameFile(_ old: JSON, _ new: JSON) -> Bool {
    guard let old = old[fileKey]?.text, let new = new[fileKey]?.text else { return false }
    return old.split(separator: "/").last == new.split(separator: "/").last
  }

  /// Whether both are for the same use; entries that are nothing but a file have no other.
  private func isSamePlace(_ old: JSON, _ new: JSON) -> Bool {
    var (old, new) = (old, new)
    old[fileKey] = nil
    new[fileKey] = nil
    return old == new && new != .object([:])
  }
}
