extension PoolStorage {
  /// The life of one thread.
  func runThreadWorker(_ process: (AnyRequest, Cancellation) throws -> any Sendable) {
    ThreadContext.current.worker = ObjectIdentifier(self)
    locked { $0.workers.arrive() }
    while let (job, cancellation) = nextJob() { run(job, cancellation, process) }
  }

  /// Processes a request on the calling thread and delivers its result.
  func run(
    _ job: Machine.Job, _ cancellation: CancellationSource,
    _ process: (AnyRequest, Cancellation) throws -> any Sendable
  ) {
    let context = ThreadContext.current
    context.jobs.append((pool: ObjectIdentifier(self), job: ObjectIdentifier(job)))
    let outcome: Outcome
    do {
      outcome = .success(try process(job.request, self.cancellation(cancellation, of: job.request)))
    } catch {
      outcome = .failure(error)
    }
    context.jobs.removeLast()
    finish(job, outcome)
  }

  /// The life of one task worker; each request runs as a task of its own, to be cancelled alone.
  func runTaskWorker(
    _ process: @escaping @Sendable (AnyRequest, Cancellation) async throws -> any Sendable
  ) async {
    locked { $0.workers.arrive() }
    while let (job, source) = nextJob() {
      let request = job.request
      let cancellation = cancellation(source, of: request)
      let task = Task { try await process(request, cancellation) }
      source.onCancel { task.cancel() }
      let outcome = await task.result
      source.disarm()
      finish(job, outcome)
    }
  }

  /// Takes the next job, sleeping until there is one.
  ///
  /// - Returns: nil if the worker must end.
  private func nextJob() -> (Machine.Job, CancellationSource)? {
    let cancellation = CancellationSource()
    while true {
      switch locked({ $0.take(cancellation) }) {
      case .run(let job, let call):
        answer(call)
        return (job, cancellation)
      case .sleep: machine.sleep(on: .work, if: { $0.fallAsleep() }, then: { $0.wakeUp() })
      case .end: return nil
      }
    }
  }

  private func finish(_ job: Machine.Job, _ outcome: Outcome) {
    var isFailure = false
    if case .failure = outcome { isFailure = true }
    guard let receivers = locked({ $0.finish(job, isFailure: isFailure) }) else { return }
    deliver(outcome, to: receivers)
    locked { $0.endDelivery() }
    // Kept until here, because a `deinit` of what the receivers hold may use the pool.
    withExtendedLifetime(receivers) {}
  }

  private func cancellation(_ source: CancellationSource, of request: AnyRequest) -> Cancellation {
    Cancellation(source) { self.locked { $0.abandonIfUnwanted(request, source) } }
  }
}
