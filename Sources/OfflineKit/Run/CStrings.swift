/// A list of C strings that ends with NULL, as execve and `csandbox_plan` require.
final class CStrings {
  private var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [[UInt8]]) {
    pointers = strings.map { bytes in
      let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (place, byte) in bytes.enumerated() { pointer[place] = CChar(bitPattern: byte) }
      pointer[bytes.count] = 0
      return pointer
    }
    pointers.append(nil)
  }

  convenience init(_ strings: [String]) {
    self.init(strings.map { Array($0.utf8) })
  }

  deinit {
    for pointer in pointers { pointer?.deallocate() }
  }

  /// Lends the list as `char *const *`.
  func withList<Result>(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    pointers.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("the list has its NULL") }
      return body(base)
    }
  }

  /// Lends the list as `const char *const *`.
  func withConstantList<Result>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    withList { list in
      list.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: pointers.count, body)
    }
  }
}
