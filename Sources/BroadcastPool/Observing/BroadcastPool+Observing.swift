extension BroadcastPool {
  /// How much is queued, running and done.
  public var activity: Activity { storage.locked { $0.activity } }

  /// The status of a request; `failed` and `done` are kept only while ``statuses(of:)`` of it is
  /// observed. A request that ended unobserved is `idle` again.
  public func status(of request: Request) -> RequestStatus {
    storage.locked { $0.status(of: AnyRequest(base: request)) }
  }

  /// The activity now and after each change; a slow reader gets only the newest.
  ///
  /// It ends with the pool.
  public var activities: some AsyncSequence<Activity, Never> & Sendable {
    ActivitySequence(storage: storage)
  }

  /// The status of a request now, and every status that it passes through.
  ///
  /// A reader that falls more than 64 changes behind loses the oldest. The first status is taken
  /// when iteration begins. It ends with the pool.
  public func statuses(of request: Request) -> some AsyncSequence<RequestStatus, Never> & Sendable {
    StatusSequence(storage: storage, request: AnyRequest(base: request))
  }

  /// Returns when nothing is queued and nothing runs, and all receivers have returned.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  public func waitUntilIdle() async throws {
    for await activity in activities where activity.isIdle { return }
    throw CancellationError()
  }
}
