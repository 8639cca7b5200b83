#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the current thread is doing for pools; used by its own thread only.
final class ThreadContext {
  /// The pool that the thread is a worker of.
  var worker: ObjectIdentifier?
  /// How many receivers' calls are on the stack of this thread.
  var receiverDepth = 0
  /// The jobs that are run on the stack of this thread, the outermost first.
  var jobs: [(pool: ObjectIdentifier, job: ObjectIdentifier)] = []

  private init() {}

  /// The innermost job of `pool` on this thread.
  func innermostJob(of pool: ObjectIdentifier) -> ObjectIdentifier? {
    jobs.last { $0.pool == pool }?.job
  }

  /// The context of the calling thread, made when first asked for and freed with the thread.
  static var current: ThreadContext {
    if let pointer = pthread_getspecific(threadContextKey) {
      return Unmanaged.fromOpaque(pointer).takeUnretainedValue()
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
