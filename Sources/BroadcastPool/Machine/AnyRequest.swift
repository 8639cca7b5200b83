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
