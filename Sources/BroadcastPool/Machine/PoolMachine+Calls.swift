extension PoolMachine {
  /// Begins the call of a handler's receiver; to be ended with ``endCall(of:)``.
  ///
  /// - Returns: the handler, to be held during the call; nil if the receiver must not be called,
  ///   because its handler has died or was removed.
  mutating func beginCall(of receiver: Receiver, _ handler: HandlerState)
    -> (any AnyObject & Sendable)?
  {
    guard handler.jobs.removeValue(forKey: receiver.id) != nil, let object = handler.object else {
      forgetIfUnused(handler)
      return nil
    }
    handler.callCount += 1
    return object
  }

  /// Ends a call, and wakes the threads that wait for that.
  mutating func endCall(of handler: HandlerState) {
    handler.callCount -= 1
    if waiterCount > 0 && handler.callCount == 0 { add(.wakeWaiters) }
    forgetIfUnused(handler)
  }

  mutating func forgetIfUnused(_ handler: HandlerState) {
    if handler.jobs.isEmpty && handler.callCount == 0 && handlers[handler.identity] === handler {
      handlers[handler.identity] = nil
    }
  }

  /// Takes out all receivers of a job, in the order they asked, for the caller to call.
  func takeReceivers(of job: Job) -> [Receiver] {
    defer { job.receivers = [:] }
    return job.receivers.values.sorted { $0.id < $1.id }
  }
}
