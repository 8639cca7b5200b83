#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the current thread is doing for pools: which requests it processes, whether it is inside a
/// receiver. Never leaves its thread.
///
/// A struct in plain memory and not an object, because it is touched for each request and would
/// each time be retained and checked for exclusive access.
@usableFromInline
struct ThreadContext {
  @usableFromInline typealias Pointer = UnsafeMutablePointer<ThreadContext>

  /// One request of one pool.
  @usableFromInline
  struct Job: Hashable {
    @usableFromInline let pool: ObjectIdentifier
    @usableFromInline let entry: Place

    @inlinable
    init(pool: ObjectIdentifier, entry: Place) {
      self.pool = pool
      self.entry = entry
    }
  }

  /// The pool that the thread is a worker of.
  @usableFromInline var worker: ObjectIdentifier?
  /// How many receivers' calls are on the stack of this thread.
  @usableFromInline var receiverDepth = 0
  /// The innermost request that is processed on the stack of this thread.
  @usableFromInline var job: Job?
  /// Those around it, the outermost first.
  @usableFromInline var outerJobs: [Job] = []

  init() {}

  /// Enters a request.
  ///
  /// - Returns: the one around it, for ``end(returningTo:)``.
  @inlinable
  mutating func begin(_ job: Job) -> Job? {
    let outer = self.job
    if let outer { outerJobs.append(outer) }
    self.job = job
    return outer
  }

  @inlinable
  mutating func end(returningTo outer: Job?) {
    if outer != nil { outerJobs.removeLast() }
    job = outer
  }

  /// The innermost request of `pool` on this thread.
  @usableFromInline
  func innermostEntry(of pool: ObjectIdentifier) -> Place? {
    if let job, job.pool == pool { return job.entry }
    return outerJobs.last { $0.pool == pool }?.entry
  }

  /// The context of the calling thread, made when first asked for and freed with the thread.
  @usableFromInline
  static var current: Pointer {
    if let pointer = pthread_getspecific(threadContextKey) {
      return pointer.assumingMemoryBound(to: ThreadContext.self)
    }
    let context = Pointer.allocate(capacity: 1)
    context.initialize(to: ThreadContext())
    pthread_setspecific(threadContextKey, context)
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
private func releaseContext(_ pointer: UnsafeMutableRawPointer) { freeContext(pointer) }
#else
private func releaseContext(_ pointer: UnsafeMutableRawPointer?) {
  if let pointer { freeContext(pointer) }
}
#endif

private func freeContext(_ pointer: UnsafeMutableRawPointer) {
  let context = pointer.assumingMemoryBound(to: ThreadContext.self)
  context.deinitialize(count: 1)
  context.deallocate()
}
