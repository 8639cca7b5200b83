/// How many workers there are, and whether one must be called.
struct Workers {
  /// What the storage must do after it has released the lock.
  enum Call { case none, wake, start }

  let limit: Int
  /// Whether a worker with nothing to do sleeps (a thread) or ends (a task).
  let canSleep: Bool
  var started = 0
  var sleeping = 0
  /// Whether a worker was called and has not arrived yet. Until then no other is called: it will
  /// find everything that was queued meanwhile and call the next one itself. So a burst of requests
  /// costs one wake-up and not one for each request.
  var isOneComing = false

  init(limit: Int, canSleep: Bool) {
    precondition(limit > 0, "a pool needs at least one worker")
    self.limit = limit
    self.canSleep = canSleep
  }

  /// A worker has started or woken up.
  mutating func arrive() { isOneComing = false }

  /// Decides who serves a queue that is not empty.
  mutating func call() -> Call {
    if isOneComing { return .none }
    if sleeping > 0 {
      isOneComing = true
      return .wake
    }
    guard started < limit else { return .none }
    started += 1
    isOneComing = true
    return .start
  }
}
