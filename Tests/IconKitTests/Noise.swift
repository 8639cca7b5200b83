import CPNG
import TestSupport

@testable import IconKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A PNG file of random samples, which no compressor makes small, of any colour type, depth and
/// interlacing. Its corners are transparent where it has alpha.
struct Noise {
  var width: Int
  var height: Int
  var colorType: UInt8 = 6
  var bitDepth = 8
  var isInterlaced = false
  var seed: UInt64 = 1

  var file: [UInt8] {
    let header =
      ColorTests.bigEndian(width) + ColorTests.bigEndian(height)
      + [UInt8(bitDepth), colorType, 0, 0, isInterlaced ? 1 : 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", compressed(rows)) + chunk("IEND", [])
  }

  /// Filtered rows, pass by pass (PNG specification, 8.1).
  private var rows: [UInt8] {
    let passes =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    var random = SplitMix64(seed)
    var rows: [UInt8] = []
    for (left, top, across, down) in passes {
      for y in stride(from: top, to: height, by: down) where left < width {
        rows.append(0)
        for x in stride(from: left, to: width, by: across) {
          append(
            &rows, isInCorner: (x < 20 || x >= width - 20) && (y < 90 || y >= height - 90),
            random.next())
        }
      }
    }
    return rows
  }

  private func append(_ rows: inout [UInt8], isInCorner: Bool, _ noise: UInt64) {
    let channels = [0: 1, 2: 3, 4: 2, 6: 4][colorType] ?? 1
    for i in 0..<channels * bitDepth / 8 {
      let isAlpha = channels.isMultiple(of: 2) && i >= (channels - 1) * bitDepth / 8
      rows.append(isAlpha && isInCorner ? 0 : UInt8(truncatingIfNeeded: noise >> (8 * i)))
    }
  }

  private func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
      precondition(compress(buffer.baseAddress, &count, bytes, uLong(bytes.count)) == Z_OK)
      used = Int(count)
    }
  }

  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return ColorTests.bigEndian(data.count) + body
      + ColorTests.bigEndian(Int(crc32(0, body, uInt(body.count))))
  }
}

/// Writes the file at `path` anew, in place where it is there.
func write(_ bytes: [UInt8], to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard descriptor >= 0 else { throw IconError(.unwritable, path, "cannot be opened") }
  defer { close(descriptor) }
  guard write(descriptor, bytes, bytes.count) == bytes.count else {
    throw IconError(.unwritable, path, "cannot be written")
  }
}

/// A folder of masters, removed with this object.
struct MasterFolder {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a file; its path.
  func add(_ name: String, _ bytes: [UInt8]) throws -> String {
    // By the path: making icons here puts another folder in this one's place.
    try write(bytes, to: "\(path)/\(name)")
    return "\(path)/\(name)"
  }

  /// A job whose output is in the folder.
  func job(_ presets: [Preset], _ inputs: IconInputs, sizes: [Int] = []) throws -> IconJob {
    IconJob(
      try IconSet(presets: presets, sizes: sizes, given: inputs.given),
      sources: [IconSource(inputs)], output: path + "/out",
      renderer: IconRenderer(kernel: try Kernel.preferred(), threads: 2))
  }
}
