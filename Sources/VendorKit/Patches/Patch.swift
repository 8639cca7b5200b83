public import SafeFiles

/// A parsed patch: the files it changes, and how.
///
/// Reads unified diffs, git's and the plain ones of `diff -u`, one leading component being stripped
/// from every path as `patch -p1` does. Text before, between and after the diffs (mail
/// headers, a signature) is ignored. Renames, copies, binary files, links and submodules are
/// refused.
public struct Patch: Hashable, Sendable {
  /// What messages call the patch.
  public let name: String
  /// The changes in the order of the patch; one file may come twice.
  var changes: [FileChange]

  /// What the patch does to one file.
  struct FileChange: Hashable, Sendable {
    /// The file's path, without the `a/` or `b/`.
    var path: RelativePath
    /// Whether the file must be there before, and whether it is there afterwards.
    var kind: Kind
    /// The mode that the file must have; nil where the patch does not say.
    var oldIsExecutable: Bool?
    /// The mode that the file gets; nil where it keeps what it has.
    var newIsExecutable: Bool?
    var hunks: [Hunk]
    /// The line of the patch where this change begins, from 1.
    var line: Int
  }

  enum Kind: Hashable, Sendable {
    case change, addition, deletion
    /// A plain diff that starts from nothing: the file is absent, or empty.
    case additionOrChange
  }

  /// A line range as in a hunk's header: `start` counts from 1, and is the preceding line if there
  /// are no lines.
  struct LineRange: Hashable, Sendable {
    var start: Int
    var count: Int

    static let nothing = LineRange(start: 0, count: 0)
  }

  /// A run of changed lines with its context.
  struct Hunk: Hashable, Sendable {
    var old: LineRange
    var new: LineRange
    var lines: [Line]
    /// The line of the patch that has the header, from 1.
    var line: Int
  }

  /// A line of a hunk, with its newline where it has one.
  struct Line: Hashable, Sendable {
    enum Mark: Hashable, Sendable { case context, removed, added }
    var mark: Mark
    var text: [UInt8]
    /// The line of the patch, from 1.
    var line: Int
  }

  /// The paths that the patch touches, each once, sorted.
  public var paths: [RelativePath] { Set(changes.map(\.path)).sorted() }
}

/// A regular file as a patch sees it: its bytes and whether it is executable.
public struct FileSnapshot: Hashable, Sendable {
  /// All bytes of the file.
  public var bytes: [UInt8]
  /// Whether the file's mode is 755 rather than 644.
  public var isExecutable: Bool

  /// A file with these bytes.
  public init(bytes: [UInt8], isExecutable: Bool = false) {
    self.bytes = bytes
    self.isExecutable = isExecutable
  }

  /// Whether the file is binary: it contains a NUL byte, by git's rule.
  public var isBinary: Bool { bytes.contains(0) }

  /// The mode as git writes it.
  var mode: String { isExecutable ? "100755" : "100644" }
}

/// The lines of a file, each with its newline; only the last may lack one.
struct TextLines {
  private let bytes: [UInt8]
  /// Where each line ends, its newline included.
  private let ends: [Int]

  /// Splits `bytes`.
  ///
  /// - Complexity: O(n).
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ends: [Int] = []
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      ends.append(index + 1)
    }
    if ends.last ?? 0 < bytes.count { ends.append(bytes.count) }
    self.ends = ends
  }

  var count: Int { ends.count }

  subscript(index: Int) -> ArraySlice<UInt8> {
    bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }
}

/// A line as the key of a dictionary: hashed in one call and not byte by byte.
struct LineKey: Hashable {
  let line: ArraySlice<UInt8>

  func hash(into hasher: inout Hasher) {
    line.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}
