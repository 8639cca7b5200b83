/// A response, for the machine to carry without knowing its type.
///
/// It is wrapped in a type of its own so that casting does not change an optional response.
struct AnyResponse<Response: Sendable>: Sendable {
  let value: Response
}

extension Result where Success == any Sendable {
  /// The outcome, of the type that its pool is for.
  func typed<Response: Sendable>() -> Result<Response, Failure> {
    map { response in
      guard let response = response as? AnyResponse<Response> else {
        preconditionFailure("a pool of \(Response.self) has a response of another type")
      }
      return response.value
    }
  }
}
