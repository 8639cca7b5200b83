/// How many workers there are, and whether one must be called.
@usableFromInline
struct Workers {
  /// What the storage must do after it has released the lock.
  @usableFromInline
  enum Call: Equatable { case none, nudge, wake, start }

  @usableFromInline let limit: Int
  /// Whether a worker with nothing to do sleeps (a thread) or ends (a task).
  @usableFromInline let canSleep: Bool
  @usableFromInline var started = 0
  @usableFromInline var idle = 0
  /// A worker was called and has not arrived. Until it has, nobody else is called: it will find
  /// all that came meanwhile and calls the next one itself. So a burst of requests costs one
  /// wake-up and not one for each, which was measured to be most of what a request costs.
  @usableFromInline var isOneComing = false
  /// The one that is coming is awake, and looks for a nudge.
  @usableFromInline var isLooking = false

  @inlinable
  init(limit: Int, canSleep: Bool) {
    precondition(limit > 0, "a pool needs at least one worker")
    self.limit = limit
    self.canSleep = canSleep
  }

  /// Lets one worker at a time look a little longer before it sleeps: a wake-up costs more than
  /// the next request is far away when there is a stream of them. It counts as one that is coming.
  @inlinable
  mutating func lookAround() -> Bool {
    if isOneComing { return false }
    isOneComing = true
    isLooking = true
    return true
  }

  /// A worker has started, woken up or looked around.
  @inlinable
  mutating func arrive() {
    isOneComing = false
    isLooking = false
  }

  /// Decides who serves a queue that is not empty.
  @inlinable
  mutating func call() -> Call {
    if isOneComing {
      guard isLooking else { return .none }
      isLooking = false
      return .nudge
    }
    if idle > 0 {
      isOneComing = true
      return .wake
    }
    guard started < limit else { return .none }
    started += 1
    isOneComing = true
    return .start
  }
}
