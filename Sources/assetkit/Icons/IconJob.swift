import IconKit
import SafeFiles

/// What one run makes of its masters.
struct IconJob: Sendable {
  /// A master and where its files go.
  struct Source: Sendable {
    let inputs: IconInputs
    /// Below the output folder; nil for that folder itself.
    let folder: RelativePath?
  }

  let set: IconSet
  let output: String
  let options: IconPlan.Options
  let limits: Master.Limits
  let warns: Bool
  let warnsOfFit: Bool

  /// Prints every file, each picture with its pixels, without decoding anything.
  func list(_ sources: [Source]) throws {
    for source in sources {
      let drawings = try plan(source).drawings(for: set)
      for (picture, drawing) in zip(set.pictures, drawings) {
        let path = source.folder?.appending(picture.path) ?? picture.path
        Console.result("\(output)/\(path)\t\(drawing.size.width)\t\(drawing.size.height)")
      }
      for document in try documents(of: source) { Console.result("\(output)/\(document.path)") }
    }
  }

  /// Renders every master; as many side by side as there are threads, so that all of them have work
  /// from the first to the last.
  func render(
    _ sources: [Source], with renderer: IconRenderer, progress: IconProgress
  ) async throws -> [IconFile] {
    try await withThrowingTaskGroup(of: (Int, [IconFile]).self) { group in
      var filesBySource = [[IconFile]](repeating: [], count: sources.count)
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
  ) async throws -> [IconFile] {
    let drawings = try plan(source).drawings(for: set)
    // Before the work, so that a folder that is another's is known before.
    let documents = try documents(of: source)
    let pictures = try await renderer.pictures(drawings, limits: limits, progress: progress)
    let files = try IconFile.files(of: set, pictures: pictures, below: source.folder)
    if warns { warn(of: files, from: source) }
    return files + documents
  }

  private func documents(of source: Source) throws -> [IconFile] {
    try DocumentFolder(output)
      .files(of: set, below: source.folder, background: source.inputs.background)
      .map { IconFile(path: $0.path, text: $0.bytes) }
  }

  private func warn(of files: [IconFile], from source: Source) {
    if source.inputs.background == nil {
      let flattened = Self.names(of: files.filter(\.isFlattened).map(\.path))
      if !flattened.isEmpty {
        Console.message(
          source.inputs.master,
          "has transparency, which \(flattened) may not have: white is behind it there",
          remedy: "say --background #rrggbb, or use an opaque master")
      }
    }
    for file in files {
      guard let limit = file.limitBytes, file.bytes.count > limit else { continue }
      Console.message(
        "\(output)/\(file.path)", "has \(file.bytes.count) bytes; a store takes \(limit) at most",
        remedy: "--optimize may make it smaller")
    }
  }

  /// Every path, or the folder with the number of files where there are many in it.
  private static func names(of paths: [RelativePath]) -> String {
    var folders: [RelativePath?] = []
    for path in paths where !folders.contains(path.parent) { folders.append(path.parent) }
    return folders.flatMap { folder in
      let files = paths.filter { $0.parent == folder }
      guard let folder, files.count > 3 else { return files.map(\.description) }
      return ["\(files.count) files of \(folder)"]
    }.joined(separator: ", ")
  }

  /// Reads the headers of every file that a master needs, and plans.
  private func plan(_ source: Source) throws(IconError) -> IconPlan {
    var sizes: [String: PixelSize] = [:]
    var reaches: [String: Double] = [:]
    let measured = IconPlan.filesToMeasure(source.inputs, for: set, options: options)
    for file in source.inputs.files {
      let master = try Master(path: file, limits: limits)
      if warns {
        for warning in master.warnings { Console.message(file, warning) }
      }
      sizes[file] = master.size
      if measured.contains(file) { reaches[file] = try master.reach(fit: set.fit ?? .longest) }
      if warnsOfFit, set.fit == .longest, file == source.inputs.master, !master.size.isSquare {
        Console.message(
          file, "is \(master.size) pixels, not square: its longer side becomes each size",
          remedy: "for squares say --fit pad or --fit crop")
      }
    }
    return IconPlan(
      source.inputs, sizeByFile: sizes, reachByFile: reaches, options: options)
  }
}
