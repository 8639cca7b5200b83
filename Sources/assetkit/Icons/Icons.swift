import ArgumentParser
import IconKit
import ProjectKit
import SafeFiles
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `assetkit icons`: makes every icon of a set from one master image.
struct Icons: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "icons",
    abstract: "Make every icon of a set from one master image.",
    discussion: """
      Without a master, makes what the [[icons]] entries of assetkit.toml say.

      Each size is filtered straight from the master, in linear light. The same master gives the \
      same pixels on every machine. A run writes all of its files or none of them.
      """)

  @Argument(
    help: "The master: a PNG file or an Icon Composer bundle. Several masters get a folder each.")
  var masters: [String] = []

  @Option(
    help: ArgumentHelp(
      "Without a master: only these entries of assetkit.toml.", valueName: "name"),
    completion: Completions.entries)
  var only: [CommaList<String>] = []

  @Option(
    help: ArgumentHelp(
      "Without a master: the entries of assetkit.toml that the build of this target makes, to "
        + "--output.", valueName: "name"))
  var target: String?

  @OptionGroup
  var options: IconOptions

  @Option(
    defaultAsFlag: CommaList<String>([]),
    help: ArgumentHelp(
      "List the presets, or those with these names: their files, sizes, and what each is for.",
      valueName: "name"))
  var listPresets: CommaList<String>?

  @Flag(
    help: "Write nothing; report files that are missing, differ or are left over. Exit 1 if any.")
  var check = false

  @Option(
    defaultAsFlag: Icons.entriesThemselves,
    help: ArgumentHelp(
      "Write nothing; check a folder of icons against store and device rules, whichever tool "
        + "made them; without a folder, the icons of assetkit.toml. Exit 1 if there are findings. "
        + "--preset names the sets to expect.",
      valueName: "dir"))
  var lint: String?

  @Flag(help: "With --check, --lint or --list-presets: print one JSON document to standard output.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "With --check or --lint: also write the findings as SARIF 2.1.0.", valueName: "file"))
  var sarif: String?

  @Flag(help: "List the files that would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "List the files that the icons are made from, and write nothing.")
  var listInputs = false

  @Option(
    help: ArgumentHelp(
      "A file that --list-inputs printed; may be repeated. It is an error if the icons are made from others.",
      valueName: "file"))
  var input: [String] = []

  @Flag(
    help: "Also remove files and entries of an earlier run or another generator that have no use.")
  var prune = false

  @Option(
    help: ArgumentHelp(
      "First draw the master from an SVG by the program rsvg-convert, at least 1024 pixels large, "
        + "and record the SVG's digest in the entries of assetkit.toml that have the master. "
        + "--check says when the SVG has changed since, without drawing it.", valueName: "svg"))
  var draw: String?

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

  @Flag(name: .shortAndLong, help: "Print no progress, warnings or summary, only errors.")
  var quiet = false

  func validate() throws {
    if check, dryRun {
      throw ValidationError("--check and --dry-run exclude each other; give one.")
    }
    if listInputs, check || dryRun || lint != nil || watch || preview != nil || !input.isEmpty {
      throw ValidationError(
        "--list-inputs writes nothing; it cannot be combined with --check, --dry-run, --lint, "
          + "--watch, --preview or --input.")
    }
    if target != nil, !masters.isEmpty || !only.isEmpty || draw != nil || listPresets != nil {
      throw ValidationError(
        "--target picks entries of assetkit.toml; it cannot be combined with a master, --only, "
          + "--draw or --list-presets.")
    }
    if target != nil, !Self.isGiven("--output") {
      throw ValidationError("--target requires --output, the catalog to make.")
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
    if watch, check || dryRun {
      throw ValidationError(
        "--watch writes files; it cannot be combined with --check or --dry-run.")
    }
    if prune, check || lint != nil || listPresets != nil {
      throw ValidationError(
        "--prune removes files; it cannot be combined with --check, --lint or --list-presets.")
    }
    if json, !check, lint == nil, listPresets == nil {
      throw ValidationError("--json requires --check, --lint or --list-presets.")
    }
    if sarif != nil, !check, lint == nil {
      throw ValidationError("--sarif requires --check or --lint.")
    }
    if !only.isEmpty,
      !masters.isEmpty || listPresets != nil || lint.map({ $0 != Self.entriesThemselves }) == true
    {
      throw ValidationError("--only picks entries of assetkit.toml; it needs no master or folder.")
    }
    if draw != nil,
      masters.count > 1 || check || dryRun || watch || lint != nil || listPresets != nil
    {
      throw ValidationError(
        "--draw writes a single master; it cannot be combined with several masters, --check, "
          + "--dry-run, --watch, --lint or --list-presets.")
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
    if let names = listPresets?.values {
      let own = { try ProjectFile.nearest()?.presets() ?? [] }
      let presets = try names.isEmpty ? Preset.all + own() : options.presets(named: names, own: own)
      return PresetListing(presets: presets).print(asJSON: json)
    }
    if let lint, lint != Self.entriesThemselves { return try self.lint(lint, sarif) }
    // What is wrong here ends the program, also with --watch.
    if masters.isEmpty { try checkEntriesAreAsked() }
    if let draw {
      try await self.draw(draw)
      if masters.isEmpty, try areAllBuilt() { return }
    }
    let run = try prepared()
    if listInputs { return try run.existingInputs().forEach { Console.result($0) } }
    if !input.isEmpty { try run.checkInputs(are: input) }
    if let path = self.sarif { try run.job.checkReport(at: path) }
    run.tellOfMasters()
    if !masters.isEmpty, options.preset.isEmpty, !quiet { tellOfPresets() }
    if lint != nil {
      try run.lint(asJSON: json, sarif: sarif)
    } else if dryRun {
      try run.list()
    } else if check {
      try await run.check(asJSON: json, sarif: sarif)
    } else if watch {
      try await IconWatch.run(run, again: prepared)
    } else {
      try await run.write()
      if target != nil, prune { try run.removeOtherSets() }
    }
  }

  /// Whether the builds of targets make the icons of all entries that are asked for.
  private func areAllBuilt() throws -> Bool {
    let names = only.flatMap(\.values)
    let entries = try ProjectFile.nearest().map(IconEntry.all) ?? []
    let asked = entries.filter { names.isEmpty || names.contains($0.name) }
    return !asked.isEmpty && asked.allSatisfy { $0.target != nil }
  }

  /// The value of `--lint` without a folder.
  private static let entriesThemselves = ""

  /// Refuses options that only have an effect on a master.
  private func checkEntriesAreAsked() throws {
    guard let project = try ProjectFile.nearest(), !project.iconNodes.isEmpty else {
      throw ValidationError(
        "Name a master, or add [[icons]] to assetkit.toml; 'assetkit init' "
          + "writes that file.")
    }
    let given = IconKeys.options.map { IconKeys.option(for: $0.name) }.first { option in
      Self.isGiven(option) && (target == nil || option != "--output")
    }
    if let given {
      throw ValidationError(
        "\(given) has no effect without a master: the entries of assetkit.toml say how their icons "
          + "are made.")
    }
  }

  /// Whether an option that has a default is on the command line.
  private static func isGiven(_ option: String) -> Bool {
    let names = [option, option.replacing("--", with: "--no-")]
    return CommandLine.arguments.contains { argument in
      names.contains { argument == $0 || argument.hasPrefix("\($0)=") }
        || option == "--output" && argument.hasPrefix("-o")
    }
  }

  /// The run that the options ask for; again, it finds what has changed in files since.
  private func prepared() throws -> IconRun {
    let limits = Master.Limits(pixels: maxPixels.value, memoryBytes: maxMemory.value)
    let preview = try preview.map(PreviewFile.init)
    guard masters.isEmpty else {
      let own = { try ProjectFile.nearest()?.presets() ?? [] }
      let presets = try options.presets(own: own) ?? Preset.all.filter { $0.name == "classic" }
      let place = try OutputPlace(options.output, of: presets, named: options.name)
      let parts = try options.parts(
        of: [IconGroup(presets: presets, sizes: options.size.flatMap(\.values), set: place.set)],
        masters: masters, drawnFrom: draw, output: place.folder, threads: jobs)
      var job = try IconJob(parts, output: place.folder, limits: limits).findingPlaces().placed()
        .findingMastersBeside()
      if prune, let project = try ProjectFile.nearest(), project.hasIcons {
        job.kept = try IconEntry.all(in: project).flatMap { try $0.sourceFiles() }
      }
      return IconRun(
        job: job,
        isQuiet: quiet, preview: preview,
        given: options.sources.at.map(\.path) + [draw].compactMap { $0 },
        projectFile: presets.contains { Preset.named($0.name) == nil }
          ? try ProjectFile.nearest()?.file : nil, prunes: prune)
    }
    guard let project = try ProjectFile.nearest() else {
      throw FileError(.notFound, at: ProjectFile.name, "does not exist any more")
    }
    return try IconRun(
      project, only: only.flatMap(\.values),
      of: target.map { IconRun.Target(name: $0, output: options.output) }, limits: limits,
      threads: jobs, isQuiet: quiet, preview: preview, prunes: prune)
  }

  /// Draws the master that was named, or those of the entries that are drawn from the file.
  private func draw(_ svg: String) async throws {
    // The program is ended by the signal that ends this one.
    let interrupts = Interrupts.hold()
    defer { interrupts.release() }
    let project = try ProjectFile.nearest()
    let drawing = MasterDrawing(svg: try SVGDrawing(path: svg), project: project, isQuiet: quiet)
    if let master = masters.first {
      return try await drawing.draw(
        master, side: try options.neededSide { try project?.presets() ?? [] })
    }
    var sides: [String: Int] = [:]
    for entry in try drawing.entries(only: only.flatMap(\.values)) {
      let side = try entry.options.neededSide { try project?.presets() ?? [] }
      sides[entry.master] = max(sides[entry.master] ?? 0, side)
    }
    for (master, side) in sides.sorted(by: { $0.key < $1.key }) {
      try await drawing.draw(master, side: side)
    }
  }

  /// Says which presets today's stores want, to a person who named none.
  private func tellOfPresets() {
    guard isatty(STDERR_FILENO) != 0 else { return }
    Console.message(
      "classic", "is the default preset, sizes from before asset catalogs",
      remedy:
        "today's stores want --preset ios, android, web, macos or windows; see --list-presets")
  }

  private func lint(_ folder: String, _ sarif: OutputFile?) throws {
    let linted = try LintedFolder(folder)
    let project = try ProjectFile.nearest()
    let given = try options.presets(own: { try project?.presets() ?? [] })?
      .map(options.named)
    let icons = try IconLint.judge(
      linted.files, presets: given, of: Preset.recognised + (try project?.presets() ?? []),
      threads: jobs,
      in: linted.surroundings,
      remedy: IconRemedy(folder: folder, entries: try entries(of: project, in: folder)))
    let lint = IconLint.union([icons, try IconLint.android(linted, in: folder)])
    guard lint.checked > 0 || !lint.findings.isEmpty else {
      throw IconError(
        .options, folder, "contains no icons of a preset or of a Contents.json",
        remedy: "name the folder that contains them, or name their preset with --preset")
    }
    try IconLintReport(lint: lint, folder: folder).print(asJSON: json, sarif: sarif, quiet: quiet)
  }

  /// The names of the project's entries by the files in `folder` that they make.
  private func entries(
    of project: ProjectFile?, in folder: String
  ) throws -> [RelativePath: String] {
    guard let project, project.hasCommittedIcons,
      let root = Self.components(of: project.root.name), let place = Self.components(of: folder)
    else { return [:] }
    let run = try IconRun(project, threads: jobs, isQuiet: true)
    var names: [RelativePath: String] = [:]
    for part in run.job.parts {
      for path in part.paths {
        let components = root + path.components
        guard components.starts(with: place), components.count > place.count else { continue }
        let own = components.dropFirst(place.count + 1)
          .reduce(components[place.count]) { $0.appending($1) }
        names[own] = names[own] ?? part.name
      }
    }
    return names
  }

  /// The folders on the way to `folder`, without links; nil where it does not exist.
  private static func components(of folder: String) -> [RelativePath]? {
    guard let real = realpath(folder, nil) else { return nil }
    defer { free(real) }
    // A folder's own name may be none that a project can have.
    return (try? RelativePath(String(cString: real).dropFirst()))?.components ?? []
  }
}

extension IconError: Reportable {}

extension FileError: Reportable {}
