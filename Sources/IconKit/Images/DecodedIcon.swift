import PNGCodec

/// An icon decoded for comparison: its pixels and colour chunks, without how they were compressed.
struct DecodedIcon: Equatable {
  let size: PixelSize
  /// height × width × 4, not premultiplied; an 8 bit sample times 257.
  let samples: [UInt16]
  let color: Color

  /// The colour chunks that apply (PNG specification, third edition, 4.3), unchanged; none for
  /// sRGB, whether a chunk says so or nothing does.
  struct Color: Equatable {
    var profile: [UInt8]?
    var cicp: [UInt8]?
    var gamma: UInt32?
    var chromaticities: [UInt32]?
  }

  /// Why a file could not be decoded.
  struct Failure: Error {
    let status: PNGStatus
  }
}

extension DecodedIcon {
  /// Decodes the file `bytes`.
  ///
  /// - Throws: the codec's status when it is not an intact PNG file of at most `limitPixels`.
  init(_ bytes: [UInt8], limitPixels: Int) throws(Failure) {
    self = try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      try Self.decode(bytes, limitPixels: limitPixels)
    }
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, limitPixels: Int
  ) throws(Failure) -> DecodedIcon {
    var color = Color()
    let rows = try Rows(bytes, limitPixels: limitPixels) { color = Color($0) }
    return DecodedIcon(
      size: PixelSize(width: Int(rows.header.width), height: Int(rows.header.height)),
      samples: samples(of: rows.bytes, rows.header), color: color)
  }

  /// The header of a file, and its rows as the codec gives them.
  private struct Rows {
    let header: PNGHeader
    let bytes: [UInt8]

    init(
      _ file: UnsafeBufferPointer<UInt8>, limitPixels: Int,
      chunks: (PNGColorChunks) -> Void = { _ in }
    ) throws(Failure) {
      let limits = PNGLimits(pixels: UInt64(limitPixels), memoryBytes: UInt64(limitPixels) * 8)
      guard !file.isEmpty else { throw Failure(status: .empty) }
      guard let reader = PNGReaderCreateFromMemory(file.start, file.count, limits) else {
        throw Failure(status: .noMemory)
      }
      defer { PNGReaderDestroy(reader) }
      var header = PNGHeader()
      var status = PNGReaderReadHeader(reader, &header)
      guard status == .OK else { throw Failure(status: status) }
      var rows = [UInt8](repeating: 0, count: header.rowBytes * Int(header.height))
      status = PNGReaderReadRows(reader, &rows, Int(header.height))
      if status == .OK { status = PNGReaderFinish(reader) }
      guard status == .OK else { throw Failure(status: status) }
      chunks(PNGReaderColorChunks(reader).pointee)
      self.header = header
      bytes = rows
    }
  }

  /// The pixels of the file `bytes`: height × width × 4, 8 bit.
  ///
  /// - Throws: as `init`.
  fileprivate static func samples8(_ bytes: [UInt8], limitPixels: Int) throws(Failure) -> [UInt8] {
    let rows = try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      try Rows(bytes, limitPixels: limitPixels)
    }
    // As an SVG is drawn, and many layers are.
    if rows.header.bitDepth == 8, rows.header.channels == 4 { return rows.bytes }
    return samples(of: rows.bytes, rows.header).map { UInt8($0 / 257) }
  }

  private static func samples(of rows: [UInt8], _ header: PNGHeader) -> [UInt16] {
    let channels = Int(header.channels)
    let pixels = Int(header.width) * Int(header.height)
    return rows.withUnsafeBytes { rows in
      [UInt16](unsafeUninitializedCapacity: pixels * 4) { samples, count in
        for pixel in 0..<pixels {
          for channel in 0..<4 {
            let index = pixel * channels + channel
            samples[pixel * 4 + channel] =
              channel == channels
              ? .max
              : header.bitDepth == 16
                ? rows.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
                : UInt16(rows[index]) * 257
          }
        }
        count = pixels * 4
      }
    }
  }
}

extension DecodedIcon.Color {
  init(_ chunks: PNGColorChunks) {
    if chunks.hasCICP { cicp = withUnsafeBytes(of: chunks.cicp) { Array($0) } }
    if chunks.hasICCP, let start = chunks.profile {
      profile = Array(UnsafeRawBufferPointer(start: start, count: chunks.profileBytes))
    }
    guard cicp == nil, profile == nil, !chunks.hasSRGB else { return }
    if chunks.hasGamma { gamma = chunks.gamma }
    if chunks.hasChromaticities {
      chromaticities = withUnsafeBytes(of: chunks.chromaticities) {
        Array($0.bindMemory(to: UInt32.self))
      }
    }
  }
}

extension EncodedPNG {
  /// Whether all pixels have the same colour and alpha.
  func isOneColor() throws(IconError) -> Bool {
    let samples = try samples()
    return samples.dropFirst(4).elementsEqual(samples.dropLast(4))
  }

  /// The pixels: height × width × 4, sRGB, not premultiplied.
  func samples() throws(IconError) -> [UInt8] {
    do throws(DecodedIcon.Failure) {
      return try DecodedIcon.samples8(bytes, limitPixels: size.width * size.height)
    } catch {
      throw IconError(.tooLarge, "\(size)", "there is not enough memory to decode it")
    }
  }
}
