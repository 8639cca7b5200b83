/// A list of C strings that ends with NULL, as execve and `csandbox_plan` require.
///
/// The pointers are valid as long as the object exists.
final class CStrings {
  /// The list as `char *const *`.
  let list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ strings: [[UInt8]]) {
    count = strings.count
    list = .allocate(capacity: count + 1)
    list.initialize(repeating: nil, count: count + 1)
    for (place, bytes) in strings.enumerated() {
      let string = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in (bytes + [0]).enumerated() { string[index] = CChar(bitPattern: byte) }
      list[place] = string
    }
  }

  convenience init(_ strings: [String]) {
    self.init(strings.map { Array($0.utf8) })
  }

  deinit {
    for place in 0..<count { list[place]?.deallocate() }
    list.deallocate()
  }

  /// The list as `const char *const *`.
  var constantList: UnsafePointer<UnsafePointer<CChar>?> {
    // C lets a pointer to non-const be read as a pointer to const.
    UnsafeRawPointer(list).assumingMemoryBound(to: UnsafePointer<CChar>?.self)
  }
}
