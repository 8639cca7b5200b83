public import SafeFiles

/// A file of an icon set: one that was made, or one that was found in a folder.
public struct IconFile: Sendable {
  /// Where it is, relative to the folder.
  public private(set) var path: RelativePath
  /// Its bytes.
  public let bytes: [UInt8]
  /// The longer sides of the images that were made for it, in pixels; none for text.
  public let sides: [Int]
  /// Whether a source's transparency was flattened onto a colour, because the file must be opaque.
  public let isFlattened: Bool
  /// Whether its images are known to be far smaller than what they were made from: none looks enlarged.
  let isFarReduced: Bool
  /// The most bytes that the store accepts; nil where there is no limit.
  public let limitBytes: Int?

  /// A file by its path and contents, and the images that it was made of, where they are known.
  public init(
    path: RelativePath, bytes: [UInt8], images: [EncodedPNG] = [], limitBytes: Int? = nil
  ) {
    self.path = path
    self.bytes = bytes
    self.limitBytes = limitBytes
    sides = images.map { max($0.size.width, $0.size.height) }
    isFlattened = images.contains { $0.isFlattened }
    isFarReduced = !images.isEmpty && images.allSatisfy(\.isFarReduced)
  }

  /// The same file at the path that `places` has for its own.
  func moved(by places: [RelativePath: RelativePath]) -> IconFile {
    var file = self
    file.path = places[path] ?? path
    return file
  }

  /// The same file at another path.
  func moved(to path: RelativePath) -> IconFile {
    var moved = self
    moved.path = path
    return moved
  }

  /// Whether the file in `folder` has these bytes.
  func isUnchanged(in folder: DirectoryHandle) -> Bool {
    // A file that cannot be read or is larger is replaced, or the reason why not is found then.
    (try? folder.readFile(path, limitBytes: bytes.count)) == bytes
  }
}
