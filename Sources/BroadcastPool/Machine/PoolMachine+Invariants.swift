extension PoolMachine {
  /// Asserts that the parts of the state are consistent; does nothing in release builds.
  ///
  /// - Complexity: O(*n*) in requests and receivers; for tests.
  func checkInvariants() {
    #if DEBUG
    var queued = 0
    for priority in Priority.allCases {
      let queue = queues[priority.rawValue]
      assert(queue.count == queue.jobs.count)
      for job in queue.jobs {
        assert(job.phase == .queued && job.priority == priority)
        assert(jobs[job.request] === job)
        assert(!job.receivers.isEmpty, "queued without receivers")
      }
      queued += queue.count
    }
    assert(queued == activity.queued)
    assert(
      queued == jobs.values.count { $0.phase == .queued }, "queued jobs that are not in a queue")
    assert(activity.running >= 0 && activity.done >= 0)
    for (request, job) in jobs {
      assert(job.request == request)
      assert((job.cancellation == nil) == (job.phase == .queued))
      assert(
        job.phase != .running || !job.receivers.isEmpty,
        "running without receivers, but not abandoned")
      for (id, receiver) in job.receivers {
        assert(receiver.id == id)
        assert(
          receiver.handler.map { $0.jobs[id] === job } ?? true,
          "a receiver that its handler does not list")
      }
    }
    for (identity, handler) in handlers {
      assert(handler.identity == identity)
      assert(!handler.jobs.isEmpty || handler.callCount > 0, "a handler without jobs or calls")
    }
    #endif
  }
}
