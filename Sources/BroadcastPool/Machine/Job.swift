extension PoolMachine {
  /// One distinct request that is queued or runs, and who wants its response.
  final class Job {
    enum Phase { case queued, running, abandoned }

    let request: AnyRequest
    var priority: Priority
    var phase = Phase.queued
    /// Those who have not been called, nor handed over to be called.
    var receivers: [ID: Receiver] = [:]
    /// How the run is told that nobody wants it any more; nil while the job is queued.
    var cancellation: CancellationSource?
    /// Where its queue has it.
    var queueIndex = 0

    init(_ request: AnyRequest, _ priority: Priority) {
      self.request = request
      self.priority = priority
    }
  }

  /// One who wants to hear the result of a job.
  ///
  /// It holds its job, so that nothing of a job, its request above all, dies under the lock before
  /// the last receiver has been let go of.
  struct Receiver {
    let id: ID
    let job: Job
    let receive: Receive
    /// Whom it belongs to; nil for a caller that waits.
    let handler: HandlerState?
  }

  /// What is known of an object that receivers belong to.
  final class HandlerState {
    let identity: ObjectIdentifier
    /// Nil once it has died; another object may have its address then.
    private(set) weak var object: (any AnyObject & Sendable)?
    /// The jobs that its receivers wait for, until these have been called or skipped.
    var jobs: [ID: Job] = [:]
    /// Threads that are calling one of its receivers.
    var callCount = 0

    init(_ object: any AnyObject & Sendable) {
      identity = ObjectIdentifier(object)
      self.object = object
    }
  }
}
