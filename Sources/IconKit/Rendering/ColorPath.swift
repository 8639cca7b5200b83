import PNGCodec

/// The conversion of a master's colours to linear light and from there to the icons' colours.
struct ColorPath: Sendable {
  /// Applied before the tables, where curves alone are not enough.
  let transform: ColorTransform?
  let tables: TransferTables
  /// The iCCP chunk that replaces the icons' sRGB chunk; nil for sRGB icons.
  let profileChunk: [UInt8]?

  /// - Parameter tables8: the tables of an 8 bit master in sRGB, the usual case.
  /// - Throws: `IconError` when the profile cannot be kept.
  init(
    for master: Master, keepsProfile: Bool, light: FilterLight, tables8: TransferTables
  ) throws(IconError) {
    guard let profile = master.color.profile else {
      transform = nil
      profileChunk = nil
      tables =
        light == .perceptual
        ? TransferTables(bitDepth: master.bitDepth, source: { $0 }, target: { $0 })
        : master.bitDepth == 8 ? tables8 : TransferTables(bitDepth: 16)
      return
    }
    if keepsProfile {
      guard let curve = profile.curve()?.invertible, !master.color.isGrey,
        let chunk = Self.chunk(profile.bytes(), name: profile.name)
      else {
        throw IconError(
          .options, master.path,
          "has a colour profile that icons cannot keep ('\(profile.name)'); "
            + "expected an RGB profile with a matrix and one curve",
          remedy: "omit --color keep, or convert the master to such a profile")
      }
      transform = nil
      let path = light == .perceptual ? { $0 } : curve.callAsFunction
      tables = TransferTables(bitDepth: master.bitDepth, source: path, target: path)
      profileChunk = chunk
      return
    }
    guard
      let transform = ColorTransform(
        from: profile, channels: master.channels, bitDepth: master.bitDepth)
    else {
      throw IconError(
        .tooLarge, master.path,
        "there is not enough memory for its colour profile '\(profile.name)'")
    }
    self.transform = transform
    tables =
      light == .perceptual
      ? TransferTables(bitDepth: 16, source: sRGBFromLinear, target: { $0 })
      : TransferTables(bitDepth: 16, source: { $0 })
    profileChunk = nil
  }

  private static func chunk(_ profile: [UInt8], name: String) -> [UInt8]? {
    let bound = PNGProfileChunkBound(profile.count)
    let chunk = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      let output = output.start
      count = name.withCString { PNGProfileChunk($0, profile, profile.count, output) }
    }
    return chunk.isEmpty ? nil : chunk
  }
}

extension EncodedPNG {
  /// The same file with `chunk` in the place of its sRGB chunk.
  func replacingSRGB(by chunk: [UInt8]) -> EncodedPNG {
    // Every chunk: length, type, data, checksum (PNG specification, 5.3).
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard bytes[start + 4..<start + 8].elementsEqual("sRGB".utf8) else {
        start += 12 + length
        continue
      }
      var copy = self
      copy.bytes.replaceSubrange(start..<start + 12 + length, with: chunk)
      return copy
    }
    return self
  }
}
