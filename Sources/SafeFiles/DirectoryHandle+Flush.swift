internal import CFileCalls

extension DirectoryHandle {
  /// Flushes the whole file system of this folder to the disk, so that the many single flushes that
  /// follow are cheap. Failures are not reported. Does nothing where the system has no such call.
  public func startFlushingFileSystem() {
    file_calls_flush_file_system(descriptor)
  }
}
