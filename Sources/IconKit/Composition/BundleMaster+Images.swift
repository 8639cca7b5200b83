extension BundleMaster {
  /// The largest side that a layer's image is scaled to.
  private static let limitSide = 8192

  /// The image for `source`, of the whole canvas.
  ///
  /// - Parameters:
  ///   - renderer: scales the images of layers.
  ///   - side: the side of the image in pixels.
  /// - Throws: `IconError` when a layer's image cannot be read, is of another kind, or would be too
  ///   large; what `drawSVG` throws.
  func image(
    for source: Recipe.Source, by renderer: IconRenderer, side: Int = IconBundle.canvas
  ) async throws -> EncodedPNG {
    let appearance: BundleScene.Appearance =
      switch source {
      case .dark: .dark
      case .tinted: .tinted
      default: .usual
      }
    let scene = scene(appearance)
    var canvas = BundleCanvas(side: side)
    if let fill = scene.fill, source != .foreground, isFilled || appearance != .usual {
      canvas.fill(fill)
    }
    if source != .background {
      for group in scene.groups { try await draw(group, on: &canvas, by: renderer) }
    }
    return try EncodedPNG(
      canvas.samples, size: PixelSize(width: side, height: side), channels: 4)
  }

  private func draw(
    _ group: BundleScene.Group, on canvas: inout BundleCanvas, by renderer: IconRenderer
  ) async throws {
    // Only a group that is itself transparent or blended is composed apart from what is behind it.
    let isApart = group.opacity < 1 || group.blendMode != .normal
    var own = isApart ? BundleCanvas(side: canvas.side) : canvas
    for layer in group.layers where layer.opacity > 0 {
      try Task.checkCancellation()
      guard let image = try await image(of: layer, side: canvas.side, by: renderer) else {
        continue
      }
      own.draw(image, layer.fill, opacity: layer.opacity, layer.blendMode)
    }
    if isApart {
      canvas.draw(own, opacity: group.opacity, group.blendMode)
    } else {
      canvas = own
    }
  }

  /// The image of a layer, at its place; nil where it is outside the canvas.
  private func image(
    of layer: BundleScene.Layer, side: Int, by renderer: IconRenderer
  ) async throws -> BundleCanvas.Image? {
    let file = file(layer.image)
    let name = layer.image.lowercased()
    guard !layer.image.contains("/"), name.hasSuffix(".png") || name.hasSuffix(".svg") else {
      throw IconError(
        .notPNG, file, "is the image of layer '\(layer.name)', and is neither PNG nor SVG",
        remedy: "export the layer as PNG or SVG")
    }
    let pixels = Double(side) / Double(IconBundle.canvas)
    let (scale, x, y) = (
      layer.position.scale * pixels, layer.position.x * pixels, layer.position.y * pixels
    )
    // Nothing can be seen of what is farther away than it is large.
    guard scale > 0, max(abs(x), abs(y)) < Double(Self.limitSide) else {
      return nil
    }
    if name.hasSuffix(".svg") {
      let drawn = try await drawSVG(file, side, scale, x, y)
      let png = EncodedPNG(
        size: PixelSize(width: side, height: side), bytes: drawn.png, isFlattened: false)
      return BundleCanvas.Image(
        samples: try png.samples(), size: png.size, left: 0, top: 0, frame: drawn.frame)
    }
    let master = try Master(path: file)
    let width = Double(master.size.width) * scale
    let height = Double(master.size.height) * scale
    guard max(width, height) <= Double(Self.limitSide) else {
      throw IconError(
        .tooLarge, file,
        "is \(master.size) pixels, and layer '\(layer.name)' enlarges it \(layer.position.scale) times",
        remedy: "export it at the size at which it is seen")
    }
    let size = PixelSize(
      width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    let rendition = Rendition(placement: Placement(master.size, in: size, fit: .longest))
    guard let image = try await renderer.icons(from: master, renditions: [rendition])[rendition]
    else { preconditionFailure("a rendition was not made") }
    let middle = Double(side) / 2
    let (left, top) = (middle + x - width / 2, middle + y - height / 2)
    return BundleCanvas.Image(
      samples: try image.samples(), size: image.size, left: Int(left.rounded()),
      top: Int(top.rounded()),
      frame: SIMD4(Float(left), Float(top), Float(width), Float(height)))
  }
}
