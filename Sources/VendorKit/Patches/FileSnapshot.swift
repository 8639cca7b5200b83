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
