import SafeFiles

/// The version of a known library that a file defines.
struct LibraryVersion: Hashable, Sendable {
  /// The library's name in the table.
  let library: String
  /// The release; empty if the macro does not tell it.
  let version: String
  /// The line of the macro, from 1.
  let line: Int

  /// The versions of `candidates` that a chunk defines.
  ///
  /// - Complexity: O(bytes × macros).
  static func versions(of candidates: [KnownLibrary], in chunk: FileChunk) -> [LibraryVersion] {
    var versions: [LibraryVersion] = []
    for library in candidates where !versions.contains(where: { $0.library == library.name }) {
      if library.header == ".", library.macros[0].last != "@" {
        guard let place = chunk.firstIndex(of: library.needle) else { continue }
        var cursor = chunk.lineCursor
        versions.append(
          LibraryVersion(library: library.name, version: "", line: cursor.line(at: place)))
        continue
      }
      var parts: [String] = []
      var place: Int?
      var isRelease = true
      for macro in library.macros {
        isRelease = !macro.hasPrefix("~")
        guard
          let (index, value) = value(of: isRelease ? macro : String(macro.dropFirst()), in: chunk)
        else { break }
        place = place ?? index
        parts.append(value)
      }
      guard let place, parts.count == library.macros.count else { continue }
      var cursor = chunk.lineCursor
      versions.append(
        LibraryVersion(
          library: library.name, version: isRelease ? parts.joined(separator: ".") : "",
          line: cursor.line(at: place)))
    }
    return versions
  }

  /// The versions of libraries that a chunk of a file of any name defines, and the copies without a
  /// version that it is part of.
  ///
  /// - Complexity: O(bytes), as fast as ``NeedleSet`` unless the chunk mentions known libraries.
  static func versions(in chunk: FileChunk, besides known: Set<String>) -> [LibraryVersion] {
    var candidates: [KnownLibrary] = []
    var position = 0
    while let hit = KnownLibrary.contentNeedles.firstIndex(in: chunk.bytes, from: position) {
      position = hit + 1
      let rest = UnsafeRawBufferPointer(rebasing: chunk.bytes[hit...])
      for (needle, library) in KnownLibrary.byContent
      where rest.starts(with: needle) && !known.contains(library.name)
        && !candidates.contains(library)
      {
        candidates.append(library)
      }
    }
    return candidates.isEmpty ? [] : versions(of: candidates, in: chunk)
  }

  /// Where `macro` is defined, and as which version; nil if it is not defined as a version, but for
  /// example as a placeholder in a template. A name with `@` is not a macro but text before a version
  /// in a comment, with `@` for a space.
  private static func value(of macro: String, in chunk: FileChunk) -> (Int, String)? {
    let isText = macro.contains("@")
    let wanted = Array(macro.utf8).map { $0 == UInt8(ascii: "@") ? UInt8(ascii: " ") : $0 }
    var start = 0
    while let hit = chunk.firstIndex(of: wanted, from: start) {
      start = hit + wanted.count
      let rest = chunk.bytes[start...].prefix(80).prefix { $0 != UInt8(ascii: "\n") }
      if isText {
        if let version = version(at: rest) { return (hit, version) }
        continue
      }
      guard isDefined(at: hit, in: chunk.bytes), let first = rest.first, first.isBlank else {
        continue
      }
      var value = rest.drop { $0.isBlank || $0 == UInt8(ascii: "(") }
      if value.first == UInt8(ascii: "\"") {
        value = value.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        value = value.drop { !$0.isDigit }
      }
      if let version = version(at: value) { return (hit, version) }
    }
    return nil
  }

  /// Whether `define` and blanks precede `index`.
  private static func isDefined(at index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    var end = index
    while end > 0, bytes[end - 1].isBlank { end -= 1 }
    return end < index && end >= 6 && bytes[(end - 6)..<end].elementsEqual("define".utf8)
  }

  /// The version that `bytes` begin with: a digit, then digits, letters and dots.
  private static func version(at bytes: Slice<UnsafeRawBufferPointer>) -> String? {
    guard let first = bytes.first, first.isDigit else { return nil }
    let text = bytes.prefix {
      $0.isIdentifier || ".-+".utf8.contains($0)
    }
    return String(
      decoding: text.prefix(40).map { $0 == UInt8(ascii: "_") ? UInt8(ascii: ".") : $0 },
      as: UTF8.self)
  }
}
