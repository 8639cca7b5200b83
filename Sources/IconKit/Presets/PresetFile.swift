import SafeFiles
public import TextFormats

/// The reader of a project's own presets, `[[preset]]` in its `assetkit.toml`.
///
///     [[preset]]
///     name = "kiosk"
///     summary = "the tiles of our kiosk"
///     fit = "pad"                       # longest, pad, crop; without it the master must be square
///     files = [
///       { path = "tile.png", size = 310, padding = 10 },
///       { path = "wide/tile.png", width = 620, height = 310, opaque = true },
///       { path = "round.png", size = 96, shape = "round", from = "foreground" },
///       { path = "app.ico", sizes = [16, 32, 48] },
///       { path = "app.icns" },          # every size that .icns files have, or sizes = [16, 512]
///     ]
public enum PresetFile {
  /// What the array of tables may contain.
  public static let schema = TOMLSchema.array(
    of: .table([
      .required("name", .string, "Its name for --preset: letters, digits and '-'."),
      .optional("summary", .string, "What it is for, in a few words.", default: unsaidSummary),
      .optional(
        "fit", .string,
        "What to do with a master that is not square: \(list(Fit.allCases)). Without it, such a "
          + "master is refused."),
      .required(
        "files",
        .array(
          of: .table([
            .required(
              "path", .string, "Its path below the output; ends in .png, .ico or .icns."),
            .optional("size", .integer, "The side of a square PNG file, in pixels."),
            .optional("width", .integer, "The width of another, together with 'height'."),
            .optional("height", .integer, "The height, together with 'width'."),
            .optional(
              "sizes", .array(of: .integer), "The sides of the images in an .ico or .icns file."),
            .optional(
              "from", .string, "The image that it is made from: \(list(sources)).",
              default: Recipe.Source.master.rawValue),
            .optional(
              "padding", .integer,
              "The margin on each side, \(paddings.lowerBound) to "
                + "\(paddings.upperBound) percent.", default: "\(paddings.lowerBound)"),
            .optional(
              "opaque", .boolean, "Flatten it onto the background.", default: "false"),
            .optional("grey", .boolean, "Without colour.", default: "false"),
            .optional(
              "shape", .string, "\(list(Shape.allCases)).", default: Shape.square.rawValue),
            .optional("max-bytes", .integer, "The size of the file that --lint allows."),
          ])), "Its files."),
    ]))

  private enum Shape: String, CaseIterable { case square, round }
  private static let sources = Recipe.Source.allCases.filter { $0 != .empty }
  private static let paddings = 0...45
  private static let unsaidSummary = "of this project"

  private static func list<Choice: RawRepresentable<String>>(_ choices: [Choice]) -> String {
    choices.map(\.rawValue).joined(separator: ", ")
  }

  /// The presets of `array`, in their order; none without one.
  ///
  /// - Parameter array: a value that fits `schema`.
  /// - Throws: `TOMLError` with the line of the mistake.
  public static func presets(in array: TOMLNode?) throws(TOMLError) -> [Preset] {
    var presets: [Preset] = []
    for node in array?.elements ?? [] {
      let preset = try preset(node)
      let name = node[required: "name"]
      guard Preset.named(preset.name) == nil else {
        throw name.error("'\(preset.name)' is already the name of a built-in preset")
      }
      guard !presets.contains(where: { $0.name == preset.name }) else {
        throw name.error("'\(preset.name)' appears twice")
      }
      presets.append(preset)
    }
    return presets
  }

  private static func preset(_ node: TOMLNode) throws(TOMLError) -> Preset {
    let name = node[required: "name"].string
    let isWord = name.utf8.allSatisfy {
      (48...57).contains($0) || (97...122).contains($0 | 32) || $0 == UInt8(ascii: "-")
    }
    guard isWord, !name.isEmpty, name != "none" else {
      throw node[required: "name"].error(
        "'\(name)' is not a valid name; expected letters, digits and '-'")
    }
    var icons: [Preset.Icon] = []
    var containers: [Preset.Container] = []
    for file in node[required: "files"].elements {
      let path = try path(of: file)
      guard !(icons.map(\.path) + containers.map(\.path)).contains(path) else {
        throw file[required: "path"].error("'\(path)' appears twice")
      }
      if !path.description.hasSuffix(".png") {
        containers.append(try container(file, path))
      } else {
        icons.append(try icon(file, path))
      }
    }
    guard !icons.isEmpty || !containers.isEmpty else { throw node.error("has no files") }
    return Preset(
      name: name, summary: node["summary"]?.string ?? unsaidSummary,
      fit: try choice(of: node["fit"], Fit.allCases), icons: icons, containers: containers)
  }

  private static func path(of file: TOMLNode) throws(TOMLError) -> RelativePath {
    let text = file[required: "path"].string
    do throws(RelativePath.Violation) {
      let path = try RelativePath(text)
      if [".png", ".ico", ".icns"].contains(where: text.hasSuffix) { return path }
    } catch {
      throw file[required: "path"].error("'\(text)' \(error)")
    }
    throw file[required: "path"].error(
      "'\(text)' is not an image file; expected a name that ends in .png, .ico or .icns")
  }

  private static func icon(_ file: TOMLNode, _ path: RelativePath) throws(TOMLError) -> Preset.Icon
  {
    try refuse(["sizes"], in: file, "is only for .ico and .icns files")
    let size: PixelSize
    if let node = file["size"] {
      try refuse(["width", "height"], in: file, "cannot be combined with size")
      let side = try number(node, PixelSize.sides)
      size = PixelSize(width: side, height: side)
    } else if let width = file["width"], let height = file["height"] {
      size = PixelSize(
        width: try number(width, PixelSize.sides), height: try number(height, PixelSize.sides))
    } else {
      throw file.error("has no size; expected size, or width and height")
    }
    let recipe = try recipe(file)
    var limitBytes: Int?
    if let node = file["max-bytes"] { limitBytes = try number(node, 1...Int.max) }
    // As in the built-in presets: there is no fallback for these images.
    let isOptional = [.dark, .tinted].contains(recipe.source)
    return Preset.Icon(
      path: path, size: size, recipe: recipe,
      condition: isOptional ? .given(recipe.source) : .always, limitBytes: limitBytes)
  }

  private static func container(
    _ file: TOMLNode, _ path: RelativePath
  ) throws(TOMLError) -> Preset.Container {
    try refuse(["size", "width", "height", "max-bytes"], in: file, "is only for .png files")
    let isMac = path.description.hasSuffix(".icns")
    var sides: [Int] = []
    for node in file["sizes"]?.elements ?? [] {
      sides.append(try isMac ? icnsSide(node) : number(node, 1...256))
    }
    let isLeftOut = isMac && file["sizes"] == nil
    guard isLeftOut || !sides.isEmpty, Set(sides).count == sides.count else {
      throw (file["sizes"] ?? file).error("expected different sizes, such as sizes = [16, 32]")
    }
    let members = Preset.Container.Member.all.filter { isLeftOut || sides.contains($0.side) }
    return Preset.Container(
      path: path, format: isMac ? .icns(members) : .ico(sides), recipe: try recipe(file))
  }

  private static func icnsSide(_ node: TOMLNode) throws(TOMLError) -> Int {
    let sides = Preset.Container.Member.all.map(\.side)
    guard sides.contains(node.integer) else {
      let names = Set(sides).sorted().map(String.init).joined(separator: ", ")
      throw node.error("is \(node.integer), which .icns files do not have; expected \(names)")
    }
    return node.integer
  }

  private static func recipe(_ file: TOMLNode) throws(TOMLError) -> Recipe {
    var recipe = Recipe(try choice(of: file["from"], sources) ?? .master)
    if let node = file["padding"] {
      let percent = try number(node, paddings)
      if percent > 0 { recipe.content = .part(100 - 2 * percent, of: 100) }
    }
    recipe.cut = try choice(of: file["shape"], Shape.allCases) == .round ? .circle : nil
    if let node = file["opaque"], node.boolean {
      guard recipe.cut == nil else {
        throw node.error("cannot be true for a round icon, whose corners are transparent")
      }
      recipe.alpha = .opaque
    }
    if file["grey"]?.boolean == true { recipe.tone = .grey }
    return recipe
  }

  // MARK: - What is wrong

  private static func number(
    _ node: TOMLNode, _ range: ClosedRange<Int>
  ) throws(TOMLError) -> Int {
    let value = node.integer
    guard range.contains(value) else {
      let most = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      throw node.error("is \(value), expected \(range.lowerBound) \(most)")
    }
    return value
  }

  private static func choice<Choice: RawRepresentable<String>>(
    of node: TOMLNode?, _ choices: [Choice]
  ) throws(TOMLError) -> Choice? {
    guard let node else { return nil }
    let text = node.string
    if let choice = choices.first(where: { $0.rawValue == text }) { return choice }
    throw node.error("is '\(text)', expected one of \(list(choices))")
  }

  private static func refuse(
    _ keys: [String], in node: TOMLNode, _ why: String
  ) throws(TOMLError) {
    for key in keys { if let value = node[key] { throw value.error(why) } }
  }
}
