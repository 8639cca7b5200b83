public import IconKit

extension SVGDrawing {
  /// The drawing on a transparent canvas of `side` pixels, as a layer of an Icon Composer bundle:
  /// `scale` times its own size, its middle `x` and `y` from that of the canvas, y downwards.
  ///
  /// What does not say its size fills the canvas. Only what is on the canvas is drawn, however large
  /// the drawing is.
  /// - Throws: as `png(side:)`.
  public func layer(side: Int, scale: Double, x: Double, y: Double) async throws
    -> BundleMaster.Drawn
  {
    let canvas = Double(side)
    let size = (SVGSize.size(of: bytes) ?? SIMD2(canvas, canvas)) * scale
    let (left, top) = ((canvas - size.x) / 2 + x, (canvas - size.y) / 2 + y)
    func points(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)px" }
    guard size.max() < 1_000_000 else {
      throw ProjectError(
        path, "would be drawn \(Int(min(size.max(), 1e15))) points large",
        remedy: "make the layer's scale smaller")
    }
    let png = try await png([
      "--page-width=\(side)px", "--page-height=\(side)px", "--left=\(points(left))",
      "--top=\(points(top))", "--width=\(points(size.x))", "--height=\(points(size.y))",
    ])
    return BundleMaster.Drawn(
      png: png, frame: SIMD4(Float(left), Float(top), Float(size.x), Float(size.y)))
  }
}
