import SafeFiles
import Testing

@testable import VendorKit

/// Damaged archives of every format: each is refused, or unpacked whole; none crashes, none leaves
/// half a result.
@Suite(.timeLimit(.minutes(15)))
struct ArchiveFuzzTests {
  enum Format: CaseIterable, Sendable {
    case tar, gzip, xz, bzip2, zstd, zip

    var archive: [UInt8] {
      let tar = ArchiveContentTests.good
      switch self {
      case .tar: return tar
      case .gzip: return tar.packed(.gzip)
      case .xz: return tar.packed(.xz)
      case .bzip2: return tar.packed(.bzip2)
      case .zstd: return tar.packed(.zstd)
      case .zip:
        var deflated = ZipBytes.Entry("d/deflated", "some content")
        deflated.isDeflated = true
        deflated.flags = 8
        var link = ZipBytes.Entry("l", "stored")
        link.mode = 0o120777
        return ZipBytes.of([.init("stored", "more content"), deflated, link])
      }
    }
  }

  @Test(arguments: Format.allCases)
  func damagedArchiveIsRefusedOrWhole(_ format: Format) async throws {
    let good = format.archive
    let scratch = try ScratchFolder()
    let folder = try scratch.handle.subdirectory(RelativePath("package"))
    var random = SplitMix(state: 0xA55E7)
    var damaged: [[UInt8]] = []
    for _ in 0..<60 {
      damaged.append(Array(good.prefix(Int.random(in: 0..<good.count, using: &random))))
    }
    for _ in 0..<340 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Most of a tar is padding: aim where headers are.
        let block = Int.random(in: 0..<max(1, good.count / 512 + 1), using: &random) * 512
        let near = block + Int.random(in: 0..<(format == .tar ? 345 : 512), using: &random)
        bytes[near % good.count] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
      }
      damaged.append(bytes)
    }
    var refused = 0
    for bytes in damaged {
      do {
        let list = try await scratch.stage(
          bytes, policy: StagingPolicy(maxBytes: 1 << 20, allowsSymbolicLinks: true))
        // Whole: what the list says is there, and nothing else.
        for entry in list.entries {
          guard case .file(let digest, _) = entry.content else { continue }
          let content = try folder.readFile(entry.path, limitBytes: 1 << 20)
          #expect(SHA256.digest(of: content) == digest)
        }
      } catch {
        refused += 1
        #expect(error is VendorError, "\(error)")
        #expect(try folder.entries().isEmpty)
      }
      for entry in try folder.entries() { try folder.removeTree(entry.path()) }
      scratch.check(isEmpty: true)
    }
    #expect(refused > damaged.count / 4)
  }
}
