/// What a patch sees of a regular file: its bytes and whether it may be executed.
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

  /// Whether a line-by-line patch would be meaningless: there is a NUL byte, as git sees it.
  public var isBinary: Bool { bytes.contains(0) }

  /// The mode as git writes it.
  var mode: String { isExecutable ? "100755" : "100644" }
}
