import ArgumentParser
import IconKit

/// The images that may be given besides the master.
struct IconSources: ParsableArguments {
  @Option(help: ArgumentHelp("The image for dark home screens (iOS).", valueName: "file"))
  var dark: String?

  @Option(
    help: ArgumentHelp(
      "The image for tinted home screens (iOS), reduced to grey.", valueName: "file"))
  var tinted: String?

  @Option(
    help: ArgumentHelp(
      "The image for themed icons (Android); its alpha is used.", valueName: "file"))
  var monochrome: String?

  @Option(help: ArgumentHelp("The front layer of layered icons.", valueName: "file"))
  var foreground: String?

  @Option(
    help: ArgumentHelp(
      "The background: a colour, also for icons that must be opaque, or an image as back layer.",
      valueName: "#rrggbb|file"))
  var background: Ground?

  @Option(
    help: ArgumentHelp(
      "A master for icons of N pixels; may be repeated. MASTER-N.png next to the master is found.",
      valueName: "n=file"))
  var at: [SizedFile] = []

  /// The inputs of `master`, with the other images that were given.
  func inputs(of master: String) -> IconInputs {
    var inputs = IconInputs(master: master)
    inputs.images[.dark] = dark
    inputs.images[.tinted] = tinted
    inputs.images[.monochrome] = monochrome
    inputs.images[.foreground] = foreground
    switch background {
    case .color(let color): inputs.background = color
    case .file(let path): inputs.images[.background] = path
    case nil: break
    }
    for sized in at { inputs.masterBySide[sized.side] = sized.path }
    return inputs
  }

  /// The same with every path changed by `change`.
  func mapPaths(_ change: (String) throws -> String) rethrows -> IconSources {
    var result = self
    result.dark = try dark.map(change)
    result.tinted = try tinted.map(change)
    result.monochrome = try monochrome.map(change)
    result.foreground = try foreground.map(change)
    if case .file(let path) = background { result.background = .file(try change(path)) }
    result.at = try at.map { SizedFile(side: $0.side, path: try change($0.path)) }
    return result
  }

  /// Whether no image was given that several masters would have to share.
  var isEmpty: Bool {
    let isImage = if case .file = background { true } else { false }
    return dark == nil && tinted == nil && monochrome == nil && foreground == nil && !isImage
      && at.isEmpty
  }

  /// The sources that were given.
  var given: Set<Recipe.Source> { inputs(of: "").given }
}

/// The value of `--background`.
enum Ground: ExpressibleByArgument {
  case color(Background)
  case file(String)

  init?(argument: String) {
    // A colour with a missing digit is a mistake, not a file name.
    if argument.hasPrefix("#") {
      guard let color = Background(argument) else { return nil }
      self = .color(color)
    } else {
      // So is a colour's name: an image file has an extension.
      guard argument.contains(where: { $0 == "." || $0 == "/" }) else { return nil }
      self = .file(argument)
    }
  }
}

/// A file for one size, as in `16=small.png`.
struct SizedFile: ExpressibleByArgument {
  let side: Int
  let path: String

  init(side: Int, path: String) {
    self.side = side
    self.path = path
  }

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), let side = Int(argument[..<sign]),
      1...16384 ~= side, argument.index(after: sign) < argument.endIndex
    else { return nil }
    self.side = side
    path = String(argument[argument.index(after: sign)...])
  }
}

/// The values of `--mask`.
enum MaskChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case none
  case rounded
}
