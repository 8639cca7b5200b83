#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A state, the lock around it and two conditions to wait for: the only place that knows pthread.
///
/// `Mutex` from Synchronization cannot be waited on, hence the pthread pair. The class is
/// `@unchecked` because the compiler cannot see that `state` is touched only under the lock.
@usableFromInline
final class Monitor<State: ~Copyable>: @unchecked Sendable {
  // Behind a pointer because each visit must be an access of its own: a thread that waits inside
  // an `inout` access to a stored property would overlap with the thread that wakes it.
  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline let lock = SystemLock()

  @usableFromInline
  init(_ initial: consuming State) {
    state = .allocate(capacity: 1)
    state.initialize(to: initial)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    lock.destroy()
  }

  @inlinable
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state.pointee)
  }

  /// Asks `body` again after each wake-up until it has an answer or the deadline has passed.
  ///
  /// - Returns: the answer, or nil at the deadline.
  @inlinable
  func wait<Answer>(
    on condition: SystemLock.Condition, until deadline: Deadline? = nil,
    for body: (inout State) -> Answer?
  ) -> Answer? {
    lock.lock()
    defer { lock.unlock() }
    var isLate = false
    while true {
      if let answer = body(&state.pointee) { return answer }
      if isLate { return nil }
      isLate = !lock.wait(on: condition, until: deadline)
    }
  }
}

/// A point of the monotonic clock, as the condition of a ``SystemLock`` wants it.
@usableFromInline
struct Deadline: Sendable {
  fileprivate let seconds: Int
  fileprivate let nanoseconds: Int

  /// `limit` from now; negative limits count as none at all.
  @usableFromInline
  init(after limit: Duration) {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let parts = max(limit, .zero).components
    let nanoseconds = Int(now.tv_nsec) + Int(parts.attoseconds / 1_000_000_000)
    // A limit of centuries is "no limit"; it must not overflow.
    let seconds = min(parts.seconds, 1 << 31)
    self.seconds = Int(now.tv_sec) + Int(seconds) + nanoseconds / 1_000_000_000
    self.nanoseconds = nanoseconds % 1_000_000_000
  }
}

/// A pthread mutex with two pthread conditions; lives as long as its ``Monitor``.
///
/// A struct of pointers and not an object, so that to lock it retains nothing.
@usableFromInline
struct SystemLock: @unchecked Sendable {
  /// What a thread can wait for.
  @usableFromInline
  enum Condition: Sendable {
    /// There is something to do.
    case work
    /// A handler is not being called, or the pool is idle.
    case quiet
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let quiet = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  @usableFromInline
  init() {
    var kind = pthread_mutexattr_t()
    pthread_mutexattr_init(&kind)
    #if !canImport(Darwin)
    // Spins for a moment before it sleeps: what is done under the lock is shorter than a sleep.
    pthread_mutexattr_settype(&kind, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
    #endif
    pthread_mutex_init(mutex, &kind)
    pthread_mutexattr_destroy(&kind)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    #if !canImport(Darwin)
    // A limit must not move when somebody sets the wall clock.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    #endif
    pthread_cond_init(work, &attributes)
    pthread_cond_init(quiet, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  fileprivate func destroy() {
    pthread_cond_destroy(quiet)
    pthread_cond_destroy(work)
    pthread_mutex_destroy(mutex)
    quiet.deallocate()
    work.deallocate()
    mutex.deallocate()
  }

  @usableFromInline
  func lock() { pthread_mutex_lock(mutex) }

  @usableFromInline
  func unlock() { pthread_mutex_unlock(mutex) }

  @usableFromInline
  func wakeOne(on condition: Condition) { pthread_cond_signal(pointer(to: condition)) }

  @usableFromInline
  func wakeAll(on condition: Condition) { pthread_cond_broadcast(pointer(to: condition)) }

  /// Sleeps until woken, with the lock released meanwhile.
  ///
  /// - Returns: false when the deadline has passed.
  @usableFromInline
  func wait(on condition: Condition, until deadline: Deadline?) -> Bool {
    guard let deadline else {
      pthread_cond_wait(pointer(to: condition), mutex)
      return true
    }
    var time = timespec()
    #if canImport(Darwin)
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let rest =
      (deadline.seconds - Int(now.tv_sec)) * 1_000_000_000
      + (deadline.nanoseconds - Int(now.tv_nsec))
    guard rest > 0 else { return false }
    time.tv_sec = rest / 1_000_000_000
    time.tv_nsec = rest % 1_000_000_000
    return pthread_cond_timedwait_relative_np(pointer(to: condition), mutex, &time) != ETIMEDOUT
    #else
    time.tv_sec = deadline.seconds
    time.tv_nsec = deadline.nanoseconds
    return pthread_cond_timedwait(pointer(to: condition), mutex, &time) != ETIMEDOUT
    #endif
  }

  private func pointer(to condition: Condition) -> UnsafeMutablePointer<pthread_cond_t> {
    switch condition {
    case .work: work
    case .quiet: quiet
    }
  }
}
