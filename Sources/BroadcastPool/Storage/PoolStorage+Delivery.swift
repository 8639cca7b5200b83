extension PoolStorage {
  /// Calls receivers that were taken out because nothing will be processed for them.
  @usableFromInline
  func hand(_ handovers: consuming Machine.Handovers, _ outcome: Outcome) {
    // In a visit of its own: what came after the last one may have removed handlers, which would
    // have waited for a call that this thread had begun already.
    locked { $0.beginCalls(&handovers) }
    deliver(&handovers, outcome, on: ThreadContext.current)
    locked { $0.settleRecords(handovers) }
    // Not before: what dies with these may remove a handler, which waits for calls to be settled.
    handovers.clear()
  }

  /// Calls receivers one after the other, except those whose handler has died or was removed.
  ///
  /// The call into the first one's handler has been begun already; the last that is begun here ends
  /// when they are settled. Receivers of one handler that follow each other are one call.
  @inlinable
  func deliver(
    _ handovers: inout Machine.Handovers, _ outcome: Outcome, on context: ThreadContext.Pointer
  ) {
    guard let first = handovers.first else { return }
    if let handler = first.handler {
      handovers.witness = handler._withUnsafeGuaranteedRef { $0.living }
    }
    call(first, handovers.witness, outcome, on: context)
    guard let rest = handovers.rest else { return }
    for next in rest {
      if next.record != handovers.called {
        endCall(&handovers)
        if next.handler != nil && locked({ $0.beginCall(next) }) {
          handovers.called = next.record
        }
        handovers.witness = next.handler?._withUnsafeGuaranteedRef { $0.living }
      }
      call(next, handovers.witness, outcome, on: context)
    }
  }

  /// Ends the call that is in progress, then lets go of its handler, whose `deinit` may remove the
  /// next one.
  @inlinable
  func endCall(_ handovers: inout Machine.Handovers) {
    if handovers.called >= 0 {
      let record = handovers.called
      handovers.called = -1
      locked { $0.endCall(record) }
    }
    handovers.witness = nil
  }

  @inlinable
  func call(
    _ handover: Machine.Handover, _ witness: (any AnyObject & Sendable)?, _ outcome: Outcome,
    on context: ThreadContext.Pointer
  ) {
    if handover.handler != nil {
      guard witness != nil, handover.isCurrent else { return }
      context.pointee.receiverDepth += 1
      handover.callback.receive(outcome)
      context.pointee.receiverDepth -= 1
    } else {
      handover.callback.receive(outcome)
    }
  }
}
