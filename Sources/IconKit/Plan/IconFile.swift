public import SafeFiles

/// A finished file of an icon set.
public struct IconFile: Sendable {
  /// Where it goes, relative to the output folder.
  public let path: RelativePath
  /// The longer sides of its pictures in pixels; none for text.
  public let sides: [Int]
  /// The file's bytes.
  public let bytes: [UInt8]
  /// Whether a source's transparency was laid on a colour, because the file must be opaque.
  public let isFlattened: Bool
  /// The most bytes that a store takes; nil where nothing is said.
  public let limitBytes: Int?

  /// A file of text.
  public init(path: RelativePath, text: [UInt8]) {
    self.init(path: path, sides: [], bytes: text, isFlattened: false, limitBytes: nil)
  }

  private init(
    path: RelativePath, sides: [Int], bytes: [UInt8], isFlattened: Bool, limitBytes: Int?
  ) {
    self.path = path
    self.sides = sides
    self.bytes = bytes
    self.isFlattened = isFlattened
    self.limitBytes = limitBytes
  }

  /// The PNG files and containers of `set`, below `subfolder`.
  ///
  /// - Parameter pictures: one for each of `set.pictures`.
  /// - Throws: `IconError` when there is no memory.
  public static func files(
    of set: IconSet, pictures: [EncodedPNG], below subfolder: RelativePath? = nil
  ) throws(IconError) -> [IconFile] {
    var files: [IconFile] = []
    func add(
      _ path: RelativePath, _ pictures: ArraySlice<EncodedPNG>, _ bytes: [UInt8], _ limit: Int?
    ) {
      files.append(
        IconFile(
          path: subfolder?.appending(path) ?? path,
          sides: pictures.map { max($0.size.width, $0.size.height) }, bytes: bytes,
          isFlattened: pictures.contains { $0.isFlattened }, limitBytes: limit))
    }
    var rest = pictures[...]
    for icon in set.icons {
      let picture = rest.prefix(1)
      rest = rest.dropFirst()
      add(icon.path, picture, picture.first?.bytes ?? [], icon.limitBytes)
    }
    for container in set.containers {
      let pictures = rest.prefix(container.sides.count)
      rest = rest.dropFirst(container.sides.count)
      add(container.path, pictures, try container.bytes(Array(pictures)), nil)
    }
    return files
  }
}
