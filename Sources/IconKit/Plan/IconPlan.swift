/// A plan of how each image of an icon set is made from the user's inputs; equal images are one
/// drawing.
public struct IconPlan: Sendable {
  /// The options common to a run.
  public struct Options: Sendable {
    /// The margin on each side in percent of the icon; nil for the presets' own.
    public var padding: Int?
    /// Whether Mac icons get Apple's rounded rectangle: from macOS 26 on, every other shape is shown
    /// on a grey one, and earlier systems show a full square as a square.
    public var roundsMacIcons = true
    /// Whether a source that is smaller than an icon may be enlarged.
    public var allowsUpscale = false

    /// The defaults.
    public init() {}
  }

  /// A rendition and the file that it is made from.
  public struct Layer: Hashable, Sendable {
    let rendition: Rendition
    let file: String
  }

  /// One image to make, once.
  public enum Drawing: Hashable, Sendable {
    /// An image made from one file.
    case rendition(Layer)
    /// An image made from one file over another, and then cut to a shape.
    case layered(Layer, over: Layer, cut: CutShape? = nil)
    /// An image of one colour; nil for a fully transparent one.
    case flat(PixelSize, Background?)

    /// The layers that it consists of.
    var layers: [Layer] {
      switch self {
      case .rendition(let layer): [layer]
      case .layered(let upper, let lower, _): [upper, lower]
      case .flat: []
      }
    }

    /// The size of the finished image.
    public var size: PixelSize {
      switch self {
      case .rendition(let layer), .layered(let layer, _, _): layer.rendition.size
      case .flat(let size, _): size
      }
    }
  }

  private let inputs: IconInputs
  private let sizeByFile: [String: PixelSize]
  private let measures: Measures
  private let options: Options

  /// What is measured in the pixels of the files, by `OpenMasters`.
  public struct Measures: Sendable {
    /// The results of `Master.extent` for the files of `filesToMeasure`; a file without one counts as
    /// visible in its corners and as transparent somewhere.
    var extentByFile: [String: Extent] = [:]
    /// The results of `Master.macShape`; a file without one counts as filling its canvas.
    var shapeByFile: [String: MacShape] = [:]

    /// Nothing measured.
    public init() {}
  }

  /// A plan for `inputs`; `sizeByFile` has the size of each of their files.
  public init(
    _ inputs: IconInputs, sizeByFile: [String: PixelSize], measures: Measures = Measures(),
    options: Options
  ) {
    self.inputs = inputs
    self.measures = measures
    self.sizeByFile = sizeByFile
    self.options = options
  }

  /// The files of `inputs` of which a plan for `set` depends on where they are visible.
  public static func filesToMeasure(
    _ inputs: IconInputs, for set: IconSet, options: Options
  ) -> Set<String> {
    guard options.padding == nil else { return [] }
    return Set(
      set.images.compactMap { image in
        switch image.recipe.content {
        case .circle, .adaptive: break
        case .whole, .part, .cover: return nil
        }
        return inputs.file(for: image.recipe, size: image.size)
      })
  }

  /// The files of `inputs` from which `set` makes Mac icons that get Apple's rounded rectangle.
  static func filesOfMacIcons(
    _ inputs: IconInputs, for set: IconSet, options: Options
  ) -> Set<String> {
    guard options.roundsMacIcons else { return [] }
    return Set(
      set.images.compactMap { image in
        image.recipe.takesRoundedRectangle && !inputs.isDrawn(for: image)
          ? inputs.file(for: image.recipe, size: image.size) : nil
      })
  }

  /// The files of `inputs` that images of `set` are made from.
  static func files(_ inputs: IconInputs, for set: IconSet) -> Set<String> {
    var files = Set(set.images.compactMap { inputs.file(for: $0.recipe, size: $0.size) })
    // The image behind those that must be opaque.
    if let ground = inputs.images[.background] { files.insert(ground) }
    return files
  }

  /// How each image of `set` is made.
  ///
  /// - Throws: `IconError` when a source is not square and no fit was chosen, or when it is
  ///   smaller than an image and may not be enlarged.
  public func drawings(for set: IconSet) throws(IconError) -> [Drawing] {
    var drawings: [Drawing] = []
    var smallest: (image: PixelSize, problem: IconError)?
    for image in set.images {
      let drawing = try drawing(of: image)
      drawings.append(drawing)
      for layer in drawing.layers {
        let placement = layer.rendition.placement
        guard max(placement.image.width, placement.image.height) <= Self.limitSide else {
          throw IconError(
            .tooLarge, layer.file,
            "is \(size(of: layer.file)) pixels, too long and thin to cover \(image.path)",
            remedy: "use an image of a more similar shape")
        }
        guard !options.allowsUpscale else { continue }
        guard placement.image.width > placement.columns.count,
          placement.image.width > smallest?.image.width ?? 0
        else { continue }
        smallest = (placement.image, tooSmall(layer.file, for: image, placement))
      }
    }
    if let smallest { throw smallest.problem }
    return drawings
  }

  /// The longest side that an image is resampled to, of which a canvas may show only the middle.
  private static let limitSide = 4 * PixelSize.sides.upperBound

  private func tooSmall(
    _ file: String, for image: IconSet.Image, _ placement: Placement
  ) -> IconError {
    let side = max(placement.image.width, placement.image.height)
    return IconError(
      .tooSmall, file,
      "is \(size(of: file)) pixels, smaller than the \(side) pixels of \(image.path)",
      remedy: "use a larger master, or --allow-upscale")
  }

  /// How one image is made.
  ///
  /// - Throws: `IconError` when its source is not square and no fit was chosen.
  public func drawing(of image: IconSet.Image) throws(IconError) -> Drawing {
    let recipe = image.recipe
    guard let file = inputs.file(for: recipe, size: image.size) else {
      return .flat(image.size, recipe.source == .empty ? nil : ground)
    }
    let size = size(of: file)
    let fit = image.fit
    let tile = tile(of: image, file)
    guard fit != nil || size.isSquare || recipe.content == .cover else {
      throw IconError(
        .notSquare, file, "is \(size) pixels; these presets need a square image",
        remedy: "use --fit longest, --fit pad or --fit crop")
    }
    var rendition = Rendition(
      placement: Placement(
        size, in: image.size, content: tile?.content ?? content(of: image, file),
        fit: fit ?? .longest),
      background: tile.map { recipe.alpha.isOpaque ? ground : $0.background }
        ?? background(of: recipe),
      cut: recipe.cut.map { .part($0) } ?? tile.map { .rounded($0.size) }, tone: recipe.tone,
      keepsChannel: recipe.alpha == .opaqueWithChannel)
    if fills(recipe, file) {
      rendition.continuesEdges = true
      rendition.background = nil
    }
    guard recipe.alpha.isOpaque, recipe.source != .background,
      let ground = inputs.images[.background]
    else { return .rendition(Layer(rendition: rendition, file: file)) }
    rendition.background = nil
    if recipe.cut != nil { rendition.cut = nil }
    var cover = Placement.Content.cover
    if case .adaptive(let visible, let whole) = recipe.content {
      cover = .coverBox(AdaptiveGrid.layer(around: image.size.middle(visible, of: whole)))
    }
    let lower = Rendition(
      placement: Placement(
        self.size(of: ground), in: rendition.size, content: cover, fit: fit ?? .longest),
      background: self.ground)
    return .layered(
      Layer(rendition: rendition, file: file), over: Layer(rendition: lower, file: ground),
      cut: recipe.cut)
  }

  private func size(of file: String) -> PixelSize {
    guard let size = sizeByFile[file] else { preconditionFailure("\(file) was not opened") }
    return size
  }

  private func content(of image: IconSet.Image, _ file: String) -> Placement.Content {
    let size = image.size
    if let padding = options.padding {
      switch image.recipe.content {
      case .cover: return .cover
      case .adaptive(let visible, let whole):
        let layer = AdaptiveGrid.layer(around: size.middle(visible, of: whole))
        return .box(layer.inset(percent: padding))
      case .whole, .part, .circle: return .box(size.inset(percent: padding))
      }
    }
    switch image.recipe.content {
    case .cover: return .cover
    case .adaptive(let visible, let whole):
      let visible = size.middle(visible, of: whole)
      if fills(image.recipe, file) { return .box(visible) }
      return .circle(AdaptiveGrid.safeDiameter(in: visible), reach: reach(of: file))
    case .whole: return .whole
    case .part(let part, let whole): return .box(size.middle(part, of: whole))
    case .circle(let diameter, let whole):
      return .circle(
        Double(min(size.width, size.height) * diameter) / Double(whole),
        reach: reach(of: file))
    }
  }

  private func reach(of file: String) -> Double { measures.extentByFile[file]?.reach ?? 1 }

  /// Whether an adaptive icon's foreground is its whole image: an opaque master alone is a background
  /// as much as a foreground.
  private func fills(_ recipe: Recipe, _ file: String) -> Bool {
    guard case .adaptive = recipe.content, options.padding == nil else { return false }
    return inputs.images[.foreground] == nil && inputs.images[.background] == nil
      && measures.extentByFile[file]?.isOpaque == true
  }

  /// The rounded rectangle of a Mac icon, and what is in it.
  private struct Tile {
    let size: PixelSize
    let content: Placement.Content
    /// The colour behind a drawing that does not fill it.
    let background: Background?
  }

  /// The rounded rectangle of an image; nil where it gets none, because it is no Mac icon, or is
  /// drawn as one already.
  private func tile(of image: IconSet.Image, _ file: String) -> Tile? {
    guard options.roundsMacIcons, image.recipe.takesRoundedRectangle, !inputs.isDrawn(for: image)
    else { return nil }
    let size = options.padding.map { image.size.inset(percent: $0) } ?? MacGrid.box(in: image.size)
    // The colour also fills what is transparent inside the shape.
    func filled(_ share: Double) -> Tile {
      Tile(size: size, content: .box(size.enlarged(by: 1 / share)), background: inputs.background)
    }
    switch measures.shapeByFile[file] ?? .filled(1) {
    case .filled(let share): return filled(share)
    // With its margin flattened, it is a plain square.
    case .rounded: return image.recipe.alpha.isOpaque ? filled(1) : nil
    case .other:
      let diameter = Double(min(size.width, size.height)) * MacGrid.drawing
      return Tile(
        size: size, content: .circle(diameter, reach: reach(of: file)),
        background: ground)
    }
  }

  private var ground: Background { inputs.background ?? .white }

  private func background(of recipe: Recipe) -> Background? {
    recipe.alpha.isOpaque ? ground : recipe.alpha == .flattenable ? inputs.background : nil
  }
}

extension PixelSize {
  /// This size minus a margin on each side.
  fileprivate func inset(percent: Int) -> PixelSize {
    func side(_ length: Int) -> Int { max(1, length - 2 * ((length * percent + 50) / 100)) }
    return PixelSize(width: side(width), height: side(height))
  }

  /// This size with both sides multiplied by `factor`; odd or even as they are, so that it stays
  /// exactly centred.
  fileprivate func enlarged(by factor: Double) -> PixelSize {
    func side(_ length: Int) -> Int {
      length + 2 * Int((Double(length) * (factor - 1) / 2).rounded())
    }
    return PixelSize(width: side(width), height: side(height))
  }
}
