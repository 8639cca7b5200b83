#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A value that is reached only under its lock, like `Mutex` of the standard library.
///
/// The thread sanitizer knows pthread's lock. It does not know `Mutex`: on Linux a contended lock is
/// acquired inside the standard library, which is not instrumented, so the sanitizer reports a race
/// for every such access. The class is `@unchecked` because the compiler cannot see that `value` is
/// reached only under the lock.
public final class Locked<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Puts `value` behind a lock of its own.
  public init(_ value: consuming sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread has it. The lock is not recursive.
  ///
  /// - Throws: what `body` throws.
  public func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
