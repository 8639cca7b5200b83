import ArgumentParser
import IconKit
import SafeFiles
import TextFormats

/// An entry of `[[icons]]` in `assetkit.toml`.
///
/// Its keys become arguments of the options of the same names, and those are parsed and checked as
/// on the command line. An error has the place of the key that it is about.
struct IconEntry {
  /// What messages and `--only` call it.
  let name: String
  /// Its master, from the root.
  let master: String
  /// What its master was drawn from; nil where that is not recorded.
  let drawing: RecordedDrawing?
  /// The target whose build makes its icons; nil where they are part of the repository.
  let target: String?
  /// Its options; files are paths from the current folder.
  let options: IconOptions
  /// The folder of each preset, where they have different ones.
  private let folders: [String: RelativePath?]?
  private let keys: Keys

  /// The entries of the project's file, in their order.
  ///
  /// - Throws: `TOMLError` with the line of the mistake.
  static func all(in project: ProjectFile) throws -> [IconEntry] {
    let all = try Keys.all(of: project.iconNodes)
    return try all.map { try IconEntry($0, in: project) }
  }

  private init(_ keys: Keys, in project: ProjectFile) throws {
    self.keys = keys
    name = keys.name
    guard let master = keys["master"] else {
      throw keys.node.error("has no master; name a PNG file")
    }
    self.master = project.path(of: try Self.path(master.string, at: master))
    drawing = try keys["drawn-from"].map { node in
      let path = try Self.path(node.string, at: node)
      return RecordedDrawing(
        entry: keys.name, master: master.string, svg: path, file: project.path(of: path),
        sha256: keys["drawn-from-sha256"]?.string)
    }
    // Its own, as its name is: an entry like it is made by another build, or by none.
    target = keys.node["target"]?.string
    if target != nil, let output = keys.node["output"] {
      throw output.error(
        "has no effect beside 'target'; the build of the target says where its icons go")
    }
    for field in IconKeys.options {
      guard let node = keys[field.name] else { continue }
      let arguments = try Self.arguments(of: field, node)
      let options = try keys.locating { try Self.parse(arguments, at: node) }
      // Paths are checked one by one, too, so that an error is at its key.
      _ = try options.sources.mapPaths { try Self.path($0, at: node).description }
      if field.name == "preset" {
        do { _ = try options.presets(own: project.presets) } catch let error as ValidationError {
          throw node.error(error.message)
        }
      }
    }
    let arguments = try IconKeys.options.flatMap { field in
      try keys[field.name].map { try Self.arguments(of: field, $0) } ?? []
    }
    var options = try keys.locating { try Self.parse(arguments, at: keys.node) }
    options.sources = try options.sources.mapPaths {
      project.path(of: try Self.path($0, at: keys.node))
    }
    self.options = options
    folders = try keys["output"]?.pairs.map { pairs in
      Dictionary(
        try pairs.map { ($0.key, try Self.folder($0.value.string, at: $0.value)) }
      ) { a, _ in a }
    }
  }

  /// The files that its icons are made from, as paths from the current folder.
  func sourceFiles() throws -> [String] { try options.inputs(of: master).filesOnDisk }

  /// The parts of a job in the root that make the entry's files.
  ///
  /// - Parameter output: the output folder of the job instead of the root and the entry's own.
  /// - Throws: `TOMLError` for options that contradict each other or change nothing.
  func parts(
    in project: ProjectFile, output: String? = nil, threads: Int?
  ) throws -> [IconJob.Part] {
    try keys.locating {
      let presets =
        try options.presets(own: project.presets) ?? [Preset.named("classic")].compactMap { $0 }
      return try options.parts(
        of: try output.map { [try elsewhere(presets, $0)] }
          ?? groups(presets).map { try placed($0, in: project) },
        named: name, masters: [master], drawnFrom: drawing?.file,
        output: output ?? project.root.name, inherited: keys.inherited, threads: threads)
    }
  }

  /// The presets in `output` itself.
  private func elsewhere(_ presets: [Preset], _ output: String) throws -> IconGroup {
    guard try OutputPlace(output, of: presets, named: options.name).set == nil else {
      throw IconError(
        .options, output, "is a set; the icons of a target go to a catalog",
        remedy: "name the folder above as --output")
    }
    return IconGroup(presets: presets, sizes: options.size.flatMap(\.values))
  }

  /// The group with its folder as a folder of sets, where it names a set itself.
  private func placed(_ group: IconGroup, in project: ProjectFile) throws -> IconGroup {
    let output = group.folder.map(project.path(of:)) ?? project.root.name
    guard let set = try OutputPlace(output, of: group.presets, named: options.name).set else {
      return group
    }
    var placed = group
    (placed.folder, placed.set) = (group.folder?.parent, set)
    return placed
  }

  /// The presets by their output folders.
  private func groups(_ presets: [Preset]) throws -> [IconGroup] {
    let sizes = options.size.flatMap(\.values)
    guard let folders, let output = keys["output"] else {
      let folder = try Self.folder(options.output, at: keys["output"] ?? keys.node)
      return [IconGroup(presets: presets, sizes: sizes, folder: folder)]
    }
    let names = presets.map(\.name)
    let own = keys.inherited.contains("output") ? [] : output.pairs ?? []
    for (key, value) in own where !names.contains(key) {
      throw value.error(
        "'\(key)' is not one of the entry's presets, \(names.joined(separator: ", "))")
    }
    guard sizes.isEmpty else {
      throw output.error("has no folder for 'size'; put the sizes into an entry of their own")
    }
    var groups: [IconGroup] = []
    for preset in presets {
      guard let folder = folders[preset.name] else {
        throw output.error("has no folder for the preset '\(preset.name)'")
      }
      if let i = groups.firstIndex(where: { $0.folder == folder }) {
        groups[i].presets.append(preset)
      } else {
        groups.append(IconGroup(presets: [preset], folder: folder))
      }
    }
    guard !groups.isEmpty else { throw output.error("leaves nothing to make; name a preset") }
    return groups
  }

  // MARK: - Keys as arguments

  private static func arguments(
    of field: TOMLSchema.Field, _ node: TOMLNode
  ) throws -> [String] {
    let option = IconKeys.option(for: field.name)
    switch field.schema {
    case .integer: return ["\(option)=\(node.integer)"]
    case .boolean:
      // Only this option is on or off; the others are off where they are not given.
      if !node.boolean { return field.name == "ringing" ? ["--no-ringing"] : [] }
      return [option]
    case .oneOrMore(of: .integer): return node.elements.map { "\(option)=\($0.integer)" }
    case .oneOrMore: return node.elements.map { "\(option)=\($0.string)" }
    case .stringOrTable:
      if node.pairs != nil { return [] }
      _ = try folder(node.string, at: node)
      return ["\(option)=\(node.string)"]
    case .map, .table:
      return (node.pairs ?? []).map { "\(option)=\($0.key)=\($0.value.string)" }
    default: return ["\(option)=\(node.string)"]
    }
  }

  private static func parse(_ arguments: [String], at node: TOMLNode) throws -> IconOptions {
    do { return try IconOptions.parse(arguments) } catch {
      let message = IconOptions.message(for: error)
      throw problem(message).map(node.error) ?? ValidationError(message)
    }
  }

  /// What the parser says of a value, as it reads after the key; nil for what it says of options.
  private static func problem(_ message: String) -> String? {
    // The value 'x' is invalid for '--fit <fit>'. Please provide one of 'longest', 'pad' or 'crop'.
    let parts = message.split(separator: " is invalid for '", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix("The value ") else { return nil }
    let value = parts[0].dropFirst("The value ".count)
    let choices = parts[1].split(separator: "Please provide ", maxSplits: 1).dropFirst().first
    let form = parts[1].split(separator: "<").dropFirst().first?.split(separator: ">").first
    let expected = choices.map { $0.last == "." ? $0.dropLast() : $0 } ?? form ?? "another"
    return "\(value) is not valid, expected \(expected)"
  }

  private static func folder(_ text: String, at node: TOMLNode) throws -> RelativePath? {
    text == "." ? nil : try path(text, at: node)
  }

  private static func path(_ text: String, at node: TOMLNode) throws -> RelativePath {
    do { return try RelativePath(text) } catch {
      throw node.error("'\(text)' \(error); expected a path inside the project")
    }
  }
}
