import SafeFiles

/// The names that a file mentions, as hashes: components of paths and words, in lower case.
struct Mentions: Sendable {
  private(set) var hashes: Set<UInt64> = []

  /// The hash of a name: 64-bit FNV-1a of its bytes, with ASCII letters in lower case.
  static func hash(_ name: some Sequence<UInt8>) -> UInt64 {
    name.reduce(0xCBF2_9CE4_8422_2325) { value, byte in
      let small = byte.lowercased
      return (value ^ UInt64(small)) &* 0x100_0000_01B3
    }
  }

  /// The hash of a name.
  static func hash(_ name: String) -> UInt64 { hash(name.utf8) }

  /// Adds the names in every line of a build file that is not a comment.
  mutating func addLines(of chunk: FileChunk) {
    var start = 0
    while start < chunk.bytes.count {
      let line = Self.line(in: chunk.bytes, around: start)
      if !Self.isComment(line) { addNames(in: line) }
      start = line.endIndex + 1
    }
  }

  /// Adds the names in a source's includes and imports, and in paths below `folders`.
  mutating func addImports(of chunk: FileChunk, folders: [[UInt8]]) {
    for (word, begins) in Self.words {
      addLines(of: chunk, with: word, beginning: begins)
    }
    for folder in folders { addLines(of: chunk, with: folder, beginning: false) }
  }

  /// Adds the names of the files that a C source includes; of a header also those in its macros,
  /// which can stand for an include.
  mutating func addIncludes(of chunk: FileChunk, isHeader: Bool) {
    for word in isHeader ? ["include", ".h>"] : ["include"] {
      addLines(of: chunk, with: Array(word.utf8), beginning: false, Self.addFile)
    }
  }

  /// Adds the names of a module map's modules and of their headers.
  mutating func addModules(of chunk: FileChunk) {
    addLines(of: chunk, with: Array("module".utf8), beginning: false) { line, hashes in
      let words = line.split { !Self.isName($0) }
      guard let mark = words.firstIndex(where: { $0.elementsEqual("module".utf8) }),
        mark + 1 < words.count
      else { return }
      hashes.insert(Self.hash(words[mark + 1]))
    }
    for word in ["header", "umbrella"] {
      addLines(of: chunk, with: Array(word.utf8), beginning: false, Self.addFile)
    }
  }

  /// Adds the base name of the first file in quotes or angle brackets.
  private static func addFile(_ line: Slice<UnsafeRawBufferPointer>, _ hashes: inout Set<UInt64>) {
    guard let open = line.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\"") })
    else { return }
    let name = line[(open + 1)...].prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "\"") }
    let slash = name.lastIndex(of: UInt8(ascii: "/"))
    hashes.insert(hash(name[((slash ?? open) + 1)...]))
    // With its folder, too: `<zlib/config.h>` names a package, `config.h` does not.
    if let slash {
      let folder = name[..<slash].lastIndex(of: UInt8(ascii: "/")) ?? open
      hashes.insert(hash(name[(folder + 1)...]))
    }
  }

  private static let words: [([UInt8], Bool)] = [
    ("include", false), ("import", false), ("require", false), ("from ", false), ("crate ", false),
    ("use ", true), ("using ", true), ("mod ", true),
  ].map { (Array($0.0.utf8), $0.1) }

  private mutating func addLines(
    of chunk: FileChunk, with word: [UInt8], beginning: Bool,
    _ add: ((Slice<UnsafeRawBufferPointer>, inout Set<UInt64>) -> Void)? = nil
  ) {
    var start = 0
    while let hit = chunk.firstIndex(of: word, from: start) {
      let line = Self.line(in: chunk.bytes, around: hit)
      start = line.endIndex
      if Self.isComment(line) { continue }
      if beginning, !line.drop(while: \.isBlank).starts(with: word) { continue }
      if let add { add(line, &hashes) } else { addNames(in: line) }
    }
  }

  /// Adds the components of paths, and their parts between dots; a `*` is added with its folder.
  private mutating func addNames(in line: Slice<UnsafeRawBufferPointer>) {
    var folder = line[line.startIndex..<line.startIndex]
    var start = line.startIndex
    while start < line.endIndex {
      guard Self.isName(line[start]) else {
        if line[start] != UInt8(ascii: "/") { folder = line[start..<start] }
        start += 1
        continue
      }
      let end = line[start...].firstIndex { !Self.isName($0) } ?? line.endIndex
      let name = line[start..<end]
      if name.allSatisfy({ $0 == UInt8(ascii: "*") }) {
        hashes.insert(Self.hash(Array(folder) + Array("/*".utf8)))
      } else {
        hashes.insert(Self.hash(name))
        if name.contains(UInt8(ascii: ".")) {
          if !folder.isEmpty {
            hashes.insert(Self.hash(Array(folder) + [UInt8(ascii: "/")] + Array(name)))
          }
          for part in name.split(separator: UInt8(ascii: ".")) { hashes.insert(Self.hash(part)) }
        }
      }
      folder = name
      start = end
    }
  }

  private static func line(
    in bytes: UnsafeRawBufferPointer, around index: Int
  ) -> Slice<UnsafeRawBufferPointer> {
    var start = index
    // No line that somebody wrote is longer.
    while start > 0, index - start < 4096, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    return bytes[start..<end]
  }

  private static func isComment(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    let text = line.drop(while: \.isBlank)
    switch text.first {
    case UInt8(ascii: "#"):
      // `#import` is C, but `# import` is a comment in another language.
      if ["#import", "#!"].contains(where: { text.starts(with: $0.utf8) }) { return false }
      let word = text.dropFirst().drop(while: \.isBlank)
      return !["include", "define"].contains { word.starts(with: $0.utf8) }
    case UInt8(ascii: "*"), UInt8(ascii: ";"): return true
    default: return ["//", "/*", "--", "<!--", "dnl "].contains { text.starts(with: $0.utf8) }
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isIdentifier || byte >= 0x80 || "-+.*@~".utf8.contains(byte)
  }
}
