/// A named set of files that some platform expects.
///
/// A preset is data: writing, checking, linting, previews and listings all follow it, so a new
/// preset only needs an entry in `all`.
public struct Preset: Sendable {
  /// Its name for `--preset`.
  public let name: String
  /// What it is for, in a few words.
  public let summary: String
  /// What is done with a master that is not square; nil where the user must choose.
  public internal(set) var fit: Fit?
  /// Its PNG files, in the order in which they are listed.
  public internal(set) var icons: [Icon]
  /// Its files that contain several images.
  public internal(set) var containers: [Container]
  /// Its text files.
  public internal(set) var documents: [Document]
  /// Whether the platform works without some of its files, so that none is missing where others
  /// are.
  public let mayHaveGaps: Bool
  /// Whether its files only go into those of its top folders that the output has, where it has any.
  public let followsFolders: Bool
  /// Whether a folder's file names tell that it has the preset's files: names such as icon.png do not.
  public let isRecognised: Bool

  /// A preset from its parts.
  public init(
    name: String, summary: String, fit: Fit? = nil, icons: [Icon] = [],
    containers: [Container] = [], documents: [Document] = [], mayHaveGaps: Bool = false,
    followsFolders: Bool = false, isRecognised: Bool = true
  ) {
    self.name = name
    self.summary = summary
    self.fit = fit
    self.icons = icons
    self.containers = containers
    self.documents = documents
    self.mayHaveGaps = mayHaveGaps
    self.followsFolders = followsFolders
    self.isRecognised = isRecognised
  }

  /// Every preset, in the order in which `--list-presets` prints them.
  public static let all: [Preset] = [
    classic, ios, iosAll, iosLegacy, macos, icns, watchos, watchosLegacy, tvos, visionos,
    iconComposer, android, web, chromeExtension, windows, windowsMSIX, linux, electron, tauri,
    flutter, expo,
  ]

  /// Those that can be told by the names of their files.
  public static let recognised = all.filter(\.isRecognised)

  /// The side of a square master that no image is enlarged from; wide images have margins.
  public var neededSide: Int {
    (icons.map { min($0.size.width, $0.size.height) } + containers.flatMap(\.sides)).max() ?? 0
  }

  /// The preset called `name`.
  public static func named(_ name: String) -> Preset? {
    all.first { $0.name == name }
  }

  private static let classic = Preset(
    name: "classic", summary: "iPhone and iPad before asset catalogs: 29 to 76 points, 1x and 2x",
    fit: .longest,
    icons: [29, 40, 50, 57, 60, 72, 76].flatMap { side in
      [
        Icon("icon-\(side).png", side, .flattenable),
        Icon("icon-\(side)@2x.png", side * 2, .flattenable),
      ]
    })
}

extension Preset {
  /// When a file is part of a preset, depending on the images that the user gave.
  public enum Condition: Hashable, Sendable {
    /// Always.
    case always
    /// Only with that image.
    case given(Recipe.Source)
    /// Only with that image, where it is not an SVG.
    case raster(Recipe.Source)
    /// Only with that image, where it is an SVG.
    case vector(Recipe.Source)
    /// Only without that image.
    case missing(Recipe.Source)
    /// Only where the master was drawn from an SVG.
    case drawn
    /// Only without a foreground, where the master was drawn from an SVG.
    case drawnAlone
    /// Only without a foreground, where the master was not drawn from an SVG.
    case rasterAlone
    /// In a new set, and in one of an asset catalog that has a slot for it: sizes of devices that no
    /// current system supports.
    case newOrListed
    /// Only in a set of an asset catalog that has an image for it.
    case listed

    /// Whether it holds when the user gave `sources`, of which `vectors` are SVG files, and an SVG of
    /// the master where `isDrawn`.
    public func holds(
      given sources: Set<Recipe.Source>, vectors: Set<Recipe.Source> = [], isDrawn: Bool = false
    ) -> Bool {
      switch self {
      case .always, .newOrListed: true
      case .listed: false
      case .given(let source): sources.contains(source)
      case .raster(let source): sources.contains(source) && !vectors.contains(source)
      case .vector(let source): vectors.contains(source)
      case .missing(let source): !sources.contains(source)
      case .drawn: isDrawn
      case .drawnAlone: isDrawn && !sources.contains(.foreground)
      case .rasterAlone: !isDrawn && !sources.contains(.foreground)
      }
    }
  }
}
