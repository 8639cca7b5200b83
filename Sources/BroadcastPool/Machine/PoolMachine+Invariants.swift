extension PoolMachine {
  /// Stops the program if the parts of the state contradict each other; nothing in release.
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
        assert(!job.receivers.isEmpty, "queued for nobody")
      }
      queued += queue.count
    }
    assert(queued == activity.queued)
    assert(queued == jobs.values.count { $0.phase == .queued }, "queued, and in no queue")
    assert(activity.running >= 0 && activity.done >= 0)
    for (request, job) in jobs {
      assert(job.request == request)
      assert((job.cancellation == nil) == (job.phase == .queued))
      assert(job.phase != .running || !job.receivers.isEmpty, "runs for nobody, untold")
      for (id, receiver) in job.receivers {
        assert(receiver.id == id)
        assert(receiver.handler.map { $0.jobs[id] === job } ?? true, "unknown to its handler")
      }
    }
    for (identity, handler) in handlers {
      assert(handler.identity == identity)
      assert(!handler.jobs.isEmpty || handler.callCount > 0, "a handler of nothing")
    }
    #endif
  }
}
