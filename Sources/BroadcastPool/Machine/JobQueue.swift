extension PoolMachine {
  /// The jobs of one priority in the order they came.
  ///
  /// Removing a job leaves a hole in the array; an array that is mostly holes is compacted.
  struct JobQueue {
    private var slots: [Job?] = []
    /// All slots before this one are holes.
    private var head = 0
    private(set) var count = 0

    /// The job that came first.
    ///
    /// - Complexity: O(1), amortised.
    var first: Job? {
      mutating get {
        if count == 0 { return nil }
        while slots[head] == nil { head += 1 }
        return slots[head]
      }
    }

    /// - Complexity: O(1), amortised.
    mutating func append(_ job: Job) {
      if slots.count > 2 * count + 16 { closeUp() }
      job.queueIndex = slots.count
      slots.append(job)
      count += 1
    }

    /// - Complexity: O(1).
    mutating func remove(_ job: Job) {
      precondition(slots[job.queueIndex] === job, "a job can only be removed from its own queue")
      slots[job.queueIndex] = nil
      count -= 1
    }

    /// All jobs in order.
    var jobs: [Job] { slots.compactMap { $0 } }

    private mutating func closeUp() {
      slots.removeAll { $0 == nil }
      for (index, job) in slots.enumerated() { job?.queueIndex = index }
      head = 0
    }
  }
}
