import ArgumentParser
import IconKit
import TextFormats

/// The options that say how one set of icons is made; the others say what a run does.
struct IconOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The output folder.")
  var output = "icons"

  @Option(help: "The sets of icons to make; 'none' for only those of --size. (default: classic)")
  var preset: [CommaList<String>] = []

  @Option(help: "Sizes in pixels of further square icons, written as icon-N.png.")
  var size: [CommaList<Int>] = []

  @Option(help: "The resampling filter.")
  var filter = ResampleFilter.lanczos3

  @Flag(
    inversion: .prefixedNo,
    help: "Let colours leave the range of the pixels around them, as halos at hard edges do.")
  var ringing = false

  @Option(
    help: "Average light (linear), or codes (perceptual): thin dark lines on white stay darker.")
  var light = FilterLight.linear

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

  @Flag(help: "Spend more time to make files smaller; the pixels stay the same.")
  var optimize = false

  func validate() throws {
    if color == .keep, sources.background != nil {
      throw ValidationError("--background is in sRGB; it cannot be combined with --color keep.")
    }
    if let padding, !(0...45).contains(padding) {
      throw ValidationError("--padding must be 0 to 45.")
    }
  }
}

extension IconOptions {
  /// The files that these options ask for.
  ///
  /// - Throws: `ValidationError` for an option that changes none of them.
  func iconSet() throws -> IconSet {
    let set = try IconSet(
      presets: try namedPresets() ?? presets(named: ["classic"]), sizes: size.flatMap(\.values),
      fit: fit, given: sources.given)
    try checkEffects(on: set)
    return set
  }

  /// The presets that `--preset` names; nil without it.
  func namedPresets() throws -> [Preset]? { try presetNames.map(presets) }

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

  var planOptions: IconPlan.Options {
    var options = IconPlan.Options()
    options.padding = padding
    options.roundsMacIcons = mask == .rounded
    options.allowsUpscale = allowUpscale
    return options
  }

  var renderOptions: IconRenderer.Options {
    var options = IconRenderer.Options()
    options.filter = filter
    options.allowsRinging = ringing
    options.light = light
    options.optimizes = optimize
    options.keepsProfile = color == .keep
    return options
  }

  /// The presets with these names. The project's own presets are read only if a name is not built in.
  private func presets(named names: [String]) throws -> [Preset] {
    let names = names.filter { $0 != "none" }
    let areBuiltIn = names.allSatisfy { Preset.named($0) != nil }
    let known = Preset.all + (areBuiltIn ? [] : try ProjectFile.nearest()?.presets() ?? [])
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
}
