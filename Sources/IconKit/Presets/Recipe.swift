/// How a picture is made from what the user gave, whatever its size. Data: equal recipes at equal
/// sizes are one picture, however many files hold it.
public struct Recipe: Hashable, Sendable {
  /// One of the pictures that a user may give. Each but the master has something to stand in for it.
  public enum Source: String, CaseIterable, Sendable {
    /// The master itself.
    case master
    /// For dark home screens; there is no such file without it.
    case dark
    /// For tinted home screens; there is no such file without it.
    case tinted
    /// One colour and alpha; without it made from the foreground's alpha or light.
    case monochrome
    /// The upper layer; without it the master.
    case foreground
    /// The lowest layer; without it a colour.
    case background
    /// A layer that a platform wants and nobody draws: nothing at all.
    case empty
  }

  /// How much of the canvas is for the picture.
  public enum Content: Hashable, Sendable {
    /// All of it.
    case whole
    /// That part of either side, in the middle.
    case part(Int, of: Int)
    /// A circle in the middle whose diameter is to the side as these two numbers.
    case circle(diameter: Int, of: Int)
    /// All of it, and what does not fit the canvas's shape is cut off.
    case cover
  }

  /// What a store or launcher says of transparency.
  public enum Alpha: Hashable, Sendable {
    /// Transparency is kept; a picture without any is stored without an alpha channel.
    case kept
    /// Flattened, and no alpha channel.
    case opaque
    /// Flattened, and an alpha channel that says so: 32 bit.
    case opaqueWithChannel
  }

  /// What of the colours is kept.
  public enum Tone: Hashable, Sendable {
    /// All.
    case color
    /// Their light only.
    case grey
    /// Black of the source's alpha; of an opaque source, what differs from its corner.
    case silhouette
  }

  /// What is drawn.
  public var source = Source.master
  /// How large.
  public var content = Content.whole
  /// Whether a circle, as large as the canvas, cuts it out.
  public var isRound = false
  /// What becomes of transparency.
  public var alpha = Alpha.kept
  /// What becomes of colours.
  public var tone = Tone.color
  /// Whether `--mask rounded` gives it the rounded rectangle of macOS.
  public var takesRoundedRectangle = false

  /// A recipe for the whole master as it is.
  public init() {}

  /// A recipe from its parts.
  public init(
    _ source: Source, content: Content = .whole, alpha: Alpha = .kept, tone: Tone = .color
  ) {
    self.source = source
    self.content = content
    self.alpha = alpha
    self.tone = tone
  }
}

extension Recipe {
  /// The master as it is.
  static let plain = Recipe()
  /// The master without transparency.
  static let opaque = Recipe(.master, alpha: .opaque)
}
