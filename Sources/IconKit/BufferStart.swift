// Buffers of arrays that are known to be non-empty; an empty one is a programmer's mistake.

extension UnsafeBufferPointer {
  /// The address of the first element; the buffer must not be empty.
  var start: UnsafePointer<Element> {
    guard let baseAddress else { preconditionFailure("the buffer is empty") }
    return baseAddress
  }
}

extension UnsafeMutableBufferPointer {
  /// The address of the first element; the buffer must not be empty.
  var start: UnsafeMutablePointer<Element> {
    guard let baseAddress else { preconditionFailure("the buffer is empty") }
    return baseAddress
  }
}

extension UnsafeRawBufferPointer {
  /// The address of the first byte; the buffer must not be empty.
  var start: UnsafeRawPointer {
    guard let baseAddress else { preconditionFailure("the buffer is empty") }
    return baseAddress
  }
}
