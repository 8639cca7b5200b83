/// A picture of a container, as it stands there.
struct ContainerPart {
  /// Its type, or its side.
  let name: String
  let bytes: [UInt8]
}

extension Preset.Container {
  /// The file that holds `pictures`, one for each of `sides`.
  ///
  /// - Throws: `IconError` when there is no memory.
  public func bytes(_ pictures: [EncodedPNG]) throws(IconError) -> [UInt8] {
    precondition(pictures.map(\.size.width) == sides)
    switch format {
    case .icns(let members): return try ICNSFile.bytes(members, pictures)
    case .ico: return try ICOFile.bytes(pictures)
    }
  }

  /// What `bytes` hold; nil when they are no such file.
  static func parts(_ bytes: [UInt8]) -> [ContainerPart]? {
    ICNSFile.parts(bytes) ?? ICOFile.parts(bytes)
  }
}

extension EncodedPNG {
  /// The pixels: height × width × 4, sRGB, not premultiplied.
  func samples() throws(IconError) -> [UInt8] {
    do throws(DecodedIcon.Failure) {
      return try DecodedIcon(bytes, limitPixels: size.width * size.height).samples
        .map { UInt8($0 / 257) }
    } catch {
      throw IconError(.tooLarge, "\(size)", "there is no memory to take it apart")
    }
  }
}
