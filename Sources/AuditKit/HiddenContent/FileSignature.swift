/// What a file contains, recognised by its first bytes rather than its name.
enum FileSignature: Equatable, Sendable {
  /// Machine code or byte code, with the name of its format.
  case binary(String)
  /// An archive or a compressed file, with the name of its format.
  case archive(String)

  /// How many bytes are needed: a tar has its magic number at 257, a PE header is mostly before 1024.
  static let headBytes = 1024

  /// Formats that constant bytes identify.
  private static let magics: [(signature: FileSignature, offset: Int, bytes: [UInt8])] = [
    (.binary("ELF"), 0, [0x7F, 0x45, 0x4C, 0x46]),
    (.binary("Mach-O"), 0, [0xFE, 0xED, 0xFA, 0xCE]),
    (.binary("Mach-O"), 0, [0xFE, 0xED, 0xFA, 0xCF]),
    (.binary("Mach-O"), 0, [0xCE, 0xFA, 0xED, 0xFE]),
    (.binary("Mach-O"), 0, [0xCF, 0xFA, 0xED, 0xFE]),
    (.binary("archive of objects"), 0, Array("!<arch>\n".utf8)),
    (.binary("archive of objects"), 0, Array("!<thin>\n".utf8)),
    (.binary("WebAssembly"), 0, Array("\0asm".utf8)),
    (.binary("Dalvik"), 0, Array("dex\n03".utf8)),
    (.binary("LLVM bitcode"), 0, [0x42, 0x43, 0xC0, 0xDE]),
    (.archive("zip"), 0, Array("PK\u{3}\u{4}".utf8)),
    (.archive("zip"), 0, Array("PK\u{5}\u{6}".utf8)),
    (.archive("gzip"), 0, [0x1F, 0x8B, 0x08]),
    (.archive("xz"), 0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    (.archive("zstd"), 0, [0x28, 0xB5, 0x2F, 0xFD]),
    (.archive("tar"), 257, Array("ustar".utf8)),
    (.archive("7z"), 0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    (.archive("rar"), 0, Array("Rar!\u{1A}\u{7}".utf8)),
  ]

  /// The signature of `head`, the first bytes of a file; nil for everything else.
  ///
  /// - Complexity: O(1).
  init?(_ head: UnsafeRawBufferPointer) {
    func contains(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: bytes)
    }
    func number(at offset: Int, bigEndian: Bool) -> Int {
      let bytes = head.dropFirst(offset).prefix(4)
      guard bytes.count == 4 else { return 0 }
      return (bigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    if let magic = Self.magics.first(where: { contains($0.bytes, at: $0.offset) }) {
      self = magic.signature
    } else if contains([0xCA, 0xFE, 0xBA, 0xBE]) {
      // A universal Mach-O counts its few architectures where a class file has its version, 45 or
      // more.
      self = .binary(number(at: 4, bigEndian: true) < 45 ? "universal Mach-O" : "Java class")
    } else if contains("MZ".utf8), contains("PE\0\0".utf8, at: number(at: 60, bigEndian: false)) {
      self = .binary("PE")
    } else if contains("BZh".utf8), contains([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4) {
      self = .archive("bzip2")
    } else {
      return nil
    }
  }
}
