/// A plan of how each image of an icon set is made from the user's inputs; equal images are one
/// drawing.
public struct IconPlan: Sendable {
  /// The options common to a run.
  public struct Options: Sendable {
    /// The margin on each side in percent of the icon; nil for the presets' own.
    public var padding: Int?
    /// Whether Mac icons get Apple's rounded rectangle.
    public var roundsMacIcons = false
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
    /// An image made from one file over another.
    case layered(Layer, over: Layer)
    /// An image of one colour; nil for a fully transparent one.
    case flat(PixelSize, Background?)

    /// The layers that it consists of.
    var layers: [Layer] {
      switch self {
      case .rendition(let layer): [layer]
      case .layered(let upper, let lower): [upper, lower]
      case .flat: []
      }
    }

    /// The size of the finished image.
    public var size: PixelSize {
      switch self {
      case .rendition(let layer), .layered(let layer, _): layer.rendition.size
      case .flat(let size, _): size
      }
    }
  }

  private let inputs: IconInputs
  private let sizeByFile: [String: PixelSize]
  private let reachByFile: [String: Double]
  private let options: Options

  /// A plan for `inputs`; `sizeByFile` has the size of each of their files.
  ///
  /// - Parameter reachByFile: the result of `Master.reach` for the files of `filesToMeasure`; a
  ///   file without one counts as visible in its corners.
  public init(
    _ inputs: IconInputs, sizeByFile: [String: PixelSize], reachByFile: [String: Double] = [:],
    options: Options
  ) {
    self.inputs = inputs
    self.reachByFile = reachByFile
    self.sizeByFile = sizeByFile
    self.options = options
  }

  /// The files of `inputs` from which `set` makes images that must stay inside a circle.
  public static func filesToMeasure(
    _ inputs: IconInputs, for set: IconSet, options: Options
  ) -> Set<String> {
    guard options.padding == nil else { return [] }
    return Set(
      set.images.compactMap { image in
        guard case .circle = image.recipe.content else { return nil }
        return inputs.file(for: image.recipe, size: image.size)
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
    guard fit != nil || size.isSquare || recipe.content == .cover else {
      throw IconError(
        .notSquare, file, "is \(size) pixels; these presets need a square image",
        remedy: "use --fit longest, --fit pad or --fit crop")
    }
    var rendition = Rendition(
      placement: Placement(
        size, in: image.size, content: content(of: image, file), fit: fit ?? .longest),
      background: background(of: recipe),
      cut: recipe.isRound ? .circle : isRounded(recipe) ? .rounded : nil, tone: recipe.tone,
      keepsChannel: recipe.alpha == .opaqueWithChannel)
    guard recipe.alpha.isOpaque, recipe.source != .background,
      let ground = inputs.images[.background]
    else { return .rendition(Layer(rendition: rendition, file: file)) }
    rendition.background = nil
    let lower = Rendition(
      placement: Placement(
        self.size(of: ground), in: rendition.size, content: .cover, fit: fit ?? .longest),
      background: self.ground)
    return .layered(
      Layer(rendition: rendition, file: file), over: Layer(rendition: lower, file: ground))
  }

  private func size(of file: String) -> PixelSize {
    guard let size = sizeByFile[file] else { preconditionFailure("\(file) was not opened") }
    return size
  }

  private func content(of image: IconSet.Image, _ file: String) -> Placement.Content {
    let size = image.size
    if let padding = options.padding, image.recipe.content != .cover {
      return .box(size.inset(percent: padding))
    }
    switch image.recipe.content {
    case .cover: return .cover
    case .whole: return isRounded(image.recipe) ? .box(MacGrid.box(in: size)) : .whole
    case .part(let part, let whole): return .box(size.part(part, of: whole))
    case .circle(let diameter, let whole):
      return .circle(
        Double(min(size.width, size.height) * diameter) / Double(whole),
        reach: reachByFile[file] ?? 1)
    }
  }

  private func isRounded(_ recipe: Recipe) -> Bool {
    options.roundsMacIcons && recipe.takesRoundedRectangle
  }

  private var ground: Background { inputs.background ?? .white }

  private func background(of recipe: Recipe) -> Background? {
    if recipe.alpha.isOpaque { return ground }
    // The colour also fills the shape that a Mac icon is cut to.
    return recipe.alpha == .flattenable || isRounded(recipe) ? inputs.background : nil
  }
}

extension PixelSize {
  /// This size minus a margin on each side.
  fileprivate func inset(percent: Int) -> PixelSize {
    func side(_ length: Int) -> Int { max(1, length - 2 * ((length * percent + 50) / 100)) }
    return PixelSize(width: side(width), height: side(height))
  }
}
