/// A scheduler that processes equal requests only once and broadcasts the result to all receivers
/// that still want it.
///
/// There are two kinds of worker: threads, for work that computes or blocks, started when first
/// needed and never more than the limit; and tasks, for work that mostly waits, such as downloads,
/// which need no thread each. The rules are the same for both:
///
/// - A more urgent request starts first; equally urgent ones in the order they came. One thread, or
///   one task, makes a serial queue.
/// - Each receiver is called exactly once, unless it was removed; an error is the one thrown.
/// - A queued request without receivers never starts; a running one is told through its
///   ``Cancellation`` and its result is dropped.
/// - Equal requests never run concurrently, even while a cancelled one finishes.
///
/// Receivers are called on a worker, one after the other, without any lock held; they may use the
/// pool. Long work in a receiver keeps its worker from the next request. The `Hashable` conformance
/// of a request runs under the pool's lock and must not use the pool.
///
/// When the last reference to a pool is released, it ends: queued requests never start, running
/// ones are cancelled, all waiters receive `CancellationError`, and the threads end.
public final class BroadcastPool<Request: Hashable & Sendable, Response: Sendable>: Sendable {
  /// The closure that receives the result: a response, or the error that processing threw.
  public typealias Receive = @Sendable (Result<Response, any Error>) -> Void

  let storage: PoolStorage

  /// The most requests that run concurrently.
  public let limit: Int

  /// Creates a pool that processes requests on threads.
  ///
  /// - Parameters:
  ///   - name: names the threads; cut so that it fits, with a number, into the 15 bytes of Linux.
  ///   - threads: the most threads, at least 1; without it as many as there are processors.
  ///   - process: turns a request into a response; runs on a thread of 1 MiB stack.
  public init(
    name: String, threads: Int? = nil,
    process:
      @escaping @Sendable (_ request: Request, _ cancellation: Cancellation) throws ->
      Response
  ) {
    limit = threads ?? defaultThreadCount
    storage = PoolStorage(
      name: name, workers: limit,
      process: .onThread { AnyResponse(value: try process($0.typed(), $1)) })
  }

  /// Creates a pool that processes requests in tasks.
  ///
  /// Cancelling a request cancels its task too.
  /// - Parameters:
  ///   - name: the name of the pool in errors.
  ///   - concurrent: the most requests that run concurrently, at least 1. A request that awaits
  ///     another of its own pool counts meanwhile, so it needs a limit above the depth of such
  ///     waits.
  ///   - process: turns a request into a response.
  public init(
    name: String, concurrent: Int,
    process:
      @escaping @Sendable (_ request: Request, _ cancellation: Cancellation) async throws ->
      Response
  ) {
    limit = concurrent
    storage = PoolStorage(
      name: name, workers: limit,
      process: .asTask { AnyResponse(value: try await process($0.typed(), $1)) })
  }

  deinit { storage.close() }

  /// Asks for a response; `receive` gets it unless `handler` dies or is removed before.
  ///
  /// An equal request that is queued or running is joined; a higher priority raises a queued one.
  /// - Parameters:
  ///   - request: what is wanted.
  ///   - priority: how urgent it is.
  ///   - handler: the object that the receiver belongs to, held weakly; its last reference may be
  ///     dropped on a worker.
  ///   - receive: called once, on a worker. It must not hold `handler` strongly, which would keep
  ///     it alive.
  /// - Complexity: O(1) on average.
  public func request(
    _ request: Request, priority: Priority = .normal, for handler: any AnyObject & Sendable,
    receive: @escaping Receive
  ) {
    _ = storage.request(AnyRequest(base: request), priority: priority, for: handler) {
      receive($0.typed())
    }
  }

  /// Removes all receivers of a handler; when it returns, none of them is called any more.
  ///
  /// It waits for a call into this handler that is running on another thread. Inside a receiver, of
  /// any pool, it does not wait, because two receivers that remove each other would deadlock; even
  /// then no further call begins.
  /// - Complexity: O(*n*) in the receivers of this handler.
  public func remove(_ handler: any AnyObject & Sendable) {
    storage.remove(ObjectIdentifier(handler))
  }

  /// Cancels everything that is queued or running.
  ///
  /// All receivers are called with `CancellationError` on the calling thread before this returns.
  /// - Complexity: O(*n*) in the requests that are queued or running.
  public func cancelAll() { storage.cancelAll() }
}

/// The number of processors available to this process.
let defaultThreadCount = SystemThread.processorCount
