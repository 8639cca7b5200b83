public import SafeFiles

/// Makes the icons of one or more sets from their masters.
///
/// ```swift
/// let job = IconJob(
///   try IconSet(presets: Preset.all.filter { $0.name == "ios" }, sizes: []),
///   sources: [IconSource(IconInputs(master: "logo.png"))], output: "Assets.xcassets",
///   renderer: IconRenderer(kernel: try .preferred()))
/// let files = try await job.write().files
/// ```
///
/// Each source is opened once: its size, its visible extent and its rows come from the same open
/// file. The same sources give the same files, whatever the number of threads.
public struct IconJob: Sendable {
  /// A set of files, the masters that it is made from, and how.
  public struct Part: Sendable {
    /// What messages call it; nil for the only part of a job.
    public let name: String?
    /// The files to make from each source.
    public let set: IconSet
    /// The masters, each with its folder.
    public internal(set) var sources: [IconSource]
    /// The options common to all images.
    public let options: IconPlan.Options
    let renderer: IconRenderer

    /// A part from its parts.
    public init(
      name: String? = nil, _ set: IconSet, sources: [IconSource], options: IconPlan.Options,
      renderer: IconRenderer
    ) {
      self.name = name
      self.set = set
      self.sources = sources
      self.options = options
      self.renderer = renderer
    }
  }

  /// What to make. Several parts have names.
  public internal(set) var parts: [Part]
  /// What is not made this time, but belongs to the same output: its files are not left over, and no
  /// part may write one of them.
  public internal(set) var others: [Part]
  /// The output folder; it need not exist.
  public internal(set) var output: String
  /// The output folder as it was named.
  public let title: String
  /// The limits of each source.
  public let limits: Master.Limits
  /// Set by tests only.
  var observer: Master.Observer?

  /// A job for one set.
  public init(
    _ set: IconSet, sources: [IconSource], output: String, options: IconPlan.Options = .init(),
    limits: Master.Limits = .init(), renderer: IconRenderer
  ) {
    self.init(
      [Part(set, sources: sources, options: options, renderer: renderer)], output: output,
      limits: limits)
  }

  /// A job for several sets whose files appear together.
  public init(
    _ parts: [Part], beside others: [Part] = [], output: String, limits: Master.Limits = .init()
  ) {
    let all = parts + others
    precondition(all.count == 1 || all.allSatisfy { $0.name != nil }, "parts have names")
    self.parts = parts
    self.others = others
    self.output = output
    title = output
    self.limits = limits
  }

  /// What `write` did.
  public struct Written: Sendable {
    /// All files, part by part and source by source.
    public let files: [IconFile]
    /// How many of them were written; the others were there already, byte for byte.
    public let changed: Int
  }

  /// Makes all files and puts those that are new or different in place together, or none of them.
  ///
  /// - Parameter warn: called with each warning, from any thread.
  /// - Throws: `IconError` when a source cannot be used or would be replaced, or two parts would write
  ///   the same file, `FileError` when the output cannot be written, `CancellationError` when the task
  ///   was cancelled before they were in place.
  public func write(
    progress: IconProgress = IconProgress(), warn: @escaping Warn = { _ in }
  ) async throws -> Written {
    try checkOutputs()
    // Before rendering, so that an unwritable folder is refused early.
    // Only a folder of icons is put in place as a whole, never one that contains several of them.
    let folders = Set(parts.flatMap(\.sources).map(\.folder))
    let isOneFolder = output == title && (parts.count == 1 || folders.count == 1)
    let staged = try StagedOutput(directory: output, fileByFile: !isOneFolder)
    let files = try await render(progress: progress, warn: warn)
    let folder = try ifPresent { () throws(FileError) in try DirectoryHandle(path: output) }
    let changed = files.filter { file in folder.map(file.isUnchanged) != true }
    for file in changed { try staged.write(file.bytes, to: file.path) }
    try Task.checkCancellation()
    try staged.commit()
    return Written(files: files, changed: changed.count)
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
    try checkOutputs()
    let documents = try documents()
    let unused = try bundles().unused
    return try zip(parts, documents).flatMap { part, documents in
      try zip(part.sources, documents).flatMap { source, documents in
        let drawings = try plan(part, source, try open(part, source, [:], warn)).drawings(
          for: part.set)
        return zip(part.set.images, drawings).map { image, drawing in
          Listed(path: source.place(of: image.path), size: drawing.size)
        }.filter { !unused.contains($0.path) } + documents.map { Listed(path: $0.path, size: nil) }
      }
    }
  }

  /// The file at `path` in the output folder, as messages name it.
  public func location(of path: RelativePath) -> String {
    output == "." ? path.description : "\(output)/\(path)"
  }

  /// A function that warnings are passed to.
  public typealias Warn = @Sendable (IconWarning) -> Void
}
