import ArgumentParser
import IconKit

/// The pictures that may be given beside the master.
struct IconSources: ParsableArguments {
  @Option(help: ArgumentHelp("For dark home screens (iOS).", valueName: "file"))
  var dark: String?

  @Option(
    help: ArgumentHelp("For tinted home screens (iOS); its light is used.", valueName: "file"))
  var tinted: String?

  @Option(help: ArgumentHelp("For themed icons (Android); its alpha is used.", valueName: "file"))
  var monochrome: String?

  @Option(help: ArgumentHelp("The front layer of layered icons.", valueName: "file"))
  var foreground: String?

  @Option(
    help: ArgumentHelp(
      "What is behind: a colour, also for what must be opaque, or a picture for the back layer.",
      valueName: "#rrggbb|file"))
  var background: Ground?

  @Option(
    help: ArgumentHelp(
      "A master drawn for squares of N pixels; repeat it. A MASTER-N.png beside the master counts.",
      valueName: "n=file"))
  var at: [SizedFile] = []

  /// The inputs of `master`, with what was given.
  func inputs(of master: String) -> IconInputs {
    var inputs = IconInputs(master: master)
    inputs.pictures[.dark] = dark
    inputs.pictures[.tinted] = tinted
    inputs.pictures[.monochrome] = monochrome
    inputs.pictures[.foreground] = foreground
    switch background {
    case .color(let color): inputs.background = color
    case .file(let path): inputs.pictures[.background] = path
    case nil: break
    }
    for sized in at { inputs.masterBySide[sized.side] = sized.path }
    return inputs
  }

  /// Names the masters that were `found` beside those that were `given`.
  static func tell(of found: [IconSource], beside given: [IconSource]) {
    for (found, given) in zip(found, given) {
      let sides = found.inputs.masterBySide.sorted { $0.key < $1.key }
      for (side, path) in sides where given.inputs.masterBySide[side] == nil {
        Console.message(path, "is used for icons of \(side) pixels")
      }
    }
  }

  /// The pictures that one master has and several would have to share.
  var isEmpty: Bool {
    let isPicture = if case .file = background { true } else { false }
    return dark == nil && tinted == nil && monochrome == nil && foreground == nil && !isPicture
      && at.isEmpty
  }

  /// The sources that were given.
  var given: Set<Recipe.Source> { inputs(of: "").given }
}

/// What `--background` takes.
enum Ground: ExpressibleByArgument {
  case color(Background)
  case file(String)

  init?(argument: String) {
    // Nobody means a file by a colour with a missing digit.
    if argument.hasPrefix("#") {
      guard let color = Background(argument) else { return nil }
      self = .color(color)
    } else {
      // Nor by a colour's name: a picture's file has an extension.
      guard argument.contains(where: { $0 == "." || $0 == "/" }) else { return nil }
      self = .file(argument)
    }
  }
}

/// A file for one size, as in `16=small.png`.
struct SizedFile: ExpressibleByArgument {
  let side: Int
  let path: String

  init?(argument: String) {
    guard let sign = argument.firstIndex(of: "="), let side = Int(argument[..<sign]),
      1...16384 ~= side, argument.index(after: sign) < argument.endIndex
    else { return nil }
    self.side = side
    path = String(argument[argument.index(after: sign)...])
  }
}

/// What `--mask` takes.
enum MaskChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
  case none
  case rounded
}
