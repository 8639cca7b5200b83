/// One picture of a master: where its pixels go and what becomes of them there. Equal renditions are
/// made once.
public struct Rendition: Hashable, Sendable {
  let placement: Placement
  /// What it is flattened onto; nil keeps alpha.
  var background: Background?
  var cut: RoundedRectangle.Cut?
  var tone = Recipe.Tone.color
  /// Whether there is an alpha channel even where nothing is transparent.
  var keepsChannel = false

  init(_ placement: Placement) {
    self.placement = placement
  }

  /// Whether some of the canvas is beside the picture.
  var hasMargin: Bool {
    placement.picture.width < placement.canvas.width
      || placement.picture.height < placement.canvas.height
  }

  /// The same picture of a master without transparency, behind which nothing shows.
  var ofOpaqueMaster: Rendition {
    guard !hasMargin else { return self }
    var copy = self
    copy.background = nil
    return copy
  }

  /// The size of the finished picture.
  public var size: PixelSize { placement.canvas }
}
