#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the current thread is doing for pools: which requests it processes, whether it is inside a
/// receiver. Never leaves its thread.
@usableFromInline
final class ThreadContext {
  /// One request of one pool.
  @usableFromInline
  struct Job: Hashable {
    @usableFromInline let pool: ObjectIdentifier
    @usableFromInline let entry: Int

    @usableFromInline
    init(pool: ObjectIdentifier, entry: Int) {
      self.pool = pool
      self.entry = entry
    }
  }

  /// The pool that the thread is a worker of.
  @usableFromInline var worker: ObjectIdentifier?
  /// How many receivers' calls are on the stack of this thread.
  @usableFromInline var receiverDepth = 0
  /// The requests being processed on the stack of this thread, the innermost last.
  @usableFromInline var jobs: [Job] = []

  init() {}

  /// The innermost request of `pool` on this thread.
  @usableFromInline
  func innermostEntry(of pool: ObjectIdentifier) -> Int? {
    jobs.last { $0.pool == pool }?.entry
  }

  /// The context of the calling thread, made when first asked for and freed with the thread.
  @usableFromInline
  static var current: ThreadContext {
    if let pointer = pthread_getspecific(threadContextKey) {
      return Unmanaged<ThreadContext>.fromOpaque(pointer).takeUnretainedValue()
    }
    let context = ThreadContext()
    pthread_setspecific(threadContextKey, Unmanaged.passRetained(context).toOpaque())
    return context
  }
}

private let threadContextKey: pthread_key_t = {
  var key = pthread_key_t()
  let status = pthread_key_create(&key, releaseContext)
  precondition(status == 0, "no thread-specific key left: pthread_key_create says \(status)")
  return key
}()

#if canImport(Darwin)
private func releaseContext(_ pointer: UnsafeMutableRawPointer) {
  Unmanaged<ThreadContext>.fromOpaque(pointer).release()
}
#else
private func releaseContext(_ pointer: UnsafeMutableRawPointer?) {
  if let pointer { Unmanaged<ThreadContext>.fromOpaque(pointer).release() }
}
#endif
