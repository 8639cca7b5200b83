public import SafeFiles

/// The files that one run makes from each master: the union of presets and sizes, each path once.
public struct IconSet: Sendable {
  /// One image: a file of its own, or in a container.
  public struct Image: Sendable {
    /// The file.
    public let path: RelativePath
    /// Its size in pixels.
    public let size: PixelSize
    let recipe: Recipe
    /// What is done with a source that is not square; nil where the user must choose.
    let fit: Fit?
    /// The largest file that the store accepts, in bytes.
    let limitBytes: Int?
    /// Whether the file holds further images.
    var isOfContainer = false
  }

  /// The PNG files, in the order in which presets and sizes were named.
  public private(set) var icons: [Preset.Icon]
  /// The files that hold several images.
  public let containers: [Preset.Container]
  /// The files that are text.
  public internal(set) var documents: [Preset.Document]
  /// Images that are only made where an asset catalog has their slots.
  let listed: [Preset.Icon]
  /// The presets that the files are from, without what was excluded.
  public private(set) var presets: [Preset]
  /// Files of the presets that are not made. They are not left over either.
  public private(set) var excluded: Set<RelativePath>
  /// The images among them.
  private(set) var excludedIcons: [Preset.Icon]
  /// What is done with a master that is not square; nil where the user must choose.
  public let fit: Fit?
  /// Whether the user chose `fit`, rather than the presets.
  let hasChosenFit: Bool
  /// Whether some image was flattened that may be transparent.
  public let isFlattened: Bool
  private var fitByPath: [RelativePath: Fit]

  /// The union of `presets` and an `icon-N.png` for each N of `sizes`.
  ///
  /// - Parameters:
  ///   - presets: the presets; their files must not differ under one path.
  ///   - sizes: the sides of further square icons, in pixels.
  ///   - fit: what is done with a master that is not square; nil for what each preset says.
  ///   - given: the sources besides the master that were given.
  ///   - vectors: those of them that are SVG files.
  ///   - isDrawn: whether there is an SVG of the master.
  ///   - excluded: files of the presets that are not to be made.
  ///   - flattens: whether icons that may be transparent are flattened too.
  /// - Throws: `IconError` when nothing is requested, a size is out of range, or two presets need
  ///   different contents in one file.
  public init(
    presets: [Preset], sizes: [Int], fit: Fit? = nil, given: Set<Recipe.Source> = [],
    vectors: Set<Recipe.Source> = [], isDrawn: Bool = false,
    except excluded: Set<RelativePath> = [], flattens: Bool = false
  ) throws(IconError) {
    excludedIcons = presets.flatMap(\.icons).filter { excluded.contains($0.path) }
    let presets = presets.map { $0.without(excluded.contains) }
    listed = presets.flatMap(\.icons).filter { $0.condition == .listed }
    for size in sizes where !PixelSize.sides.contains(size) {
      throw IconError(
        .options, "--size \(size)",
        "is out of range; expected \(PixelSize.sides.lowerBound) to "
          + "\(PixelSize.sides.upperBound) pixels", remedy: "name another size")
    }
    var union = Union(given: given, vectors: vectors, isDrawn: isDrawn)
    let squares = Preset(
      name: "", summary: "", fit: .longest,
      icons: sizes.map { Preset.Icon("icon-\($0).png", $0, .flattenable) })
    for preset in presets + [squares] {
      try union.add(preset, flattens: flattens)
    }
    guard !union.whatByPath.isEmpty else {
      throw IconError(
        .options, "--preset none", "leaves nothing to make", remedy: "name sizes with --size")
    }
    icons = union.icons
    containers = union.containers
    documents = union.documents
    self.presets = presets
    self.excluded = excluded
    hasChosenFit = fit != nil
    isFlattened = flattens && union.hasFlattened
    fitByPath = fit == nil ? union.fitByPath : [:]
    // If one preset needs a choice, the set does.
    self.fit = fit ?? (presets.contains { $0.fit == nil } ? nil : .longest)
  }

  /// Moves each image and each other file to the place that these functions give; nil for an image
  /// that is not made.
  mutating func move(
    _ place: (Preset.Icon) -> RelativePath?, _ placeOfOther: (RelativePath) -> RelativePath
  ) {
    func moved(_ icon: Preset.Icon) -> Preset.Icon? { place(icon).map(icon.moved) }
    for icon in icons + listed {
      guard let path = place(icon), path != icon.path else { continue }
      fitByPath[path] = fitByPath[icon.path]
    }
    let made = Set(icons.map(\.path) + listed.map(\.path))
    for i in presets.indices {
      presets[i].icons = presets[i].icons.compactMap { icon in
        made.contains(icon.path) ? moved(icon) : icon.moved(to: placeOfOther(icon.path))
      }
      for j in presets[i].documents.indices {
        presets[i].documents[j].path = placeOfOther(presets[i].documents[j].path)
      }
    }
    icons = icons.compactMap(moved) + listed.compactMap(moved)
    excludedIcons = excludedIcons.map { $0.moved(to: placeOfOther($0.path)) }
    excluded = Set(excluded.map(placeOfOther))
  }

  /// Every image in these files: those of `icons`, then those of each container.
  public var images: [Image] {
    icons.map {
      Image(
        path: $0.path, size: $0.size, recipe: $0.recipe, fit: fit(of: $0.path),
        limitBytes: $0.limitBytes)
    } + containers.flatMap { self.images(of: $0) }
  }

  /// The images of one container, in their order.
  public func images(of container: Preset.Container) -> [Image] {
    container.sides.map {
      Image(
        path: container.path, size: PixelSize(width: $0, height: $0), recipe: container.recipe,
        // Containers hold only squares.
        fit: fit(of: container.path).map { $0 == .longest ? .pad : $0 }, limitBytes: nil,
        isOfContainer: true)
    }
  }

  /// The sides of the squares that show the whole master, which may have a master of their own.
  public var squareSides: Set<Int> {
    Set(
      images.filter { $0.recipe.source == .master && $0.recipe.content == .whole }
        .filter(\.size.isSquare).map(\.size.width))
  }

  /// Whether some image is made from the file given for `source`.
  public func uses(_ source: Recipe.Source) -> Bool {
    if documents.contains(where: { $0.kind == .vector(source) }) { return true }
    return images.contains { image in
      switch source {
      // A themed icon is made from the foreground where it has no image of its own.
      case .foreground: [.foreground, .monochrome].contains(image.recipe.source)
      // The background is also behind images that must be opaque.
      case .background: image.recipe.source == .background || image.recipe.alpha.isOpaque
      case .master, .dark, .tinted, .monochrome, .empty: image.recipe.source == source
      }
    }
  }

  /// The paths of all files.
  public var paths: [RelativePath] {
    icons.map(\.path) + containers.map(\.path) + documents.map(\.path)
  }

  /// Whether a background colour changes some file.
  public func usesBackgroundColor(roundingMacIcons: Bool) -> Bool {
    uses(.background)
      || documents.contains {
        if case .backgroundColor = $0.kind { true } else { $0.kind == .iconComposer }
      }
      || images.contains {
        $0.recipe.alpha == .flattenable
          || roundingMacIcons && $0.recipe.takesRoundedRectangle
      }
  }

  /// Whether some image can be cut to Apple's rounded rectangle.
  public var hasMacIcons: Bool { !macPaths.isEmpty }

  /// The files with such images.
  var macPaths: Set<RelativePath> {
    Set(images.filter(\.recipe.takesRoundedRectangle).map(\.path))
  }

  /// Whether some file is called `icon-N.png`, as those of `--size`.
  var hasSizes: Bool {
    icons.contains { $0.path.parent == nil && $0.path.bytes.starts(with: Array("icon-".utf8)) }
  }

  /// Whether there is a web application's manifest.
  public var hasManifest: Bool { documents.contains { $0.kind == .webManifest } }

  /// Whether some preset has the SVG of a master that has one.
  public var canHaveDrawing: Bool {
    presets.contains { $0.documents.contains { $0.kind == .drawing } }
  }

  private func fit(of path: RelativePath) -> Fit? { fitByPath[path] ?? fit }
}

/// A union of presets, in the making.
private struct Union {
  let given: Set<Recipe.Source>
  let vectors: Set<Recipe.Source>
  let isDrawn: Bool
  var icons: [Preset.Icon] = []
  var containers: [Preset.Container] = []
  var documents: [Preset.Document] = []
  var fitByPath: [RelativePath: Fit] = [:]
  /// What each file contains, to find presets that need different contents in one file.
  var whatByPath: [RelativePath: What] = [:]
  /// Whether a file that may be transparent was flattened.
  var hasFlattened = false

  enum What: Equatable {
    case icon(PixelSize, Recipe)
    case container(Preset.Container.Format, Recipe)
    case document(Preset.Document.Kind)

    var description: String {
      switch self {
      case .icon(let size, _): "\(size.isSquare ? "\(size.width)" : "\(size)") pixels"
      case .container: "several images"
      case .document: "text"
      }
    }
  }

  mutating func add(_ preset: Preset, flattens: Bool) throws(IconError) {
    for var icon in preset.icons where holds(icon.condition) {
      if flattens { flatten(&icon.recipe) }
      if try isNew(.icon(icon.size, icon.recipe), icon.path, preset) { icons.append(icon) }
    }
    for var container in preset.containers {
      if flattens { flatten(&container.recipe) }
      if try isNew(.container(container.format, container.recipe), container.path, preset) {
        containers.append(container)
      }
    }
    for document in preset.documents where holds(document.condition) {
      if try isNew(.document(document.kind), document.path, preset) { documents.append(document) }
    }
  }

  private func holds(_ condition: Preset.Condition) -> Bool {
    condition.holds(given: given, vectors: vectors, isDrawn: isDrawn)
  }

  private mutating func flatten(_ recipe: inout Recipe) {
    guard recipe.source == .master, !recipe.alpha.isOpaque else { return }
    recipe.alpha = .opaque
    hasFlattened = true
  }

  private mutating func isNew(
    _ what: What, _ path: RelativePath, _ preset: Preset
  ) throws(IconError) -> Bool {
    let other = whatByPath.updateValue(what, forKey: path)
    if let other, other != what {
      throw IconError(
        .options, "\(path)",
        other.description == what.description
          ? "is requested as \(what.description) in two different ways"
          : "is requested as both \(other.description) and \(what.description)",
        remedy: "make the presets in separate runs")
    }
    fitByPath[path] = fitByPath[path] ?? preset.fit
    return other == nil
  }
}
