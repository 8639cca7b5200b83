/// The status of a request in a pool.
public enum RequestStatus: Sendable, Hashable {
  /// It was not requested, or was dropped before its end.
  case idle
  /// It waits for a worker.
  case queued
  /// A worker processes it.
  case running
  /// Its processing threw; its receivers have been or are about to be called with the error.
  case failed
  /// It was processed; its receivers have been or are about to be called with the response.
  case done
}
