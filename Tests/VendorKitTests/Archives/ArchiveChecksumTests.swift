import TestSupport
import Testing

@testable import VendorKit

/// Damage that an archive's own checksums show: nothing is unpacked then, never other contents.
@Suite(.timeLimit(.minutes(15)))
struct ArchiveChecksumTests {
  static let tar = TarBytes.of { $0.add("a", "some content") }

  /// A gzip member whose contents stand there as they are (RFC 1951, section 3.2.4).
  static func member(
    _ content: [UInt8], checksum: UInt32? = nil, length: Int? = nil
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    let pieces = stride(from: 0, to: max(content.count, 1), by: 60_000).map {
      Array(content[$0..<min($0 + 60_000, content.count)])
    }
    for (index, piece) in pieces.enumerated() {
      bytes.append(index == pieces.count - 1 ? 1 : 0)
      bytes += ZipBytes.u16(piece.count) + ZipBytes.u16(~piece.count & 0xFFFF) + piece
    }
    bytes += ZipBytes.u32(Int(checksum ?? ZipBytes.checksum(content)))
    return bytes + ZipBytes.u32(length ?? content.count)
  }

  static func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[512] ^= 1
    return bytes
  }

  static let half = tar.count / 2
  static let members = member(Array(tar[..<half])) + member(Array(tar[half...]))

  @Test(arguments: [
    ("another content", member(changed(tar), checksum: ZipBytes.checksum(tar)), "data check"),
    ("another length", member(tar, length: tar.count + 1), "length check"),
    ("no trailer", Array(member(tar).dropLast(8)), "truncated"),
    ("half a trailer", Array(member(tar).dropLast(1)), "truncated"),
    (
      "first member changed",
      member(Array(tar[..<half]), checksum: 7) + member(Array(tar[half...])), "data check"
    ),
    (
      "second member changed",
      member(Array(tar[..<half])) + member(Array(tar[half...]), checksum: 7), "data check"
    ),
    ("half a second member", Array(members.dropLast(3)), "truncated"),
    ("bytes behind", member(tar) + [0, 0, 1], "3 bytes after the end"),
  ])
  func gzipTrailerIsChecked(_ what: String, _ archive: [UInt8], _ words: String) async throws {
    let message = try #require(try await ScratchFolder().refusal(of: archive), "\(what)")
    #expect(message.contains(words), "\(what): \(message)")
  }

  @Test(arguments: [
    member(tar), members, members + member([]), member(tar) + [UInt8](repeating: 0, count: 200_000),
  ])
  func soundGzipIsUnpacked(_ archive: [UInt8]) async throws {
    let folder = try ScratchFolder()
    #expect(try await folder.stage(archive).summary == ["a"])
    #expect(try folder.text("package/a") == "some content")
  }

  /// Every byte once: what is unpacked is what was packed.
  ///
  /// By the program for zstd, since libarchive writes that without the checksum (RFC 8878 has it
  /// optional).
  @Test(arguments: ["gzip", "xz", "bzip2", "zstd"])
  func noFlippedByteChangesContents(_ program: String) async throws {
    let files = try TemporaryFolder()
    try files.write("a.tar", Self.tar)
    try await Command.shell("\(program) -c a.tar > packed", in: files.path)
    let good = try files.bytes(of: "packed")
    let expected = try await ScratchFolder().stage(good)
    var refused = 0
    for index in good.indices {
      var bytes = good
      bytes[index] ^= UInt8(1 << (index % 8))
      do {
        #expect(try await ScratchFolder().stage(bytes) == expected, "byte \(index)")
      } catch {
        refused += 1
      }
    }
    #expect(refused > good.count / 2)
  }
}
