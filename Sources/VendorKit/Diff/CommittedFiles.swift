import SafeFiles
import Subprocess

/// The bytes of files as the enclosing git repository has them.
///
/// git's answer is not trusted: the caller keeps only contents that match the list's digests.
/// git runs nothing here: `cat-file` uses no hooks or filters, and may not fetch.
enum CommittedFiles {
  private static let limitBytes = 512 << 20

  /// git's contents for each of `entries`, whose digests are the list's; a path that git lacks
  /// is left out.
  ///
  /// Looks at `HEAD` first, then at the index. Empty without a repository or without git.
  static func contents(
    of entries: [(path: RelativePath, digest: SHA256Digest)], in root: DirectoryHandle
  ) async -> [RelativePath: [UInt8]] {
    guard !entries.isEmpty else { return [:] }
    var input: [UInt8] = []
    for entry in entries {
      for place in ["HEAD:./", ":./"] {
        input += place.utf8
        input += entry.path.bytes
        input.append(UInt8(ascii: "\n"))
      }
    }
    let environment = ExternalProgram.environment(adding: [
      "GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0",
    ])
    // Without git the contents are unavailable, which the caller reports.
    let outcome = try? await ExternalProgram.run(
      "git", ["-C", root.name, "-c", "protocol.allow=never", "cat-file", "--batch"],
      environment: environment, input: input, limitBytes: limitBytes)
    guard let outcome, outcome.status.isSuccess else { return [:] }
    var objects = ObjectReader(outcome.output)
    var contents: [RelativePath: [UInt8]] = [:]
    for entry in entries {
      for _ in 0..<2 {
        guard let bytes = objects.next() else { return contents }
        if let bytes, SHA256.digest(of: bytes) == entry.digest { contents[entry.path] = bytes }
      }
    }
    return contents
  }

  /// Parses the output of `git cat-file --batch`.
  private struct ObjectReader {
    private var rest: ArraySlice<UInt8>

    init(_ output: [UInt8]) { rest = output[...] }

    /// The next answer: bytes, or nil inside for an object that is missing; nil at the end.
    mutating func next() -> [UInt8]?? {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let words = rest[..<end].split(separator: UInt8(ascii: " "))
      rest = rest[(end + 1)...]
      guard words.count == 3,
        words[1].elementsEqual("blob".utf8) || words[1].elementsEqual("tree".utf8),
        let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0, size < rest.count
      else { return .some(nil) }
      let bytes = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
      return bytes
    }
  }
}
