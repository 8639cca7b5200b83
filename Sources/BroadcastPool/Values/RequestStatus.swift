/// Where one request is on its way through a pool.
public enum RequestStatus: Sendable, Hashable {
  /// Nobody wants it, or it was dropped before its end.
  case idle
  /// It waits for a worker.
  case queued
  /// A worker processes it.
  case running
  /// Its processing threw; whoever wanted it has the error, or is about to hear it.
  case failed
  /// It was processed; whoever wanted it has the response, or is about to hear it.
  case done

  /// Whether nothing more happens to it unless somebody asks for it again.
  public var isAtRest: Bool {
    switch self {
    case .idle, .failed, .done: true
    case .queued, .running: false
    }
  }
}
