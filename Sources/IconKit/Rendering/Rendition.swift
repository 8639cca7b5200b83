/// One image made from a master: where the master's pixels go and how they are changed. Equal
/// renditions are made once.
public struct Rendition: Hashable, Sendable {
  let placement: Placement
  /// The colour that it is flattened onto; nil keeps alpha.
  var background: Background?
  var cut: RoundedRectangle.Cut?
  var tone = Recipe.Tone.color
  /// Whether there is an alpha channel even where nothing is transparent.
  var keepsChannel = false

  /// Whether the image's edges go on to those of the canvas, so that nothing of it is empty.
  var continuesEdges = false

  /// Whether the canvas has a margin around the image.
  var hasMargin: Bool {
    placement.image.width < placement.canvas.width
      || placement.image.height < placement.canvas.height
  }

  /// The equivalent rendition for an opaque master, whose background would be hidden.
  var ofOpaqueMaster: Rendition {
    guard !hasMargin || continuesEdges else { return self }
    var copy = self
    copy.background = nil
    return copy
  }

  /// The size of the finished image.
  public var size: PixelSize { placement.canvas }
}
