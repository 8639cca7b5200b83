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
    let layers = try await layers(of: drawings, from: masters, progress: progress)
    var made: [IconPlan.Drawing: EncodedPNG] = [:]
    return try drawings.map { drawing in
      if let image = made[drawing] { return image }
      let image = try image(of: drawing, layers)
      made[drawing] = image
      return image
    }
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
    case .layered(let upper, let lower):
      return try lay(
        made(upper), over: made(lower), keepsChannel: upper.rendition.keepsChannel)
    }
  }
}
