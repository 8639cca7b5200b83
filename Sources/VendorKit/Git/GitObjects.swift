import SafeFiles
import Subprocess

/// The objects of a repository on this machine, each checked against its id.
struct GitObjects: Sendable {
  let repository: LocalRepository

  init(_ repository: LocalRepository) {
    self.repository = repository
  }

  /// The contents of objects that fit into memory, in order.
  func contents(_ ids: [String], type: String) async throws -> [[UInt8]] {
    var contents = [[UInt8]](repeating: [], count: ids.count)
    try await read(ids, type: type) { piece in
      guard piece.size <= 256 << 20 else {
        throw VendorError(.limit, at: repository.top, "has a \(type) of more than 256 MiB")
      }
      contents[piece.index] += piece.bytes
    }
    return contents
  }

  /// Passes on the contents of objects in order; a piece is checked when its object has ended.
  ///
  /// - Throws: `VendorError` with `program` when one is missing, or its bytes have another id.
  func read(
    _ ids: [String], type: String, _ body: (GitBatchReader.Piece) throws -> Void
  ) async throws {
    guard !ids.isEmpty else { return }
    try LibCrypto.check()
    var hash = ObjectHash(idLength: ids[0].utf8.count)
    var isFirst = true
    let expected = ids.map { GitBatchReader.Expected(id: Array($0.utf8), type: type) }
    let status = try await repository.run(
      ["cat-file", "--batch"], input: ids.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }
    ) { buffers in
      var reader = GitBatchReader(expected: expected, unexpected: unreadable)
      for try await buffer in buffers {
        try Interrupts.check()
        try buffer.withUnsafeBytes { bytes in
          try reader.consume(bytes) { piece in
            if isFirst { hash.begin(type, size: piece.size) }
            hash.update(piece.bytes)
            isFirst = piece.isLast
            if piece.isLast, hash.finish() != ids[piece.index] {
              throw VendorError(
                .program, at: repository.top,
                "has a damaged object: the bytes of \(ids[piece.index]) have another id",
                remedy: "run 'git fsck', and clone again")
            }
            try body(piece)
          }
        }
      }
      try reader.finish()
    }
    guard status.isSuccess else { throw unreadable }
  }

  /// The error for objects that are not there.
  var unreadable: VendorError {
    VendorError(
      .program, at: repository.top, "does not have every object of HEAD",
      remedy: "fetch them first: a partial clone needs 'git fetch --refetch --no-filter'")
  }
}

/// Computes ids of objects: the digest of type, size, a zero and the content (gitformat-pack(5), "The
/// object hash"; git-hash-object(1)).
private struct ObjectHash: ~Copyable {
  private var sha1 = SHA1()
  private var sha256 = SHA256()
  private let isSHA256: Bool

  init(idLength: Int) {
    isSHA256 = idLength == 64
  }

  mutating func begin(_ type: String, size: UInt64) {
    Array("\(type) \(size)\0".utf8).withUnsafeBytes { update($0) }
  }

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if isSHA256 { sha256.update(bytes) } else { sha1.update(bytes) }
  }

  mutating func finish() -> String { isSHA256 ? sha256.finish().hex : sha1.finish().hex }
}

/// Reads a tree object: mode, a space, name, a zero, the id's bytes, again and again
/// (gitformat-index(5) and git's "Git Internals - Git Objects").
struct GitTreeReader {
  private var rest: ArraySlice<UInt8>
  private let idBytes: Int

  init(_ bytes: [UInt8], idBytes: Int) {
    rest = bytes[...]
    self.idBytes = idBytes
  }

  /// The next entry; nil at the end.
  mutating func next<E: Error>(
    orThrow error: @autoclosure () -> E
  ) throws(E) -> (mode: String, name: [UInt8], id: String)? {
    if rest.isEmpty { return nil }
    guard let space = rest.firstIndex(of: 0x20), let end = rest[space...].firstIndex(of: 0),
      rest.endIndex - end > idBytes
    else { throw error() }
    let mode = String(decoding: rest[..<space], as: UTF8.self)
    let name = Array(rest[(space + 1)..<end])
    let id = rest[(end + 1)...].prefix(idBytes)
    rest = rest[(end + 1 + idBytes)...]
    let digits = id.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return (mode, name, digits)
  }
}
