import ArgumentParser
import IconKit
import ProjectKit
import TextFormats

/// The options that say how one set of icons is made; the others say what a run does.
struct IconOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The output folder.")
  var output = "icons"

  @Option(
    help: ArgumentHelp(
      "The sets of icons to make, separated by commas; 'none' for only those of --size. "
        + "(default: classic)"),
    completion: Completions.presets)
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

  @Option(
    help: "Cut Mac icons to Apple's rounded rectangle (rounded) or not (none). (default: rounded)")
  var mask: MaskChoice?

  @Option(help: "The colour space of the icons: srgb, or keep for the master's own.")
  var color = ColorChoice.srgb

  @Flag(
    help: "Also flatten icons that may be transparent, onto --background or else onto white.")
  var flatten = false

  @Flag(help: "Allow enlarging a master that is smaller than an icon.")
  var allowUpscale = false

  @Flag(help: "Spend more time to make files smaller; the pixels stay the same.")
  var optimize = false

  @Option(
    help: ArgumentHelp(
      "The name of the set, in place of the platform's own: AppIcon-Dev for "
        + "AppIcon-Dev.appiconset and ic_launcher_dev.png.", valueName: "name"))
  var name: SetName?

  @Option(
    help: ArgumentHelp(
      "Files of the presets to leave out: neither made nor missed by --check.",
      valueName: "glob"))
  var without: [CommaList<String>] = []

  @Option(
    help: ArgumentHelp(
      "A member of site.webmanifest: name, short-name or theme-color; may be repeated.",
      valueName: "key=value"))
  var manifest: [ManifestMember] = []

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
  /// The presets that `--preset` names; nil without it.
  ///
  /// - Parameter own: the project's own presets, asked for only if a name is not built in.
  /// - Throws: `ValidationError` for an unknown name.
  func presets(own: () throws -> [Preset]) throws -> [Preset]? {
    guard !preset.isEmpty else { return nil }
    return try presets(named: preset.flatMap(\.values), own: own)
  }

  /// The presets with these names.
  func presets(named names: [String], own: () throws -> [Preset]) throws -> [Preset] {
    let names = names.filter { $0 != "none" }
    let areBuiltIn = names.allSatisfy { Preset.named($0) != nil }
    let known = Preset.all + (areBuiltIn ? [] : try own())
    return try names.map { name in
      guard let preset = known.first(where: { $0.name == name }) else {
        let hint = NearestName.hint(for: name, among: known.map(\.name) + ["none"])
        throw ValidationError("There is no preset '\(name)'; \(hint)")
      }
      return preset
    }
  }

  /// The inputs of `master`, with everything else that was given.
  ///
  /// - Throws: `IconError` or `FileError` when the master is a bundle that cannot be read.
  func inputs(of master: String) throws -> IconInputs {
    var inputs = sources.inputs(of: master)
    for member in manifest { member.set(in: &inputs.manifest) }
    inputs.manifest.usualName = name?.title
    for source in [Recipe.Source.foreground, .dark, .tinted] {
      guard let path = inputs.images[source], path.lowercased().hasSuffix(".svg") else { continue }
      inputs.vectors[source] = try SVGDrawing(path: path).bytes
    }
    if BundleMaster.isBundle(master) {
      inputs.compose(
        try BundleMaster(path: master) { path, side, scale, x, y in
          try await SVGDrawing(path: path).layer(side: side, scale: scale, x: x, y: y)
        })
    }
    return inputs
  }

  /// The side of a drawn master: no icon of it is enlarged, and stores get their 1024 pixels.
  func neededSide(own: () throws -> [Preset]) throws -> Int {
    let sides = try presets(own: own)?.map(\.neededSide) ?? []
    return max(1024, (sides + size.flatMap(\.values)).max() ?? 0)
  }

  var planOptions: IconPlan.Options {
    var options = IconPlan.Options()
    options.padding = padding
    options.roundsMacIcons = mask != MaskChoice.none
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
}
