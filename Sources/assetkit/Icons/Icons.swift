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

  @Option(name: .shortAndLong, help: "The output folder.")
  var output = "icons"

  @Option(help: "The sets of icons to make; 'none' for only those of --size. (default: classic)")
  var preset: [CommaList<String>] = []

  @Flag(help: "List the presets and their files.")
  var listPresets = false

  @Option(help: "Sizes in pixels of further square icons, written as icon-N.png.")
  var size: [CommaList<Int>] = []

  @Option(help: "The resampling filter.")
  var filter = ResampleFilter.lanczos3

  @Flag(help: "Limit colours to the range of the pixels around them: no halos in flat art.")
  var noRinging = false

  @Option(
    help: "What to do with a master that is not square. (default: longest for classic, --size)")
  var fit: Fit?

  @OptionGroup(title: "Other images")
  var sources: IconSources

  @Option(
    help: "The margin on each side, in percent of the icon. (default: the preset's own)")
  var padding: Int?

  @Option(help: "Cut Mac icons to Apple's rounded rectangle (rounded) or not (none).")
  var mask = MaskChoice.none

  @Option(help: "The colour space of the icons: srgb, or keep for the master's own.")
  var color = ColorChoice.srgb

  @Flag(help: "Allow enlarging a master that is smaller than an icon.")
  var allowUpscale = false

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

  @Flag(help: "Spend more time to make files smaller; the pixels stay the same.")
  var optimize = false

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
    if color == .keep, sources.background != nil {
      throw ValidationError("--background is in sRGB; it cannot be combined with --color keep.")
    }
    if let padding, !(0...45).contains(padding) {
      throw ValidationError("--padding must be 0 to 45.")
    }
    if masters.count > 1, !sources.isEmpty {
      throw ValidationError("Other images, such as --dark, require a single master.")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs must be 1 to 1024.")
    }
  }

  func run() async throws {
    let sarif = try sarif.map(OutputFile.init)
    if listPresets {
      return PresetListing.print(Preset.all + (try PresetFile.nearest()))
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
    let set = try IconSet(
      presets: try presets(named: presetNames ?? ["classic"]), sizes: size.flatMap(\.values),
      fit: fit, given: sources.given)
    try checkEffects(on: set)
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

  /// The names after all `--preset`; nil without one.
  private var presetNames: [String]? { preset.isEmpty ? nil : preset.flatMap(\.values) }

  /// Refuses options that change none of the set's files.
  private func checkEffects(on set: IconSet) throws {
    for source in sources.given.sorted(by: { $0.rawValue < $1.rawValue }) {
      try checkEffect(of: "--\(source.rawValue)", on: set, given: [source]) { $0.uses(source) }
    }
    if mask == .rounded {
      try checkEffect(of: "--mask rounded", on: set, given: []) { $0.hasMacIcons }
    }
    if let sized = sources.at.first(where: { !set.squareSides.contains($0.side) }) {
      throw ValidationError(
        "--at \(sized.side)=\(sized.path) has no effect: no square icon has \(sized.side) pixels.")
    }
  }

  private func checkEffect(
    of option: String, on set: IconSet, given: Set<Recipe.Source>, _ has: (IconSet) -> Bool
  ) throws {
    guard !has(set) else { return }
    let presets = try Preset.all.filter {
      has(try IconSet(presets: [$0], sizes: [], given: given))
    }
    let names = presets.map(\.name).joined(separator: ", ")
    throw ValidationError(
      "\(option) has no effect on these icons; presets that use it: \(names).")
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

  /// The presets with these names. The project's own presets are read only if a name is not built in.
  private func presets(named names: [String]) throws -> [Preset] {
    let names = names.filter { $0 != "none" }
    let areBuiltIn = names.allSatisfy { Preset.named($0) != nil }
    let known = Preset.all + (areBuiltIn ? [] : try PresetFile.nearest())
    return try names.map { name in
      guard let preset = known.first(where: { $0.name == name }) else {
        let names = known.map(\.name)
        let hint =
          NearestName.of(name, among: names).map { "did you mean '\($0)'?" }
          ?? "expected one of \(names.joined(separator: ", ")), or none."
        throw ValidationError("There is no preset '\(name)'; \(hint)")
      }
      return preset
    }
  }

  private func lint(_ folder: String, _ sarif: OutputFile?) throws {
    let files = try IconLint.files(in: folder)
    let lint =
      if let presetNames {
        try IconLint.judge(files, presets: try presets(named: presetNames), threads: jobs)
      } else {
        try IconLint.judge(files, of: Preset.all + (try PresetFile.nearest()), threads: jobs)
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
