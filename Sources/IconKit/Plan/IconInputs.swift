/// The image files and colours that a user gives for one set of icons.
public struct IconInputs: Sendable {
  /// The master's file.
  public var master: String
  /// The files of other sources.
  public var images: [Recipe.Source: String] = [:]
  /// Masters drawn for squares of that many pixels.
  public var masterBySide: [Int: String] = [:]
  /// The colour behind icons that must be opaque, and of background layers; nil for white.
  public var background: Background?
  /// The SVG that the master was drawn from, for presets that have it; nil where there is none.
  public var drawing: Drawing?
  /// The Icon Composer bundle that is the master; nil for a master that is an image.
  public private(set) var bundle: BundleMaster?
  /// What a web application's manifest says besides its icons.
  public var manifest = WebManifest()

  /// An SVG file as it was when it was read.
  public struct Drawing: Sendable {
    /// The file.
    public let path: String
    let bytes: [UInt8]

    /// A file from its path and contents.
    public init(path: String, bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// What a web application's manifest says besides its icons; nil for what it is not to say.
  public struct WebManifest: Hashable, Sendable {
    /// The application's name.
    public var name: String?
    /// Its name where nothing else says it: a name that is there is kept.
    public var usualName: String?
    /// Its name where there is little space.
    public var shortName: String?
    /// The colour of the window around it, in sRGB.
    public var themeColor: Background?

    /// A manifest that says nothing.
    public init() {}
  }

  /// The inputs of a master alone.
  public init(master: String) {
    self.master = master
  }

  /// The images that are SVG files, as they were read, for documents that take them as they are.
  public var vectors: [Recipe.Source: [UInt8]] = [:]

  /// Takes the master from `bundle`, and its layers, fill and appearances for what was not given
  /// otherwise.
  public mutating func compose(_ bundle: BundleMaster) {
    var bundle = bundle
    master = bundle.path
    let hasBackground = background != nil || images[.background] != nil
    bundle.isFilled = !hasBackground
    if !hasBackground { background = bundle.background }
    for source in bundle.sources where images[source] == nil {
      if source == .background, hasBackground { continue }
      images[source] = bundle.name(of: source)
    }
    self.bundle = bundle
  }

  /// The files that exist, for whoever waits for one to change.
  public var filesOnDisk: [String] {
    files.filter { bundle?.source(named: $0) == nil } + (bundle?.files ?? [])
  }

  /// The sources besides the master that were given.
  public var given: Set<Recipe.Source> { Set(images.keys) }

  /// Every file, the master first.
  public var files: [String] {
    var files = [master]
    let others =
      Recipe.Source.allCases.compactMap { images[$0] }
      + masterBySide.sorted { $0.key < $1.key }.map(\.value)
    for file in others where !files.contains(file) { files.append(file) }
    return files
  }

  /// Whether the image has a master that was drawn for its size, which is used as it is.
  func isDrawn(for image: IconSet.Image) -> Bool {
    image.recipe.source == .master && image.size.isSquare
      && masterBySide[image.size.width].map { $0 != master } ?? false
  }

  /// The file that a recipe draws; nil for one that needs none.
  func file(for recipe: Recipe, size: PixelSize) -> String? {
    switch recipe.source {
    case .empty: nil
    case .background: images[.background]
    case .monochrome: images[.monochrome] ?? images[.foreground] ?? master
    // The layers without their ground, which would end inside the icon.
    case .master where bundle != nil && recipe.content != .whole && recipe.content != .cover:
      images[.foreground] ?? master
    case .master where recipe.content == .whole && size.isSquare:
      masterBySide[size.width] ?? master
    case .master: master
    case .dark, .tinted, .foreground: images[recipe.source] ?? master
    }
  }
}
