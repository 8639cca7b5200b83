/// A picture of a container, as it stands there.
struct ContainerPart: Equatable {
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
