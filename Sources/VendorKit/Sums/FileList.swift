public import SafeFiles

/// The list of one package's files, with digests and executable bits, and symbolic links.
///
/// As text it is `Vendor/NAME.sums`, which `sha256sum -c` reads. The digest of that text is what a
/// lock pins as `tree` (what is committed) or `pristine` (what upstream had, before patches).
public struct FileList: Hashable, Sendable {
  /// One file or link.
  public struct Entry: Hashable, Sendable {
    /// The content at a path.
    public enum Content: Hashable, Sendable {
      /// A regular file with this digest, mode 755 or 644.
      case file(digest: SHA256Digest, isExecutable: Bool)
      /// A symbolic link with this text.
      case link(target: [UInt8])
    }

    /// The path, relative to the package's folder.
    public let path: RelativePath
    /// What is there.
    public let content: Content

    /// An entry for `content` at `path`.
    public init(path: RelativePath, content: Content) {
      self.path = path
      self.content = content
    }
  }

  /// Sorted bytewise by path; no path twice, none inside a file or link.
  public let entries: [Entry]

  /// The list of `entries` in any order.
  ///
  /// - Parameters:
  ///   - entries: files and links.
  ///   - name: the list's name in messages.
  /// - Throws: `VendorError` with `invalidList` when a path appears twice, is inside a file,
  ///   clashes with another on a disk that ignores case or composition, or cannot be represented;
  ///   when a link's target leads out of the package.
  /// - Complexity: O(n log n).
  public init(_ entries: some Sequence<Entry>, named name: String) throws(VendorError) {
    let sorted = entries.sorted { $0.path < $1.path }
    for (index, entry) in sorted.enumerated() {
      let previous = index > 0 ? sorted[index - 1] : nil
      if let problem = FileList.problem(with: entry, after: previous) {
        throw VendorError(.invalidList, at: name, problem)
      }
    }
    try FileList.checkTogether(sorted) { _ in name }
    self.entries = sorted
  }

  /// Takes entries that have been checked.
  init(checked entries: [Entry]) {
    self.entries = entries
  }

  /// The entry at `path`, nil when there is none.
  ///
  /// - Complexity: O(log n).
  public subscript(path: RelativePath) -> Entry? {
    let index = firstIndex(notBefore: path.bytes)
    guard index < entries.count, entries[index].path == path else { return nil }
    return entries[index]
  }

  /// The licence files, recognised by name, sorted.
  var licenseFiles: [RelativePath] {
    entries.map(\.path).filter { LicenseFile.isLicense(name: $0.lastComponent.bytes) }
  }

  /// The index of the first entry whose path is not before `bytes`; the count when there is none.
  ///
  /// - Complexity: O(log n).
  func firstIndex(notBefore bytes: [UInt8]) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].path.bytes.lexicographicallyPrecedes(bytes) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
