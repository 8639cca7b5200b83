#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Calls `body` until a signal no longer interrupts it.
@inline(__always)
func uninterrupted<Result: SignedInteger>(_ body: () -> Result) -> Result {
  while true {
    let result = body()
    if result != -1 || errno != EINTR { return result }
  }
}

extension RelativePath {
  /// Gives `body` the path as a C string that lives as long as the call.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { buffer in
      for (index, byte) in bytes.enumerated() {
        buffer.initializeElement(at: index, to: CChar(bitPattern: byte))
      }
      buffer.initializeElement(at: bytes.count, to: 0)
      // The capacity is at least one, so there is an address.
      guard let address = buffer.baseAddress else { preconditionFailure("no room for a path") }
      return body(UnsafePointer(address))
    }
  }
}
