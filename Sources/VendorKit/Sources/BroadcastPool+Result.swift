import BroadcastPool

extension BroadcastPool {
  /// The response, or the error that was thrown in its place.
  func result(of request: Request) async -> Result<Response, any Error> {
    do {
      return .success(try await response(to: request))
    } catch {
      return .failure(error)
    }
  }
}
