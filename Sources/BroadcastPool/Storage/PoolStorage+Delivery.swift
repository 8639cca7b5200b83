extension PoolStorage {
  /// Calls receivers that were taken out because nothing will be processed for them.
  @usableFromInline
  func hand(_ handovers: consuming Machine.Handovers, _ outcome: Outcome) {
    deliver(&handovers, outcome, on: ThreadContext.current)
    locked { $0.settleRecords(handovers) }
    // Not before: what dies with these may remove a handler, which waits for calls to be settled.
    handovers.clear()
  }

  /// Calls receivers one after the other, except those whose handler has died or was removed.
  ///
  /// The call into the first one's handler has been begun when these were taken out; the last that
  /// is begun here ends when they are settled.
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
        let from = handovers.called
        let isBegun = locked { $0.passCall(from: from, to: next) }
        handovers.called = isBegun ? next.record : -1
        handovers.witness = next.handler?._withUnsafeGuaranteedRef { $0.living }
      }
      call(next, handovers.witness, outcome, on: context)
    }
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
