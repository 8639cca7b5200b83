import BroadcastPool
import SafeFiles

extension IconJob {
  /// A source's index and the files made from it.
  ///
  /// A type of its own: Swift 6.3.1's optimiser breaks task groups whose children return tuples.
  private struct Finished: Sendable {
    let index: Int
    let files: [IconFile]
  }

  /// Renders every part, one after the other, and puts its documents after its images.
  func render(
    _ documents: JobDocuments, progress: IconProgress, warn: @escaping Warn
  ) async throws -> [IconFile] {
    let bundles = try bundles()
    for warning in bundles.warnings + effectsLeftOut { warn(warning) }
    var files: [IconFile] = []
    for (part, documents) in zip(parts, documents.files) {
      let images = try await render(part, progress: progress, warn: warn)
      files += zip(images, documents).flatMap { $0 + $1 }
    }
    // Of a document that several parts add to, the last has the entries of all.
    var seen = bundles.unused
    return files.reversed().filter { seen.insert($0.path).inserted }.reversed()
  }

  /// Renders every source, as many at a time as there are threads, so that all threads stay busy.
  ///
  /// - Returns: the images of each source.
  private func render(
    _ part: Part, progress: IconProgress, warn: @escaping Warn
  ) async throws -> [[IconFile]] {
    let sideBySide = part.sourcesSideBySide
    return try await withThrowingTaskGroup(of: Finished.self) { group in
      var filesBySource = [[IconFile]](repeating: [], count: part.sources.count)
      for (index, source) in part.sources.enumerated() {
        if index >= sideBySide, let finished = try await group.next() {
          filesBySource[finished.index] = finished.files
        }
        group.addTask {
          Finished(
            index: index, files: try await render(source, of: part, progress: progress, warn: warn))
        }
      }
      for try await finished in group { filesBySource[finished.index] = finished.files }
      return filesBySource
    }
  }

  private func render(
    _ source: IconSource, of part: Part, progress: IconProgress, warn: Warn
  ) async throws -> [IconFile] {
    let composed = try await compose(part, source)
    let masters = try open(part, source, composed, warn)
    let drawings = try plan(part, source, masters).drawings(for: part.set)
    let images = try await part.renderer.images(
      drawings, from: masters.byPath, progress: progress)
    try checkHasDrawing(part, source, masters, images, warn)
    let files = try part.set.files(of: images, at: source.place)
    for warning in warnings(of: files, from: source, of: part) { warn(warning) }
    return files
  }

  /// Refuses a master that is fully transparent, and warns of one of a single colour.
  ///
  /// Only where the smallest of its `images` is one colour is the master itself read again.
  private func checkHasDrawing(
    _ part: Part, _ source: IconSource, _ masters: OpenMasters, _ images: [EncodedPNG],
    _ warn: Warn
  ) throws(IconError) {
    let path = source.inputs.master
    let smallest = zip(part.set.images, images)
      .filter { source.inputs.file(for: $0.0.recipe, size: $0.0.size) == path }
      .map(\.1).min { $0.size.width * $0.size.height < $1.size.width * $1.size.height }
    guard let smallest, try smallest.isOneColor() else { return }
    switch try masters.byPath[path]?.blank() {
    case .transparent:
      throw IconError(
        .blank, path, "is fully transparent, so its icons would be empty",
        remedy: "export it again with the drawing visible")
    case .oneColor:
      warn(
        IconWarning(
          path, "is a single colour, so its icons show nothing but that",
          remedy: "check that the drawing was exported"))
    case nil: break
    }
  }

  func open(
    _ part: Part, _ source: IconSource, _ composed: [String: EncodedPNG], _ warn: Warn
  ) throws(IconError) -> OpenMasters {
    let (set, options) = (part.set, part.options)
    let masters = try OpenMasters.open(
      source.inputs, for: set, composed: composed, options: options, limits: limits,
      observer: observer, warn: warn)
    let master = source.inputs.master
    if set.fit == .longest, !set.hasChosenFit, let size = masters.sizes[master], !size.isSquare {
      warn(
        IconWarning(
          master, "is \(size) pixels, not square; its longer side gets each size",
          remedy: "for square icons, use --fit pad or --fit crop"))
    }
    return masters
  }

  func plan(_ part: Part, _ source: IconSource, _ masters: OpenMasters) -> IconPlan {
    IconPlan(
      source.inputs, sizeByFile: masters.sizes, measures: masters.measures,
      options: part.options)
  }

  private func warnings(
    of files: [IconFile], from source: IconSource, of part: Part
  ) -> [IconWarning] {
    var warnings: [IconWarning] = []
    if source.inputs.background == nil, !part.set.isFlattened {
      let mac = part.set.macPaths.map { source.folder?.appending($0) ?? $0 }
      let flattened = files.filter(\.isFlattened).map(\.path)
      let opaque = Self.names(of: flattened.filter { !mac.contains($0) })
      if !opaque.isEmpty {
        warnings.append(
          IconWarning(
            source.inputs.master,
            "has transparency; flattened onto white for \(opaque), which must be opaque",
            remedy: "choose a colour with --background #rrggbb, or use an opaque master"))
      }
      let tiles = Self.names(of: flattened.filter(mac.contains))
      if !tiles.isEmpty {
        warnings.append(
          IconWarning(
            source.inputs.master,
            "is not a rounded square, as Mac icons are; put on a white one for \(tiles)",
            remedy: "choose a colour with --background #rrggbb, or keep its shape with --mask none")
        )
      }
    }
    for file in files {
      guard let limit = file.limitBytes, file.bytes.count > limit else { continue }
      warnings.append(
        IconWarning(
          location(of: file.path),
          "has \(file.bytes.count) bytes; the store accepts at most \(limit)",
          remedy: "try --optimize"))
    }
    return warnings
  }

  /// The paths; of a folder with more than three of them, their number and the folder instead.
  private static func names(of paths: [RelativePath]) -> String {
    var folders: [RelativePath?] = []
    for path in paths where !folders.contains(path.parent) { folders.append(path.parent) }
    return folders.flatMap { folder in
      let files = paths.filter { $0.parent == folder }
      guard let folder, files.count > 3 else { return files.map(\.description) }
      return ["\(files.count) files in \(folder)"]
    }.joined(separator: ", ")
  }
}

extension IconJob.Part {
  /// How many sources to render at a time: few enough that their open files stay well below 256,
  /// the lowest usual limit of a process.
  fileprivate var sourcesSideBySide: Int {
    let mostFiles = sources.map(\.inputs.files.count).max() ?? 1
    return max(1, min(renderer.threads, 128 / mostFiles))
  }
}

extension IconSet {
  /// The PNG files and containers of the set, each at its place.
  ///
  /// - Parameter images: one for each of `self.images`.
  /// - Throws: `IconError` when there is not enough memory.
  func files(
    of images: [EncodedPNG], at place: (RelativePath) -> RelativePath
  ) throws(IconError) -> [IconFile] {
    precondition(images.count == self.images.count)
    var seen: Set<RelativePath> = []
    var files = zip(icons, images).filter { icon, _ in
      // Slots of an asset catalog may share a file.
      seen.insert(icon.path).inserted
    }.map { icon, image in
      IconFile(
        path: place(icon.path), bytes: image.bytes, images: [image], limitBytes: icon.limitBytes)
    }
    var rest = images[icons.count...]
    for container in containers {
      let members = Array(rest.prefix(container.sides.count))
      rest = rest.dropFirst(members.count)
      files.append(
        IconFile(
          path: place(container.path), bytes: try container.bytes(members), images: members))
    }
    return files
  }
}

extension IconRenderer {
  /// Makes each of `drawings`, equal ones only once, reading each file in one pass.
  ///
  /// - Parameter masters: the open file of each layer, by its path.
  /// - Returns: one image for each drawing, in the same order.
  /// - Throws: `IconError` when a file is damaged or was changed since it was opened,
  ///   `CancellationError` when the task was cancelled.
  func images(
    _ drawings: [IconPlan.Drawing], from masters: [String: Master], progress: IconProgress
  ) async throws -> [EncodedPNG] {
    async let flats = flats(of: drawings)
    let layers = try await layers(of: drawings, from: masters, progress: progress)
    var made = try await flats
    return try drawings.map { drawing in
      if let image = made[drawing] { return image }
      let image = try image(of: drawing, layers)
      made[drawing] = image
      return image
    }
  }

  /// The images of one colour.
  private func flats(of drawings: [IconPlan.Drawing]) async throws -> [IconPlan.Drawing: EncodedPNG]
  {
    let flats = Set(drawings).filter { $0.layers.isEmpty }
    let images = try await flats.mapSideBySide(threads: threads) { drawing, _ in
      try self.image(of: drawing, [:])
    }
    return Dictionary(uniqueKeysWithValues: zip(flats, images))
  }

  private typealias Layers = [IconPlan.Layer: EncodedPNG]

  /// Every layer of `drawings`, file by file.
  private func layers(
    of drawings: [IconPlan.Drawing], from masters: [String: Master], progress: IconProgress
  ) async throws -> Layers {
    var renditions: [String: Set<Rendition>] = [:]
    for layer in drawings.flatMap(\.layers) {
      renditions[layer.file, default: []].insert(layer.rendition)
    }
    var layers: Layers = [:]
    for (file, renditions) in renditions.sorted(by: { $0.key < $1.key }) {
      guard let master = masters[file] else { preconditionFailure("\(file) is not open") }
      let icons = try await icons(from: master, renditions: renditions, progress: progress)
      for (rendition, icon) in icons { layers[.init(rendition: rendition, file: file)] = icon }
    }
    return layers
  }

  private func image(
    of drawing: IconPlan.Drawing, _ layers: Layers
  ) throws(IconError) -> EncodedPNG {
    func made(_ layer: IconPlan.Layer) -> EncodedPNG {
      guard let image = layers[layer] else { preconditionFailure("a layer was not made") }
      return image
    }
    switch drawing {
    case .flat(let size, let color): return try flat(color, size: size)
    case .rendition(let layer): return made(layer)
    case .layered(let upper, let lower, let cut):
      return try lay(
        made(upper), over: made(lower), cut: cut, keepsChannel: upper.rendition.keepsChannel)
    }
  }
}
