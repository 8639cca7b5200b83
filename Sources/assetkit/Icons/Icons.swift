import ArgumentParser
import IconKit
import SafeFiles

/// `assetkit icons`: every icon of a set from one master picture.
struct Icons: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icons",
    abstract: "Make every icon of a set from one master picture.",
    discussion: """
      Each size is filtered straight from the master, in linear light. The same master gives the \
      same pixels on every machine. All files of a run appear together or not at all.
      """)

  @Argument(help: "The master: a PNG file. With several, each gets a folder of its own.")
  var masters: [String] = []

  @Option(name: .shortAndLong, help: "Where the files go.")
  var output = "icons"

  @Option(help: "Sets of files, by name; 'none' for --size alone. (default: classic)")
  var preset: CommaList<String>?

  @Flag(help: "Print the presets and their files.")
  var listPresets = false

  @Option(help: "Further squares by their pixels, each as icon-N.png.")
  var size = CommaList<Int>([])

  @Option(help: "How source pixels are weighted.")
  var filter = ResampleFilter.lanczos3

  @Flag(help: "Hold colours within the range of the pixels around them: no halos in flat art.")
  var noRinging = false

  @Option(
    help: "What to do with a master that is not square. (default: longest for classic, --size)")
  var fit: Fit?

  @OptionGroup(title: "Other pictures")
  var sources: IconSources

  @Option(
    help: "The margin on each side in percent of the icon. (default: what each preset needs)")
  var padding: Int?

  @Option(help: "Cut Mac icons to Apple's rounded rectangle: rounded, or none.")
  var mask = MaskChoice.none

  @Option(help: "The colours of the icons: srgb, or the master's own with keep.")
  var color = ColorChoice.srgb

  @Flag(help: "Enlarge a master that is smaller than a size.")
  var allowUpscale = false

  @Flag(help: "Write nothing; say which files are missing, differ or are left over. Exit 1 if any.")
  var check = false

  @Option(
    help: ArgumentHelp(
      "Write nothing; say what stores and devices would hold against the icons in a folder, "
        + "whoever made them. Exit 1 for anything. --preset says whose files they ought to be.",
      valueName: "dir"))
  var lint: String?

  @Flag(help: "With --check or --lint: one JSON document on standard output.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "With --check or --lint: also write the findings as SARIF 2.1.0.", valueName: "file"))
  var sarif: String?

  @Flag(help: "Print what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Stay, and make the icons again whenever a master is saved. Ctrl-C ends it.")
  var watch = false

  @Option(
    help: ArgumentHelp(
      "Also show them all: one self-contained page (.html) or a contact sheet (.png). Replaces "
        + "nothing but an earlier one.", valueName: "file"))
  var preview: String?

  @Flag(help: "Spend time on smaller files; the pixels stay the same.")
  var optimize = false

  @Option(help: "The most threads. (default: as many as processors)")
  var jobs: Int?

  @Option(help: "Refuse larger masters before decoding.")
  var maxPixels = ByteCount(1 << 30)

  @Option(help: "Refuse interlaced masters that need more bytes at once.")
  var maxMemory = ByteCount(2 << 30)

  @Flag(help: "No progress, warnings or summary; only failures.")
  var quiet = false

  func validate() throws {
    if preview != nil, check || dryRun { throw ValidationError("--preview writes a file.") }
    if lint != nil, !masters.isEmpty || check || dryRun || watch || preview != nil {
      throw ValidationError("--lint looks at a folder and at nothing else: it goes alone.")
    }
    guard !masters.isEmpty || listPresets || lint != nil else {
      throw ValidationError("Name a master.")
    }
    if watch, check || dryRun { throw ValidationError("--watch writes: it goes alone.") }
    if json, !check, lint == nil {
      throw ValidationError("--json goes with --check and --lint.")
    }
    if sarif != nil, !check, lint == nil {
      throw ValidationError("--sarif goes with --check and --lint.")
    }
    if color == .keep, sources.background != nil {
      throw ValidationError("--background is in sRGB: it does not go with --color keep.")
    }
    if let padding, !(0...45).contains(padding) {
      throw ValidationError("--padding is 0 to 45.")
    }
    if masters.count > 1, !sources.isEmpty {
      throw ValidationError("Pictures beside the master go with one master.")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs is 1 to 1024.")
    }
  }

  func run() async throws {
    let sarif = try sarif.map(OutputFile.init)
    switch mode {
    case .listPresets: PresetListing.print(Preset.all + (try PresetFile.nearest()))
    case .lint(let folder): try lint(folder, sarif)
    case .list: try prepared().list()
    case .check: try await prepared().check(asJSON: json, sarif: sarif)
    case .write: try await prepared().write()
    case .watch:
      let run = try prepared()
      try await IconWatch.run(inputs: run.job.sources.flatMap(\.inputs.files)) {
        try await run.write()
      }
    }
  }

  /// What the flags ask for.
  private var mode: IconMode {
    if listPresets { return .listPresets }
    if let lint { return .lint(lint) }
    return dryRun ? .list : check ? .check : watch ? .watch : .write
  }

  private func prepared() throws -> IconRun {
    let set = try IconSet(
      presets: try presets(named: preset?.values ?? ["classic"]), sizes: size.values, fit: fit,
      given: sources.given)
    let given = try IconSource.sources(masters.map(sources.inputs))
    let found = given.withMastersBeside(for: set, output: output)
    if !quiet { IconSources.tell(of: found, beside: given) }
    return IconRun(
      job: IconJob(
        set, sources: found, output: output, options: planOptions,
        limits: Master.Limits(pixels: maxPixels.value, memoryBytes: maxMemory.value),
        renderer: IconRenderer(
          options: renderOptions, kernel: try Kernel.preferred(), threads: jobs)),
      isQuiet: quiet, preview: try preview.map(PreviewFile.init))
  }

  private var planOptions: IconPlan.Options {
    var options = IconPlan.Options()
    options.padding = padding
    options.roundsMacIcons = mask == .rounded
    options.allowsUpscale = allowUpscale
    return options
  }

  private var renderOptions: IconRenderer.Options {
    var options = IconRenderer.Options()
    options.filter = filter
    options.allowsRinging = !noRinging
    options.optimizes = optimize
    options.keepsProfile = color == .keep
    return options
  }

  /// The presets of these names; the project's own are read when a name is not a built-in one.
  private func presets(named names: [String]) throws -> [Preset] {
    let names = names.filter { $0 != "none" }
    let areBuiltIn = names.allSatisfy { Preset.named($0) != nil }
    let known = Preset.all + (areBuiltIn ? [] : try PresetFile.nearest())
    return try names.map { name in
      guard let preset = known.first(where: { $0.name == name }) else {
        let names = known.map(\.name).joined(separator: ", ")
        throw ValidationError("There is no preset '\(name)'; there are \(names) and none.")
      }
      return preset
    }
  }

  private func lint(_ folder: String, _ sarif: OutputFile?) throws {
    let files = try IconLint.files(in: folder)
    let lint =
      if let preset {
        try IconLint.judge(files, presets: try presets(named: preset.values), threads: jobs)
      } else {
        try IconLint.judge(files, of: Preset.all + (try PresetFile.nearest()), threads: jobs)
      }
    guard lint.checked > 0 || !lint.findings.isEmpty else {
      throw IconError(
        .options, folder, "holds no icons that a preset or a Contents.json speaks of",
        remedy: "name the folder that they are in, or say whose they ought to be with --preset")
    }
    try IconLintReport(lint, of: folder).print(asJSON: json, sarif: sarif, quiet: quiet)
  }
}

/// What one call of `assetkit icons` does.
enum IconMode {
  case listPresets
  /// Checks a folder of icons, whoever made them.
  case lint(String)
  /// Says what would be written.
  case list
  case check
  case write
  /// Writes again and again.
  case watch
}

extension IconError: Reportable {}

extension FileError: Reportable {}
