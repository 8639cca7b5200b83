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
    (.binary("universal Mach-O"), 0, [0xCA, 0xFE, 0xBA, 0xBF]),
    (.binary("archive of objects"), 0, Array("!<arch>\n".utf8)),
    (.binary("archive of objects"), 0, Array("!<thin>\n".utf8)),
    (.binary("WebAssembly"), 0, Array("\0asm".utf8)),
    (.binary("Dalvik"), 0, Array("dex\n03".utf8)),
    (.binary("LLVM bitcode"), 0, [0x42, 0x43, 0xC0, 0xDE]),
    (.binary("LLVM bitcode"), 0, [0xDE, 0xC0, 0x17, 0x0B]),
    (.binary("Lua byte code"), 0, Array("\u{1B}Lua".utf8)),
    (.binary("LuaJIT byte code"), 0, Array("\u{1B}LJ".utf8)),
    (.binary("Erlang byte code"), 8, Array("BEAM".utf8)),
    (.binary("Windows shortcut"), 0, [0x4C, 0, 0, 0, 1, 0x14, 2, 0]),
    (.archive("zip"), 0, Array("PK\u{3}\u{4}".utf8)),
    (.archive("zip"), 0, Array("PK\u{5}\u{6}".utf8)),
    (.archive("gzip"), 0, [0x1F, 0x8B, 0x08]),
    (.archive("xz"), 0, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
    (.archive("zstd"), 0, [0x28, 0xB5, 0x2F, 0xFD]),
    (.archive("lz4"), 0, [0x04, 0x22, 0x4D, 0x18]),
    (.archive("lzip"), 0, Array("LZIP\u{1}".utf8)),
    (.archive("lzop"), 0, [0x89, 0x4C, 0x5A, 0x4F, 0, 0x0D, 0x0A, 0x1A, 0x0A]),
    (.archive("compress"), 0, [0x1F, 0x9D, 0x90]),
    (.archive("tar"), 257, Array("ustar".utf8)),
    (.archive("cpio"), 0, Array("070701".utf8)),
    (.archive("cpio"), 0, Array("070702".utf8)),
    (.archive("cpio"), 0, Array("070707".utf8)),
    (.archive("cabinet"), 0, Array("MSCF\0\0\0\0".utf8)),
    (.archive("RPM package"), 0, [0xED, 0xAB, 0xEE, 0xDB]),
    (.archive("xar"), 0, Array("xar!\0".utf8)),
    (.archive("SquashFS"), 0, Array("hsqs".utf8)),
    (.archive("7z"), 0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    (.archive("rar"), 0, Array("Rar!\u{1A}\u{7}".utf8)),
  ]

  /// The signature of `head`, the first bytes of a file; nil for everything else.
  ///
  /// - Parameter size: the length of the whole file, if known; object files in COFF are recognised
  ///   by it.
  /// - Complexity: O(1).
  init?(_ head: UnsafeRawBufferPointer, size: Int? = nil) {
    func contains(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: bytes)
    }
    func number(at offset: Int, bigEndian: Bool) -> Int {
      let bytes = head.dropFirst(offset).prefix(4)
      guard bytes.count == 4 else { return 0 }
      return (bigEndian ? Array(bytes) : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
    if let magic = Self.magics.first(where: { contains($0.bytes, at: $0.offset) }) {
      self = Self.isJar(head) ? .binary("Java archive") : magic.signature
    } else if contains([0xCA, 0xFE, 0xBA, 0xBE]) {
      // A universal Mach-O counts its few architectures where a class file has its version, 45 or
      // more.
      self = .binary(number(at: 4, bigEndian: true) < 45 ? "universal Mach-O" : "Java class")
    } else if contains("MZ".utf8), contains("PE\0\0".utf8, at: number(at: 60, bigEndian: false)) {
      self = .binary("PE")
    } else if contains("BZh".utf8), contains([0x31, 0x41, 0x59, 0x26, 0x53, 0x59], at: 4) {
      self = .archive("bzip2")
    } else if Self.isLZMA(head) {
      self = .archive("lzma")
    } else if Self.isPythonCode(head) {
      self = .binary("Python byte code")
    } else if let size, Self.isCOFF(head, size: size) {
      self = .binary("COFF")
    } else {
      return nil
    }
  }

  private static func littleEndian(_ head: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
    head[range].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A zip whose first file is a manifest or a class, as the `jar` tool writes it.
  private static func isJar(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.count > 30, head.starts(with: "PK\u{3}\u{4}".utf8) else { return false }
    let name = head.dropFirst(30).prefix(littleEndian(head, 26..<28))
    return name.starts(with: "META-INF/".utf8) || name.suffix(6).elementsEqual(".class".utf8)
  }

  /// The header of LZMA_Alone: properties, the size of the dictionary, the size of the contents
  /// (XZ Utils, lzma-file-format.txt). As there, only usual dictionaries and sizes count.
  private static func isLZMA(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.count >= 14, head[0] < 225, head[13] == 0 else { return false }
    let dictionary = littleEndian(head, 1..<5)
    // 2^n or 2^n + 2^(n-1), from 4 KiB.
    let power = dictionary == 0 ? 0 : 1 << (Int.bitWidth - 1 - dictionary.leadingZeroBitCount)
    guard power >= 4096, dictionary == power || dictionary == power + power / 2 else {
      return false
    }
    return head[5..<13].allSatisfy { $0 == 0xFF }
      || (head[10..<13].allSatisfy { $0 == 0 } && head[5..<10].contains { $0 != 0 })
  }

  /// A module of CPython: two bytes of its version, CR and LF, flags of 0 to 3 or, before 3.7, a time
  /// (CPython, Lib/importlib/_bootstrap_external.py).
  private static func isPythonCode(_ head: UnsafeRawBufferPointer) -> Bool {
    guard head.count >= 16, head[2] == 13, head[3] == 10 else { return false }
    let version = littleEndian(head, 0..<2)
    let isKnown = (3000..<4000).contains(version) || (50_000..<63_000).contains(version)
    return isKnown && head.prefix(64).contains(0)
  }

  /// An object file of Windows: a machine, a few sections, a table of symbols inside the file, and no
  /// optional header (Microsoft, "PE Format").
  private static func isCOFF(_ head: UnsafeRawBufferPointer, size: Int) -> Bool {
    guard head.count >= 60 else { return false }
    let machines = [0x14C, 0x8664, 0x1C0, 0x1C4, 0xAA64, 0x200, 0x5064]
    // With more sections than the old header can count (`/bigobj`), and in libraries of imports.
    if head.starts(with: [0, 0, 0xFF, 0xFF]), machines.contains(littleEndian(head, 6..<8)) {
      return littleEndian(head, 4..<6) <= 2
    }
    let (sections, symbols) = (littleEndian(head, 2..<4), littleEndian(head, 8..<12))
    return machines.contains(littleEndian(head, 0..<2)) && (1...4096).contains(sections)
      && littleEndian(head, 16..<18) == 0 && (20 + 40 * sections...size).contains(symbols)
      && littleEndian(head, 12..<16) * 18 <= size - symbols
      // The first section is named `.text`, `.drectve` and the like, or `/4`.
      && (head[20] == UInt8(ascii: ".") || head[20] == UInt8(ascii: "/"))
  }
}
