import BroadcastPool
import Dispatch

/// Something that happens once; a test awaits it, a worker's thread blocks on it.
///
/// Only code that runs on a pool's thread calls ``block()``: a test body that blocked would hold
/// one of the two threads that all tests share.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var sleepers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  private let group = DispatchGroup()

  init() { group.enter() }

  func open() {
    let sleepers = state.withLock { state in
      defer { state.sleepers = [] }
      if !state.isOpen { group.leave() }
      state.isOpen = true
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.resume() }
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func block() { group.wait() }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.sleepers.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// What happened, in the order it happened.
final class Log<Entry: Sendable>: Sendable {
  private let list = Locked<[Entry]>([])

  func add(_ entry: Entry) { list.withLock { $0.append(entry) } }

  var entries: [Entry] { list.withLock { $0 } }
}

/// An object that receivers belong to; says when it dies.
final class Owner: Sendable {
  private let onDeath: @Sendable () -> Void

  init(onDeath: @escaping @Sendable () -> Void = {}) { self.onDeath = onDeath }

  deinit { onDeath() }
}

struct Failure: Error, Equatable {
  let number: Int
}

extension Result {
  var isCancellation: Bool {
    if case .failure(let error) = self { return error is CancellationError }
    return false
  }
}
