internal import CFileCalls

extension DirectoryHandle {
  /// Has everything that was written to this file system go to the disk, in one go and before many
  /// single flushes, which are then cheap; says nothing of what failed. No-op where there is no such
  /// call.
  public func startFlushingFileSystem() {
    file_calls_flush_file_system(descriptor)
  }
}
