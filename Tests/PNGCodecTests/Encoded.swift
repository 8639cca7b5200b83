import CPNG
import PNGCodec

/// What the writer makes of 8 bit samples, all parts one after the other.
///
/// - Returns: the file; empty where a call wrote beyond its bound.
func encoded(_ samples: [UInt8], _ width: Int, _ height: Int, _ channels: Int) -> [UInt8] {
  samples.withUnsafeBufferPointer { samples in
    guard let start = samples.baseAddress else { return [] }
    let image = PNGImage(
      pixels: start, width: UInt32(width), height: UInt32(height), channels: UInt32(channels),
      boxLeft: 0, boxTop: 0, boxWidth: UInt32(width), boxHeight: UInt32(height),
      margin: (0, 0, 0, 0))
    return encoded(image)
  }
}

/// What the writer makes of an image.
func encoded(_ image: PNGImage) -> [UInt8] {
  var data: [UInt8] = []
  var checksums: [UInt32] = []
  let bound = PNGPartBound(image)
  // From the last to the first: no part needs another.
  for part in (0..<PNGPartCount(image)).reversed() {
    var output = [UInt8](repeating: 0xAA, count: bound + 16)
    var checksum: UInt32 = 0
    let count = PNGEncodePart(image, part, &output, &checksum)
    guard count > 0, count <= bound, output[bound...].allSatisfy({ $0 == 0xAA }) else {
      return []
    }
    data = output.prefix(count) + data
    checksums.insert(checksum, at: 0)
  }
  let length = PNGFileBytes(data.count)
  var file = [UInt8](repeating: 0xAA, count: length + 16)
  PNGWriteFile(image, data, data.count, checksums, &file)
  return file[length...].allSatisfy { $0 == 0xAA } ? Array(file.prefix(length)) : []
}

/// The contents of the file's IDAT, unpacked by zlib, which checks the checksum; nil where it is not
/// `count` bytes.
func unpackedData(of file: [UInt8], count: Int) -> [UInt8]? {
  var at = 8
  while at + 12 <= file.count {
    let length = file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    if file[at + 4..<at + 8].elementsEqual("IDAT".utf8) {
      var output = [UInt8](repeating: 0, count: count + 1)
      var written = UInt(output.count)
      let data = Array(file[at + 8..<at + 8 + length])
      let status = uncompress(&output, &written, data, UInt(length))
      return status == Z_OK && written == UInt(count) ? Array(output.prefix(count)) : nil
    }
    at += 12 + length
  }
  return nil
}
