/// Tells one observer that there is something new to fetch; signals that pile up become one.
///
/// Values are fetched under the lock and never sent along: two threads that send could overtake
/// each other, two that say "fetch" cannot.
struct Signal: Sendable {
  let events: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (events, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  func notify() { continuation.yield() }

  func end() { continuation.finish() }
}
