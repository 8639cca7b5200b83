#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A point of the monotonic clock, in the form that a ``ConditionLock`` needs.
struct Deadline: Sendable {
  let time: timespec

  /// `limit` from now; negative limits count as none at all.
  init(after limit: Duration) {
    let now = Self.now
    let parts = max(limit, .zero).components
    let nanoseconds = Int(now.tv_nsec) + Int(parts.attoseconds / 1_000_000_000)
    // A limit of centuries is "no limit"; it must not overflow.
    let seconds = Int(min(parts.seconds, 1 << 31))
    time = timespec(
      tv_sec: Int(now.tv_sec) + seconds + nanoseconds / 1_000_000_000,
      tv_nsec: nanoseconds % 1_000_000_000)
  }

  private static var now: timespec {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now
  }

  #if canImport(Darwin)
  /// How long it is until then; nil once it has passed.
  var rest: timespec? {
    let now = Self.now
    let rest = (time.tv_sec - now.tv_sec) * 1_000_000_000 + time.tv_nsec - now.tv_nsec
    return rest > 0
      ? timespec(tv_sec: rest / 1_000_000_000, tv_nsec: rest % 1_000_000_000) : nil
  }
  #endif
}
