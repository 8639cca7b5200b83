// Buffers of arrays that are known to have elements: an empty one is a programmer's mistake.

extension UnsafeBufferPointer {
  /// The address of the first element, of which there is one.
  var start: UnsafePointer<Element> {
    guard let baseAddress else { preconditionFailure("the buffer is empty") }
    return baseAddress
  }
}

extension UnsafeMutableBufferPointer {
  /// The address of the first element, of which there is one.
  var start: UnsafeMutablePointer<Element> {
    guard let baseAddress else { preconditionFailure("the buffer is empty") }
    return baseAddress
  }
}

extension UnsafeRawBufferPointer {
  /// The address of the first byte, of which there is one.
  var start: UnsafeRawPointer {
    guard let baseAddress else { preconditionFailure("the buffer is empty") }
    return baseAddress
  }
}
