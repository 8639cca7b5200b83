/// A request of any type; those of one pool are all of one type.
///
/// The machine and its storage are not generic: generic code that is called from another module is
/// not specialised, and a request took three times as many instructions in a generic machine.
struct AnyRequest: Hashable, Sendable {
  let base: any Hashable & Sendable

  static func == (left: AnyRequest, right: AnyRequest) -> Bool { left.base.isEqual(to: right.base) }

  func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }

  /// The request itself, of the type that its pool is for.
  func typed<Request: Hashable & Sendable>() -> Request {
    guard let request = base as? Request else {
      preconditionFailure("a pool for \(Request.self) has a request of type \(type(of: base))")
    }
    return request
  }
}

extension Hashable {
  fileprivate func isEqual(to other: any Hashable) -> Bool { other as? Self == self }
}

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
