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
    var made: [IconPlan.Drawing: EncodedPNG] = [:]
    var renditions: [String: Set<Rendition>] = [:]
    for drawing in drawings {
      switch drawing {
      case .rendition(let rendition, let file): renditions[file, default: []].insert(rendition)
      case .flat(let size, let color):
        if made[drawing] == nil { made[drawing] = try flat(color, size: size) }
      }
    }
    for (file, renditions) in renditions.sorted(by: { $0.key < $1.key }) {
      let master = try Master(path: file, limits: limits)
      let icons = try await icons(from: master, renditions: renditions, progress: progress)
      for (rendition, icon) in icons { made[.rendition(rendition, of: file)] = icon }
    }
    return drawings.compactMap { made[$0] }
  }
}
