import IconKit
import SafeFiles

/// What one run makes of its masters.
struct IconJob: Sendable {
  /// A master and where its files go.
  struct Source: Sendable {
    let master: String
    /// Below the output folder; nil for that folder itself.
    let folder: RelativePath?

    func path(of icon: Preset.Icon) -> RelativePath {
      folder?.appending(icon.path) ?? icon.path
    }
  }

  /// A finished file.
  struct File: Sendable {
    let path: RelativePath
    let side: Int
    let bytes: [UInt8]
  }

  let set: IconSet
  let allowUpscale: Bool
  let limits: Master.Limits
  let warns: Bool
  let warnsOfFit: Bool

  /// Prints the path and size of every file, without decoding anything.
  func list(_ sources: [Source], below output: String) throws {
    for source in sources {
      let master = try open(source)
      for icon in set.icons {
        let size = IconSet.outputSize(
          of: icon.side, from: master.size, fit: set.fit ?? .longest)
        Console.result("\(output)/\(source.path(of: icon))\t\(size.width)\t\(size.height)")
      }
    }
  }

  /// Renders every master; as many side by side as there are threads, so that all of them have work
  /// from the first to the last.
  func render(
    _ sources: [Source], with renderer: IconRenderer, progress: IconProgress
  ) async throws -> [File] {
    try await withThrowingTaskGroup(of: (Int, [File]).self) { group in
      var filesBySource = [[File]](repeating: [], count: sources.count)
      for (i, source) in sources.enumerated() {
        if i >= renderer.threads, let (done, files) = try await group.next() {
          filesBySource[done] = files
        }
        group.addTask {
          (i, try await render(source, with: renderer, progress: progress))
        }
      }
      for try await (done, files) in group { filesBySource[done] = files }
      return filesBySource.flatMap { $0 }
    }
  }

  private func render(
    _ source: Source, with renderer: IconRenderer, progress: IconProgress
  ) async throws -> [File] {
    let icons = try await renderer.icons(
      from: try open(source), sides: set.sides, progress: progress)
    return set.icons.compactMap { icon in
      icons[icon.side].map {
        File(path: source.path(of: icon), side: icon.side, bytes: $0.bytes)
      }
    }
  }

  private func open(_ source: Source) throws(IconError) -> sending Master {
    let master = try Master(path: source.master, limits: limits)
    if warns {
      for warning in master.warnings { Console.message(source.master, warning) }
    }
    let size = master.size
    try set.check(size, path: source.master, allowUpscale: allowUpscale)
    if warnsOfFit, !size.isSquare {
      Console.message(
        source.master, "is \(size) pixels, not square: its longer side becomes each size",
        remedy: "for squares say --fit pad or --fit crop")
    }
    return master
  }
}
