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
  /// Whether the files' paths are those of the slots in the output folder's catalogs.
  private(set) var isPlaced = false
  /// Whether all files are of one set, as the caller gave it.
  private let isOneSet: Bool
  /// Further files that are never left over, such as the masters of a project's other icons.
  public var kept: [String] = []
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
    isOneSet = parts.count == 1 || Set(parts.flatMap(\.sources).map(\.folder)).count == 1
  }

  /// The same job with its files where the asset catalogs in the output folder have their slots.
  ///
  /// - Throws: `FileError` when the output folder exists and cannot be opened.
  public func placed() throws(FileError) -> IconJob {
    guard !isPlaced else { return self }
    let folder = try DirectoryHandle.existing(output)
    var job = self
    job.parts = parts.flatMap { $0.placed(in: folder) }
    job.others = others.flatMap { $0.placed(in: folder) }
    job.isPlaced = true
    return job
  }

  /// What `write` did.
  public struct Written: Sendable {
    /// All files, part by part and source by source.
    public let files: [IconFile]
    /// How many of them were written; the others were there already, byte for byte.
    public let changed: Int
    /// What has no use any more; removed, if that was asked for.
    public let unused: [UnusedImages]
    /// Other files of an earlier run of the same presets and sizes; removed, if that was asked for.
    public let leftOver: [RelativePath]
  }

  /// Makes all files and puts those that are new or different in place together, or none of them.
  ///
  /// - Parameters:
  ///   - prunes: whether to remove what is unused or left over, too.
  ///   - progress: how much is done, for a display.
  ///   - warn: called with each warning, from any thread.
  /// - Throws: `IconError` when a source cannot be used or would be replaced, or two parts would write
  ///   the same file, `FileError` when the output cannot be written, `CancellationError` when the task
  ///   was cancelled before they were in place.
  public func write(
    prunes: Bool = false, progress: IconProgress = IconProgress(), warn: @escaping Warn = { _ in }
  ) async throws -> Written {
    // Before rendering, so that an unwritable folder is refused early.
    // Only a folder of icons is put in place as a whole, never one that contains several of them.
    let staged = try StagedOutput(directory: output, fileByFile: output != title || !isOneSet)
    let job = try placed()
    try job.checkOutputs()
    // Before rendering, so that a folder with foreign contents is refused early.
    let documents = try job.documents(prunes: prunes)
    if let problem = documents.problems.first { throw problem.error }
    let files = try await job.render(documents, progress: progress, warn: warn)
    let folder = try DirectoryHandle.existing(output)
    let changed = files.filter { file in folder.map(file.isUnchanged) != true }
    for file in changed { try staged.write(file.bytes, to: file.path) }
    let leftOver = prunes ? try job.leftOver() : []
    if prunes {
      for path in Set(documents.unused.flatMap(\.files) + leftOver) { staged.remove(path) }
    }
    try Task.checkCancellation()
    try staged.commit()
    return Written(
      files: files, changed: changed.count, unused: documents.unused, leftOver: leftOver)
  }

  /// A file that `write` would make.
  public struct Listed: Sendable {
    /// Where it goes, relative to the output folder.
    public let path: RelativePath
    /// Its size in pixels; nil for text. A container is listed once for each of its images.
    public let size: PixelSize?
  }

  /// What `write` would do.
  public struct Listing: Sendable {
    /// The files that it would make.
    public let files: [Listed]
    /// As in `Written`.
    public let unused: [UnusedImages]
    /// As in `Written`.
    public let leftOver: [RelativePath]
  }

  /// What `write` would do; of the sources, only headers are decoded.
  ///
  /// - Throws: as `write`.
  public func list(prunes: Bool = false, warn: @escaping Warn = { _ in }) throws -> Listing {
    let job = try placed()
    try job.checkOutputs()
    let documents = try job.documents(prunes: prunes)
    if let problem = documents.problems.first { throw problem.error }
    let unmade = try job.bundles().unused
    let files = try zip(job.parts, documents.files).flatMap { part, documents in
      try zip(part.sources, documents).flatMap { source, documents in
        let drawings = try plan(part, source, try open(part, source, [:], warn)).drawings(
          for: part.set)
        var seen: Set<RelativePath> = []
        return zip(part.set.images, drawings).filter { image, _ in
          // Slots may share a file; a container is listed for each of its images.
          image.isOfContainer || seen.insert(image.path).inserted
        }.map { image, drawing in
          Listed(path: source.place(of: image.path), size: drawing.size)
        }.filter { !unmade.contains($0.path) } + documents.map { Listed(path: $0.path, size: nil) }
      }
    }
    return Listing(
      files: files, unused: documents.unused, leftOver: prunes ? try job.leftOver() : [])
  }

  /// The file at `path` in the output folder, as messages name it.
  public func location(of path: RelativePath) -> String {
    output == "." ? path.description : "\(output)/\(path)"
  }

  /// A function that warnings are passed to.
  public typealias Warn = @Sendable (IconWarning) -> Void
}
