import ArgumentParser
import IconKit
import SafeFiles
import TextFormats

/// `assetkit icons`: makes every icon of a set from one master image.
struct Icons: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icons",
    abstract: "Make every icon of a set from one master image.",
    discussion: """
      Each size is filtered straight from the master, in linear light. The same master gives the \
      same pixels on every machine. A run writes all of its files or none of them.
      """)

  @Argument(help: "The master: a PNG file. With several masters, each gets its own folder.")
  var masters: [String] = []

  @OptionGroup
  var options: IconOptions

  @Flag(help: "List the presets and their files.")
  var listPresets = false

  @Flag(
    help: "Write nothing; report files that are missing, differ or are left over. Exit 1 if any.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Write nothing; check a folder of icons against store and device rules, whichever tool "
        + "made them. Exit 1 if there are findings. --preset names the sets to expect.",
      valueName: "dir"))
  var lint: String?

  @Flag(help: "With --check or --lint: print one JSON document to standard output.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "With --check or --lint: also write the findings as SARIF 2.1.0.", valueName: "file"))
  var sarif: String?

  @Flag(help: "List the files that would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Keep running, and make the icons again whenever a master is saved. Ctrl-C stops it.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "Also write a preview: a self-contained page (.html) or a contact sheet (.png). Of "
        + "existing files, only an earlier preview is replaced.", valueName: "file"))
  var preview: String?

  @Option(help: "The maximum number of threads. (default: one per processor)")
  var jobs: Int?

  @Option(help: "Refuse masters with more pixels, before decoding.")
  var maxPixels = ByteCount(1 << 30)

  @Option(help: "Refuse interlaced masters that need more bytes of memory.")
  var maxMemory = ByteCount(2 << 30)

  @Flag(help: "Print no progress, warnings or summary, only errors.")
  var quiet = false

  func validate() throws {
    if check, dryRun {
      throw ValidationError("--check and --dry-run exclude each other; give one.")
    }
    if preview != nil, check || dryRun {
      throw ValidationError(
        "--preview writes a file; it cannot be combined with --check or --dry-run.")
    }
    if lint != nil, !masters.isEmpty || check || dryRun || watch || preview != nil {
      throw ValidationError(
        "--lint only checks a folder; it takes no masters, and not --check, --dry-run, --watch "
          + "or --preview.")
    }
    guard !masters.isEmpty || listPresets || lint != nil else {
      throw ValidationError("Name a master.")
    }
    if watch, check || dryRun {
      throw ValidationError(
        "--watch writes files; it cannot be combined with --check or --dry-run.")
    }
    if json, !check, lint == nil {
      throw ValidationError("--json requires --check or --lint.")
    }
    if sarif != nil, !check, lint == nil {
      throw ValidationError("--sarif requires --check or --lint.")
    }
    if masters.count > 1, !options.sources.isEmpty {
      throw ValidationError("Other images, such as --dark, require a single master.")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be 1 to 1024.")
    }
  }

  func run() async throws {
    let sarif = try sarif.map(OutputFile.init)
    if listPresets {
      return PresetListing.print(Preset.all + (try ProjectFile.nearest()?.presets() ?? []))
    }
    if let lint { return try self.lint(lint, sarif) }
    let run = try prepared()
    if dryRun {
      try run.list()
    } else if check {
      try await run.check(asJSON: json, sarif: sarif)
    } else if watch {
      try await IconWatch.run(inputs: run.job.sources.flatMap(\.inputs.files)) {
        try await run.write()
      }
    } else {
      try await run.write()
    }
  }

  private func prepared() throws -> IconRun {
    let set = try options.iconSet()
    let given = try IconSource.sources(masters.map(options.sources.inputs))
    let found = given.withMastersBeside(for: set, output: options.output)
    if !quiet { IconSources.tell(of: found, beside: given) }
    return IconRun(
      job: IconJob(
        set, sources: found, output: options.output, options: options.planOptions,
        limits: Master.Limits(pixels: maxPixels.value, memoryBytes: maxMemory.value),
        renderer: IconRenderer(
          options: options.renderOptions, kernel: try Kernel.preferred(), threads: jobs)),
      isQuiet: quiet, preview: try preview.map(PreviewFile.init))
  }

  private func lint(_ folder: String, _ sarif: OutputFile?) throws {
    let files = try IconLint.files(in: folder)
    let lint =
      if let presets = try options.namedPresets() {
        try IconLint.judge(files, presets: presets, threads: jobs)
      } else {
        try IconLint.judge(
          files, of: Preset.all + (try ProjectFile.nearest()?.presets() ?? []), threads: jobs)
      }
    guard lint.checked > 0 || !lint.findings.isEmpty else {
      throw IconError(
        .options, folder, "contains no icons of a preset or of a Contents.json",
        remedy: "name the folder that contains them, or name their preset with --preset")
    }
    try IconLintReport(lint: lint, folder: folder).print(asJSON: json, sarif: sarif, quiet: quiet)
  }
}

extension IconError: Reportable {}

extension FileError: Reportable {}
