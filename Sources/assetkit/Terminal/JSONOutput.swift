import FoundationEssentials
import SafeFiles
import TextFormats

/// JSON documents: keys sorted, so that the same facts give the same bytes.
enum JSONOutput {
  /// Writes a document to standard output.
  static func print(_ document: some Encodable) throws {
    Console.result(String(decoding: try encoded(document), as: UTF8.self))
  }

  /// Writes a document to standard output.
  static func print(_ document: JSON) {
    Console.write(document.text(), to: 1)
  }

  /// Writes a text to the file at `path`, whole or not at all.
  static func write(text: String, to path: String) throws {
    try save(Array(text.utf8), to: path)
  }

  // Bytes are a document as well, so that this has a name of its own.
  private static func save(_ bytes: [UInt8], to path: String) throws {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last ?? ""
    guard let file = try? RelativePath(name) else {
      throw FileError(.unsupported, at: path, "is no file name", remedy: "name a file to write to")
    }
    let folder = parts.count == 1 ? "." : String(path.dropLast(name.count + 1))
    let output = try StagedOutput(directory: folder.isEmpty ? "/" : folder)
    try output.write(bytes, to: file)
    try output.commit()
  }

  private static func encoded(_ document: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(document))
  }
}
