extension PoolMachine {
  /// One distinct request that is queued or running, with its receivers.
  final class Job {
    enum Phase { case queued, running, abandoned }

    let request: AnyRequest
    var priority: Priority
    var phase = Phase.queued
    /// The receivers that have been neither called nor taken out to be called.
    var receivers: [ID: Receiver] = [:]
    /// Cancels the run when the last receiver is removed; nil while the job is queued.
    var cancellation: CancellationSource?
    /// Its index in its queue.
    var queueIndex = 0

    init(_ request: AnyRequest, _ priority: Priority) {
      self.request = request
      self.priority = priority
    }
  }

  /// A receiver of the result of a job.
  ///
  /// It holds its job, so that the job, and above all its request, is not deinitialised under the
  /// lock before the last receiver has been released.
  struct Receiver {
    let id: ID
    let job: Job
    let receive: Receive
    /// The handler that it belongs to; nil for a caller that waits.
    let handler: HandlerState?
  }

  /// The state of a handler, an object that receivers belong to.
  final class HandlerState {
    let identity: ObjectIdentifier
    /// Nil once the object has died; another object may then have its address.
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
