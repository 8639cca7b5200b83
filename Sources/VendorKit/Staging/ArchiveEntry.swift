/// One entry of a source as read, before any policy is applied.
struct ArchiveEntry: Hashable {
  enum Kind: Hashable {
    case file
    case directory
    case symbolicLink(target: [UInt8])
    case hardLink(target: [UInt8])
    /// Something that cannot be vendored: a device, a FIFO, a socket.
    case other(String)
  }

  /// The name as written there, including any prefix and trailing slash.
  var name: [UInt8]
  var kind: Kind
  /// Bytes of content; 0 for all but files.
  var size: UInt64 = 0
  /// The lower 12 bits of a POSIX mode.
  var mode: UInt32 = 0o644
  /// Where the entry begins: tar, in the unpacked stream, the first header that belongs to it; zip,
  /// in the file, its local header. Elsewhere a running number.
  var position: Int64 = 0
}
