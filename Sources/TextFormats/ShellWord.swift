extension String {
  /// The text as one word of a POSIX shell (IEEE Std 1003.1, 2.2.2): as it is where every character stands for
  /// itself, otherwise in single quotes.
  public var shellWord: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case 48...57, 65...90, 97...122: true
      default: "-_./+@%:,=".utf8.contains(byte)
      }
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
