import SafeFiles

/// An Icon Composer bundle as a master: its layers are composed into the images that other platforms
/// need, without the effects that only Apple's systems draw.
public struct BundleMaster: Sendable {
  /// A drawn SVG: a PNG file of the whole canvas, and the frame of the drawing on it, place and size.
  public struct Drawn: Sendable {
    let png: [UInt8]
    let frame: SIMD4<Float>

    /// A drawing from its parts.
    public init(png: [UInt8], frame: SIMD4<Float>) {
      self.png = png
      self.frame = frame
    }
  }

  /// Draws an SVG file on a transparent canvas of `side` pixels, `scale` times its own size, its middle
  /// `x` and `y` from that of the canvas.
  public typealias DrawSVG =
    @Sendable (_ path: String, _ side: Int, _ scale: Double, _ x: Double, _ y: Double) async throws
    -> Drawn

  /// The size of each of its images.
  static let size = PixelSize(width: IconBundle.canvas, height: IconBundle.canvas)

  /// Its folder, without a slash at the end.
  public let path: String
  let drawSVG: DrawSVG
  private let document: IconBundle
  /// Whether the icon has the bundle's own fill behind its layers; not where another background was given.
  var isFilled = true

  /// Reads the bundle's document.
  ///
  /// - Throws: `IconError` when it has none that can be composed, `FileError`.
  public init(path: String, drawSVG: @escaping DrawSVG) throws {
    let path = Self.folder(path)
    let bytes = try ifPresent { () throws(FileError) in
      try DirectoryHandle(path: path)
        .readFile(RelativePath(known: IconBundle.fileName), limitBytes: 16 << 20)
    }
    guard let bytes, let document = IconBundle(bytes) else {
      throw IconError(
        .unreadable, path, "has no icon.json that is a JSON object",
        remedy: "name a bundle that Icon Composer saved, or a PNG file")
    }
    self.path = path
    self.drawSVG = drawSVG
    self.document = document
    let layers = scene(.usual).groups.flatMap(\.layers)
    guard !layers.isEmpty else {
      throw IconError(
        .blank, path, "has no visible layer with an image", remedy: "add one in Icon Composer")
    }
  }

  /// Whether `path` is that of a bundle: a folder whose name ends in `.icon`.
  public static func isBundle(_ path: String) -> Bool {
    let path = folder(path)
    // What cannot be opened as a folder is a file, or a mistake that is reported when it is read.
    return path.hasSuffix(IconBundle.folderEnding) && (try? DirectoryHandle(path: path)) != nil
  }

  private static func folder(_ path: String) -> String {
    var path = path[...]
    while path.count > 1, path.last == "/" { path = path.dropLast() }
    return String(path)
  }

  func scene(_ appearance: BundleScene.Appearance) -> BundleScene {
    BundleScene(document, appearance)
  }

  /// What only Apple's systems draw, in words; nil where there is nothing.
  var leftOut: String? {
    let effects = document.effects
    return effects.isEmpty ? nil : effects.joined(separator: ", ")
  }

  /// Every file that its images are made from.
  public var files: [String] {
    [path + "/" + IconBundle.fileName] + document.imageNames.map(file)
  }

  func file(_ image: String) -> String { "\(path)/\(IconBundle.assets)/\(image)" }

  /// The colour of its fill, where that is a single one.
  var background: Background? { scene(.usual).fill?.opaqueColor }

  /// The images that it has besides the icon as a whole.
  var sources: [Recipe.Source] {
    let hasFill = scene(.usual).fill != nil
    return [
      hasFill ? .foreground : nil, hasFill && background == nil ? .background : nil,
      document.isDesigned(for: .dark) ? .dark : nil,
      document.isDesigned(for: .tinted) ? .tinted : nil,
    ].compactMap { $0 }
  }

  /// What stands for the path of its image for `source`, and is its name in messages.
  func name(of source: Recipe.Source) -> String {
    switch source {
    case .foreground: "\(path) (layers)"
    case .background: "\(path) (fill)"
    case .dark, .tinted: "\(path) (\(source.rawValue))"
    case .master, .monochrome, .empty: path
    }
  }

  /// The source whose image is called `name`; nil where none is.
  func source(named name: String) -> Recipe.Source? {
    ([.master] + sources).first { self.name(of: $0) == name }
  }
}
