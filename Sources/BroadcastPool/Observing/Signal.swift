/// Tells one observer that there is something new to fetch; signals that pile up become one.
///
/// Values are fetched under the lock and never sent along: two threads that send could overtake
/// each other, two that ring the same bell cannot.
@usableFromInline
struct Signal: Sendable {
  @usableFromInline let bell: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  @usableFromInline
  init() {
    (bell, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  @usableFromInline
  func ring() { continuation.yield() }

  @usableFromInline
  func end() { continuation.finish() }
}
