import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension DirectoryHandle {
  /// Whether this folder is on a file system of this machine that gives a file another
  /// `changedNanoseconds` at every change.
  ///
  /// Network file systems and FUSE may answer from a cache, and FAT has no such time.
  public var hasChangeTimes: Bool { file_calls_has_change_times(descriptor) != 0 }
}

extension FileStatus {
  /// The time that a change made now would have at least, for `changedNanoseconds`.
  public static var nowNanoseconds: Int64 {
    var time = timespec()
    #if canImport(Darwin)
    clock_gettime(CLOCK_REALTIME, &time)
    #else
    // The kernel's own clock for files is this one, which is behind the exact one by up to 10 ms.
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
