/// One image in an .icns or .ico file.
struct ContainerPart: Equatable {
  /// Its type, or its side.
  let name: String
  let bytes: [UInt8]
}

extension Preset.Container {
  /// The file that contains `images`, one for each of `sides`.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  public func bytes(_ images: [EncodedPNG]) throws(IconError) -> [UInt8] {
    precondition(images.map(\.size.width) == sides)
    switch format {
    case .icns(let members): return try ICNSFile.bytes(members, images)
    case .ico: return try ICOFile.bytes(images)
    }
  }

  /// The names that `parts` gives its images.
  var partNames: [String] {
    switch format {
    case .icns(let members): members.map(\.type)
    case .ico(let sides): sides.map(String.init)
    }
  }

  /// The images in `bytes`; nil when these are not an .icns or .ico file.
  static func parts(_ bytes: [UInt8]) -> [ContainerPart]? {
    ICNSFile.parts(bytes) ?? ICOFile.parts(bytes)
  }
}
