/// What a file is by its first bytes, whatever its name says.
enum FileSignature: Equatable, Sendable {
  /// Machine or byte code, by the name of its format.
  case binary(String)
  /// Something packed, by the name of its format.
  case archive(String)

  /// How many bytes are needed to tell: a tar says so at 257, a PE header mostly before 1024.
  static let headBytes = 1024

  /// The signature of `head`, the first bytes of a file; nil for everything else.
  ///
  /// - Complexity: O(1).
  init?(_ head: UnsafeRawBufferPointer) {
    func starts(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
      head.count >= offset + bytes.count
        && UnsafeRawBufferPointer(rebasing: head[offset..<(offset + bytes.count)]).elementsEqual(
          bytes)
    }
    func number(at offset: Int, count: Int, bigEndian: Bool) -> Int {
      guard head.count >= offset + count else { return 0 }
      let bytes = head[offset..<(offset + count)]
      return (bigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    if starts([0x7F] + Array("ELF".utf8)) {
      self = .binary("ELF")
    } else if [0xFEED_FACE, 0xFEED_FACF, 0xCEFA_EDFE, 0xCFFA_EDFE].contains(
      number(at: 0, count: 4, bigEndian: true))
    {
      self = .binary("Mach-O")
    } else if starts([0xCA, 0xFE, 0xBA, 0xBE]) {
      // A fat Mach-O counts its few architectures where a class file has its version, 45 or more.
      self = .binary(
        number(at: 4, count: 4, bigEndian: true) < 45 ? "universal Mach-O" : "Java class")
    } else if starts(Array("MZ".utf8)),
      starts(Array("PE\0\0".utf8), at: number(at: 60, count: 4, bigEndian: false))
    {
      self = .binary("PE")
    } else if starts(Array("!<arch>\n".utf8)) || starts(Array("!<thin>\n".utf8)) {
      self = .binary("archive of objects")
    } else if starts([0] + Array("asm".utf8)) {
      self = .binary("WebAssembly")
    } else if starts(Array("dex\n03".utf8)) {
      self = .binary("Dalvik")
    } else if starts(Array("BC".utf8) + [0xC0, 0xDE]) {
      self = .binary("LLVM bitcode")
    } else if starts(Array("PK\u{3}\u{4}".utf8)) || starts(Array("PK\u{5}\u{6}".utf8)) {
      self = .archive("zip")
    } else if starts([0x1F, 0x8B, 0x08]) {
      self = .archive("gzip")
    } else if starts([0xFD] + Array("7zXZ".utf8) + [0]) {
      self = .archive("xz")
    } else if starts(Array("BZh".utf8)), starts([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4) {
      self = .archive("bzip2")
    } else if starts([0x28, 0xB5, 0x2F, 0xFD]) {
      self = .archive("zstd")
    } else if starts(Array("ustar".utf8), at: 257) {
      self = .archive("tar")
    } else if starts(Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C]) {
      self = .archive("7z")
    } else if starts(Array("Rar!".utf8) + [0x1A, 0x07]) {
      self = .archive("rar")
    } else {
      return nil
    }
  }
}
