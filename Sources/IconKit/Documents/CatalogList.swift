import TextFormats

/// A list in a JSON file that other tools write too: `entries` are ours, the rest is kept.
struct CatalogList {
  /// The list's key: `images`, `layers`, `assets`, `icons`; nil for a file without one.
  var key: String?
  /// What names an entry's file; by default as in an asset catalog.
  var fileKey = "filename"
  /// Our entries.
  var entries: [JSON] = []
  /// The other members of a new file; by default those of an asset catalog.
  var frame: JSON.Members = ["info": ["author": "xcode", "version": 1]]
  /// Members that a file has, whatever it had before.
  var fixed: JSON.Members = [:]
  /// Whether the order means something: a stack's layers, the front one first.
  var isOrdered = false

  /// The whole file, keeping the other keys and entries of `existing`. One of its entries is
  /// updated when it names the same file as one of ours, or equals it in everything but the file.
  ///
  /// - Parameter gone: the names of files whose entries are not kept.
  func merged(into existing: JSON?, without gone: Set<String> = []) -> JSON {
    guard let key else { return merged(into: existing, replacing: nil) }
    var list = existing?[key]?.elements ?? []
    var isWritten = [Bool](repeating: false, count: entries.count)
    list = list.compactMap { old in
      guard let i = entries.firstIndex(where: { isSame(old, $0) }) else {
        let name = old[fileKey]?.text?.split(separator: "/").last.map(String.init)
        return name.map(gone.contains) == true ? nil : old
      }
      if isWritten[i] { return nil }
      isWritten[i] = true
      return updated(old, entries[i])
    }
    for (i, entry) in entries.enumerated() where !isWritten[i] {
      // A layer that is missing goes in front of the one that is there.
      let isFirst = isOrdered && isWritten.dropFirst(i).contains(true)
      list.insert(entry, at: isFirst ? min(i, list.count) : list.count)
      isWritten[i] = true
    }
    return merged(into: existing, replacing: list)
  }

  /// The whole file with this list in place of the one that it has.
  func merged(into existing: JSON?, replacing list: [JSON]?) -> JSON {
    var result = existing ?? .object([:])
    for (name, value) in frame.pairs where result[name] == nil || result[name] == "" {
      result[name] = value
    }
    for (name, value) in fixed.pairs { result[name] = value }
    if let key, let list { result[key] = .array(list) }
    return result
  }

  /// `old` with what `new` says; another path to the same file and further keys stay.
  private func updated(_ old: JSON, _ new: JSON) -> JSON {
    guard case .object(let members) = new else { return old }
    var updated = old
    for (key, value) in members.pairs where key != fileKey || !isSameFile(old, new) {
      updated[key] = value
    }
    return updated
  }

  private func isSame(_ old: JSON, _ new: JSON) -> Bool {
    isSameFile(old, new) || isSamePlace(old, new)
  }

  /// Whether both name the same file, in whatever folder.
  private func isSameFile(_ old: JSON, _ new: JSON) -> Bool {
    guard let old = old[fileKey]?.text, let new = new[fileKey]?.text else { return false }
    return old.split(separator: "/").last == new.split(separator: "/").last
  }

  /// Whether both are for the same use: equal except for the file. Entries with nothing but a file
  /// have no use to compare.
  private func isSamePlace(_ old: JSON, _ new: JSON) -> Bool {
    var (old, new) = (old, new)
    old[fileKey] = nil
    new[fileKey] = nil
    return old == new && new != .object([:])
  }
}
