public import SafeFiles

/// Makes the icons of a set from one or more masters.
///
/// ```swift
/// let job = IconJob(
///   try IconSet(presets: Preset.all.filter { $0.name == "ios" }, sizes: []),
///   sources: [IconSource(IconInputs(master: "logo.png"))], output: "Assets.xcassets",
///   renderer: IconRenderer(kernel: try .preferred()))
/// let files = try await job.write()
/// ```
///
/// Each source is opened once: its size, its visible extent and its rows come from the same open
/// file. The same sources give the same files, whatever the number of threads.
public struct IconJob: Sendable {
  /// The files to make from each source.
  public let set: IconSet
  /// The masters, each with its folder.
  public let sources: [IconSource]
  /// The output folder; it need not exist.
  public let output: String
  /// The options common to all images.
  public let options: IconPlan.Options
  /// The limits of each source.
  public let limits: Master.Limits
  let renderer: IconRenderer
  /// Set by tests only.
  var observer: Master.Observer?

  /// A job from its parts.
  public init(
    _ set: IconSet, sources: [IconSource], output: String, options: IconPlan.Options = .init(),
    limits: Master.Limits = .init(), renderer: IconRenderer
  ) {
    self.set = set
    self.sources = sources
    self.output = output
    self.options = options
    self.limits = limits
    self.renderer = renderer
  }

  /// Makes all files and puts them in place together, or none of them.
  ///
  /// - Parameter warn: called with each warning, from any thread.
  /// - Returns: the files, source by source.
  /// - Throws: `IconError` when a source cannot be used or would be replaced, `FileError` when the
  ///   output cannot be written, `CancellationError` when the task was cancelled before they were in place.
  public func write(
    progress: IconProgress = IconProgress(), warn: @escaping Warn = { _ in }
  ) async throws -> [IconFile] {
    try sources.checkNotReplaced(by: set, in: output)
    // Before rendering, so that an unwritable folder is refused early.
    let staged = try StagedOutput(directory: output)
    let files = try await render(progress: progress, warn: warn)
    for file in files { try staged.write(file.bytes, to: file.path) }
    try Task.checkCancellation()
    try staged.commit()
    return files
  }

  /// Makes all files in memory and compares the output folder with them.
  ///
  /// - Parameter presets: the presets whose files count as left over.
  /// - Returns: the findings, and how many files were expected.
  /// - Throws: as `write`, and `FileError` when the folder exists and cannot be read.
  public func check(
    presets: [Preset] = Preset.all, progress: IconProgress = IconProgress(),
    warn: @escaping Warn = { _ in }
  ) async throws -> (check: IconCheck, count: Int) {
    let files = try await render(progress: progress, warn: warn)
    let check = try IconCheck.compare(
      output, with: files, subfolders: sources.map(\.folder), presets: presets)
    return (check, files.count)
  }

  /// Checks `files`, which were just put in place, against the rules of stores, devices and Xcode.
  /// Other files in the folder are not checked.
  ///
  /// - Throws: `PoolError` when no thread can be started.
  public func lint(_ files: [IconFile]) throws -> IconLint {
    // If the folder cannot be opened, no other file is assumed to exist.
    let folder = try? DirectoryHandle(path: output)
    return try IconLint.judge(files, threads: renderer.threads) { path in
      (try? folder?.statusIfPresent(of: path)) != nil
    }
  }

  /// A file that `write` would make.
  public struct Listed: Sendable {
    /// Where it goes, relative to the output folder.
    public let path: RelativePath
    /// Its size in pixels; nil for text. A container is listed once for each of its images.
    public let size: PixelSize?
  }

  /// The files that `write` would make; of the sources, only headers are decoded.
  ///
  /// - Throws: as `write`.
  public func list(warn: @escaping Warn = { _ in }) throws -> [Listed] {
    try sources.checkNotReplaced(by: set, in: output)
    return try sources.flatMap { source in
      let drawings = try plan(source, try open(source, warn)).drawings(for: set)
      return zip(set.images, drawings).map { image, drawing in
        Listed(path: source.folder?.appending(image.path) ?? image.path, size: drawing.size)
      } + (try documents(of: source).map { Listed(path: $0.path, size: nil) })
    }
  }

  /// A function that warnings are passed to.
  public typealias Warn = @Sendable (IconWarning) -> Void
}
