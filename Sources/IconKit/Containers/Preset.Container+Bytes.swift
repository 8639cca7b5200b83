/// An image of a container, as it stands there.
struct ContainerPart: Equatable {
  /// Its type, or its side.
  let name: String
  let bytes: [UInt8]
}

extension Preset.Container {
  /// The file that holds `images`, one for each of `sides`.
  ///
  /// - Throws: `IconError` when there is no memory.
  public func bytes(_ images: [EncodedPNG]) throws(IconError) -> [UInt8] {
    precondition(images.map(\.size.width) == sides)
    switch format {
    case .icns(let members): return try ICNSFile.bytes(members, images)
    case .ico: return try ICOFile.bytes(images)
    }
  }

  /// What `bytes` hold; nil when they are no such file.
  static func parts(_ bytes: [UInt8]) -> [ContainerPart]? {
    ICNSFile.parts(bytes) ?? ICOFile.parts(bytes)
  }
}
