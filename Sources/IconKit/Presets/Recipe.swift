/// How an image is made from the user's inputs, at any size. Equal recipes at equal sizes make one
/// image, which may go into several files.
public struct Recipe: Hashable, Sendable {
  /// The images that a user may give. All but the master are optional.
  public enum Source: String, CaseIterable, Sendable {
    /// The master itself.
    case master
    /// For dark home screens; without it there is no such file.
    case dark
    /// For tinted home screens; without it there is no such file.
    case tinted
    /// One colour and alpha; without it made from the foreground's alpha or light.
    case monochrome
    /// The upper layer; without it the master.
    case foreground
    /// The lowest layer; without it a colour.
    case background
    /// A transparent layer, where a platform requires one and there is no image for it.
    case empty
  }

  /// The part of the canvas that the image fills.
  public enum Content: Hashable, Sendable {
    /// All of it.
    case whole
    /// The centred part with this fraction of both sides.
    case part(Int, of: Int)
    /// A centred circle whose diameter is this fraction of the side.
    case circle(diameter: Int, of: Int)
    /// All of it; what exceeds the canvas is cropped.
    case cover
    /// The foreground of an adaptive icon, of which launchers show the middle 72 of 108 dp
    /// (`AdaptiveGrid`): these fill the centred part with this fraction of the side. A drawing
    /// stays in the circle of 66 dp that every launcher shows; an opaque master fills the 72 dp and
    /// its edges go on to the canvas's.
    case adaptive(visible: Int, of: Int)
  }

  /// What becomes of transparency.
  public enum Alpha: Hashable, Sendable {
    /// Transparency is kept; an opaque image is stored without an alpha channel.
    case kept
    /// Flattened onto the background colour where the user gave one, otherwise kept: squares that
    /// are for no platform.
    case flattenable
    /// Flattened, without an alpha channel.
    case opaque
    /// Flattened, with an alpha channel that is opaque throughout: 32 bit.
    case opaqueWithChannel

    /// Whether the image is always flattened.
    public var isOpaque: Bool { self == .opaque || self == .opaqueWithChannel }
  }

  /// What becomes of colours.
  public enum Tone: Hashable, Sendable {
    /// They are kept.
    case color
    /// They are reduced to grey.
    case grey
    /// Black with the source's alpha; of an opaque source, with its difference from its first
    /// pixel.
    case silhouette
  }

  /// What is drawn.
  public var source: Source
  /// How much of the canvas it fills.
  public var content: Content
  /// The shape that it is cut to, with transparency outside, after it was flattened if it is.
  public var cut: CutShape?
  /// What becomes of transparency.
  public var alpha: Alpha
  /// What becomes of colours.
  public var tone: Tone
  /// Whether it gets the rounded rectangle of macOS, unless `--mask none` says not.
  public var takesRoundedRectangle: Bool

  /// A recipe from its parts; by default for the whole master as it is.
  public init(
    _ source: Source = .master, content: Content = .whole, cut: CutShape? = nil,
    alpha: Alpha = .kept, tone: Tone = .color, takesRoundedRectangle: Bool = false
  ) {
    self.source = source
    self.content = content
    self.cut = cut
    self.alpha = alpha
    self.tone = tone
    self.takesRoundedRectangle = takesRoundedRectangle
  }
}

extension Recipe {
  /// Whether the finished image has no transparent pixel.
  public var isOpaque: Bool { alpha.isOpaque && cut == nil }

  /// The master without transparency.
  static let opaque = Recipe(.master, alpha: .opaque)
  /// The master as it is, or on the background colour.
  static let flattenable = Recipe(.master, alpha: .flattenable)
}
