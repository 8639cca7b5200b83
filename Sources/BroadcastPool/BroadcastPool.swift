/// A scheduler that processes requests which compare equal once and broadcasts the result to all
/// who still want it.
///
/// There are two kinds of worker. Threads, for work that computes or blocks; started when first
/// needed, never more than the limit. And tasks, for work that mostly waits, downloads for example,
/// which must not hold a thread each. The rules are the same for both:
///
/// - A more urgent request starts first; equally urgent ones in the order they came. One thread, or
///   one task, makes a serial queue.
/// - Each receiver hears exactly once, unless it was removed; an error as the error that was thrown.
/// - A queued request without a receiver left never starts; a running one is told through its
///   ``Cancellation`` and its result is dropped.
/// - Equal requests never run side by side, even if the first was cancelled and winds down.
///
/// Receivers are called on a worker, one after the other, without any lock held; they may use the
/// pool. Long work in a receiver keeps a worker from its next request. The `Hashable` conformance
/// of a request runs under the pool's lock and must not use the pool.
///
/// A pool that is let go of ends: nothing queued starts, what runs is told, whoever waits hears
/// `CancellationError`, the threads end.
public final class BroadcastPool<Request: Hashable & Sendable, Response: Sendable>: Sendable {
  /// What hears the result: a response, or the error that processing it threw.
  public typealias Receive = @Sendable (Result<Response, any Error>) -> Void

  let storage: PoolStorage

  /// The most requests that run side by side.
  public let limit: Int

  /// Creates a pool that processes requests on threads.
  ///
  /// - Parameters:
  ///   - name: names the threads, cut to the 15 bytes that Linux shows of it and its number.
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
  /// A request that is cancelled finds its task cancelled as well.
  /// - Parameters:
  ///   - name: what errors call the pool.
  ///   - concurrent: the most requests that run side by side, at least 1. A request that awaits
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

  /// Asks for a response; `receive` hears it unless `handler` dies or is removed before.
  ///
  /// An equal request that is queued or running is joined; a higher priority raises a queued one.
  /// - Parameters:
  ///   - request: what is wanted.
  ///   - priority: how urgent it is.
  ///   - handler: whom the receiver belongs to, held weakly; its last reference may be dropped on
  ///     a worker.
  ///   - receive: called once, on a worker. It must not hold `handler` strongly, or that never
  ///     dies.
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
  /// It waits for a call into this handler that another thread is in the middle of. Called from
  /// inside a receiver, of any pool, it does not wait, because two receivers that remove each other
  /// would wait for ever; then too no further call begins.
  /// - Complexity: O(*n*) in the receivers of this handler.
  public func remove(_ handler: any AnyObject & Sendable) {
    storage.remove(ObjectIdentifier(handler))
  }

  /// Cancels everything that is queued or running.
  ///
  /// All receivers hear `CancellationError` on the calling thread before this returns.
  /// - Complexity: O(*n*) in the requests that are queued or running.
  public func cancelAll() { storage.cancelAll() }
}

/// As many as there are processors for this process.
let defaultThreadCount = SystemThread.processorCount
