import SafeFiles
import TextFormats
import VendorKit

/// An SVG file, as it was when it was read, and the master that rsvg-convert draws from it.
public struct SVGDrawing: Sendable {
  /// The file, as it was named.
  public let path: String
  /// The digest of what was read, in hexadecimal digits.
  public let sha256: String
  /// The file's contents.
  public let bytes: [UInt8]

  private static let program = "rsvg-convert"
  private static let limitBytes = 16 << 20
  private static let limitOutputBytes = 1 << 28
  private static let timeout = Duration.seconds(60)

  /// Reads the file at `path`.
  ///
  /// - Throws: `FileError` when it cannot be read or has more than 16 MiB, `ProjectError` when
  ///   `path` cannot be that of a file or the SVG refers to other files, `VendorError` when digests
  ///   cannot be computed.
  public init(path: String) throws {
    try self.init(path: path, bytes: try Self.read(path))
  }

  init(path: String, bytes: [UInt8]) throws {
    self.path = path
    self.bytes = bytes
    sha256 = try Self.digest(of: bytes)
    if let reference = SVGReferences.firstOutside(in: bytes) {
      throw ProjectError(
        path, "refers to '\(Printable.text(of: reference))', which is not drawn",
        remedy: "embed it in the SVG, or export a PNG master from the program that made it")
    }
  }

  /// The digest of the file at `path`, as `drawn-from-sha256` records it.
  ///
  /// - Throws: `FileError`, `ProjectError` when `path` cannot be that of a file, `VendorError` when
  ///   digests cannot be computed.
  public static func sha256(ofFileAt path: String) throws -> String {
    try digest(of: try read(path))
  }

  /// The drawing as a PNG file whose longer side has `side` pixels.
  ///
  /// The program gets the text on its standard input: without a place of its own, the SVG has no
  /// neighbours that it could name.
  ///
  /// - Throws: `ProjectError` when rsvg-convert is missing, fails, writes too much, or takes
  ///   too long.
  public func png(side: Int) async throws -> [UInt8] {
    try await png(side: side, timeout: Self.timeout)
  }

  func png(side: Int, timeout: Duration) async throws -> [UInt8] {
    try await png(
      ["--keep-aspect-ratio", "--width=\(side)", "--height=\(side)"], timeout: timeout)
  }

  /// The drawing as the program makes it with these options.
  func png(_ options: [String], timeout: Duration = timeout) async throws -> [UInt8] {
    do {
      return try await DocumentFilter.run(
        Self.program, ["--format=png"] + options, input: bytes, limitBytes: Self.limitOutputBytes,
        timeout: timeout)
    } catch let error as VendorError {
      let isMissing = error.code == .program
      throw ProjectError(
        isMissing ? error.location : path,
        isMissing ? error.problem : "cannot be drawn: \(error.location) \(error.problem)",
        remedy: isMissing
          ? "install it (Debian: librsvg2-bin, Homebrew: librsvg); only SVG files need it"
          : "repair the SVG, or export a PNG master from the program that made it")
    }
  }

  /// `MASTER.svg` beside the master `MASTER.png`; nil where there is none.
  public static func beside(_ master: String) -> String? {
    guard master.hasSuffix(".png") else { return nil }
    let path = String(master.dropLast(".png".count)) + ".svg"
    let (folder, name) = split(path)
    // Where nothing can be found, there is none; what is wrong with the folder, the master's reader
    // says.
    guard let file = try? RelativePath(name), let handle = try? DirectoryHandle(path: folder),
      (try? handle.statusIfPresent(of: file))?.kind == .file
    else { return nil }
    return path
  }

  private static func read(_ path: String) throws -> [UInt8] {
    let (folder, name) = split(path)
    let file: RelativePath
    do throws(RelativePath.Violation) {
      file = try RelativePath(name)
    } catch {
      throw ProjectError(
        path.isEmpty ? "''" : path, "is not the path of a file", remedy: "name an SVG file")
    }
    return try DirectoryHandle(path: folder).readFile(file, limitBytes: limitBytes)
  }

  private static func split(_ path: String) -> (folder: String, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path[...]) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), path[path.index(after: slash)...])
  }

  private static func digest(of bytes: [UInt8]) throws -> String {
    try LibCrypto.check()
    return SHA256.digest(of: bytes).hex
  }
}
