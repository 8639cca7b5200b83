#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A state, its lock and two conditions to wait for. ``Locked`` has no conditions.
///
/// The class is `@unchecked` because the compiler cannot see that `state` is reached only under the
/// lock.
final class ConditionLock<State: ~Copyable>: @unchecked Sendable {
  /// What a thread can wait for.
  enum Condition {
    /// There is something to do.
    case work
    /// A call, or all work, has ended.
    case end
  }

  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let work = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let end = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ initial: consuming State) {
    state = initial
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    #if !canImport(Darwin)
    // Setting the wall clock must not change a timeout.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    #endif
    pthread_cond_init(work, &attributes)
    pthread_cond_init(end, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(end)
    pthread_cond_destroy(work)
    pthread_mutex_destroy(mutex)
    end.deallocate()
    work.deallocate()
    mutex.deallocate()
  }

  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }

  /// Calls `body` after each wake-up until it returns an answer.
  func wait<Answer>(on condition: Condition, for body: (inout State) -> Answer?) -> Answer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let answer = body(&state) { return answer }
      pthread_cond_wait(pointer(to: condition), mutex)
    }
  }

  /// Calls `body` after each wake-up until it returns an answer or the deadline has passed.
  ///
  /// - Returns: the answer, or nil at the deadline.
  func wait<Answer>(
    on condition: Condition, until deadline: Deadline, for body: (inout State) -> Answer?
  ) -> Answer? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var isLate = false
    while true {
      if let answer = body(&state) { return answer }
      if isLate { return nil }
      isLate = !wait(on: condition, until: deadline)
    }
  }

  /// Sleeps until woken if `before` returns true; the check and the sleep are atomic.
  func sleep(
    on condition: Condition, if before: (inout State) -> Bool, then after: (inout State) -> Void
  ) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard before(&state) else { return }
    pthread_cond_wait(pointer(to: condition), mutex)
    after(&state)
  }

  func wakeOne(on condition: Condition) { pthread_cond_signal(pointer(to: condition)) }

  func wakeAll(on condition: Condition) { pthread_cond_broadcast(pointer(to: condition)) }

  /// Sleeps until woken, with the lock released meanwhile.
  ///
  /// - Returns: false when the deadline has passed.
  private func wait(on condition: Condition, until deadline: Deadline) -> Bool {
    #if canImport(Darwin)
    guard var rest = deadline.rest else { return false }
    return pthread_cond_timedwait_relative_np(pointer(to: condition), mutex, &rest) != ETIMEDOUT
    #else
    var time = deadline.time
    return pthread_cond_timedwait(pointer(to: condition), mutex, &time) != ETIMEDOUT
    #endif
  }

  private func pointer(to condition: Condition) -> UnsafeMutablePointer<pthread_cond_t> {
    switch condition {
    case .work: work
    case .end: end
    }
  }
}
