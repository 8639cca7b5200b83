extension IconRenderer {
  /// Makes each of `drawings`, equal ones once, each file in one pass.
  ///
  /// - Returns: a picture for each, in their order.
  /// - Throws: `IconError` when a file is damaged or has changed since it was planned,
  ///   `CancellationError` when the task was cancelled.
  public func pictures(
    _ drawings: [IconPlan.Drawing], limits: Master.Limits = .init(),
    progress: IconProgress = IconProgress()
  ) async throws -> [EncodedPNG] {
    var renditions: [String: Set<Rendition>] = [:]
    for layer in drawings.flatMap(\.layers) {
      renditions[layer.file, default: []].insert(layer.rendition)
    }
    var layers: [IconPlan.Layer: EncodedPNG] = [:]
    for (file, renditions) in renditions.sorted(by: { $0.key < $1.key }) {
      let master = try Master(path: file, limits: limits)
      let icons = try await icons(from: master, renditions: renditions, progress: progress)
      for (rendition, icon) in icons { layers[.init(rendition: rendition, file: file)] = icon }
    }
    var made: [IconPlan.Drawing: EncodedPNG] = [:]
    for drawing in drawings where made[drawing] == nil {
      switch drawing {
      case .flat(let size, let color): made[drawing] = try flat(color, size: size)
      case .rendition(let layer): made[drawing] = layers[layer]
      case .layered(let upper, let lower):
        guard let upperIcon = layers[upper], let lowerIcon = layers[lower] else { continue }
        made[drawing] = try lay(
          upperIcon, over: lowerIcon, keepsChannel: upper.rendition.keepsChannel)
      }
    }
    return drawings.compactMap { made[$0] }
  }
}
