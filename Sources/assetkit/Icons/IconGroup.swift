import ArgumentParser
import IconKit
import ProjectKit
import SafeFiles
import VendorKit

/// Presets and sizes whose files go to one folder.
struct IconGroup {
  var presets: [Preset]
  var sizes: [Int] = []
  /// The folder below the output of the run; nil for that itself.
  var folder: RelativePath?
  /// Top folders of the presets' files that get none.
  fileprivate(set) var absentFolders: Set<RelativePath> = []
  /// The set in that folder that all files go into, such as `AppIcon.appiconset`; nil for the
  /// presets' own.
  var set: RelativePath?
}

extension IconOptions {
  /// The parts of a job that make `groups` from `masters`.
  ///
  /// - Parameters:
  ///   - name: what messages call the parts.
  ///   - drawing: the SVG that the master was drawn from; nil for the one beside it.
  ///   - output: the output folder of the run.
  ///   - inherited: options that may have no effect, because another entry gave them.
  ///   - threads: the maximum number of threads; nil for one per processor.
  /// - Throws: `ValidationError` for an option that changes none of the files, `IconError` for what
  ///   cannot be made together, `FileError` and `ProjectError` for an SVG that cannot be used.
  func parts(
    of groups: [IconGroup], named name: String? = nil, masters: [String],
    drawnFrom drawing: String? = nil, output: String, inherited: Set<String> = [], threads: Int?
  ) throws -> [IconJob.Part] {
    let groups = groups.map { $0.followingFolders(in: output) }
    let globs = try without.flatMap(\.values).map(glob)
    var inputs = try masters.map(inputs)
    // A file that only some of the masters have an image for is made from none.
    let given = inputs.dropFirst().reduce(inputs.first?.given ?? []) {
      $0.intersection($1.given)
    }
    let vectors = Set(inputs.flatMap(\.vectors.keys))
    var sets = try groups.map {
      try set(of: $0, given: given, vectors: vectors, without: globs)
    }
    // With several masters, nothing says whose it is.
    if inputs.count == 1, sets.contains(where: \.canHaveDrawing),
      let svg = drawing ?? SVGDrawing.beside(masters[0])
    {
      inputs[0].drawing = .init(path: svg, bytes: try SVGDrawing(path: svg).bytes)
      sets = try groups.map {
        try set(of: $0, given: given, vectors: vectors, without: globs, isDrawn: true)
      }
    }
    try checkEffects(on: sets, of: groups, globs, except: inherited)
    let renderer = IconRenderer(
      options: renderOptions, kernel: try Kernel.preferred(), threads: threads)
    let sources = try IconSource.sources(inputs)
    return zip(groups, sets).map { group, set in
      let placed = sources.map { source in
        let folders = [group.folder, source.folder].compactMap { $0 }
        let folder = folders.dropFirst().reduce(folders.first) { $0?.appending($1) }
        return IconSource(source.inputs, folder: folder)
      }
      return IconJob.Part(
        name: name, set, sources: placed, options: planOptions, renderer: renderer)
    }
  }

  private func glob(_ pattern: String) throws -> Glob {
    do { return try Glob(pattern) } catch {
      throw ValidationError("--without '\(pattern)' \(error.problem).")
    }
  }

  private func set(
    of group: IconGroup, given: Set<Recipe.Source>, vectors: Set<Recipe.Source>,
    without globs: [Glob], isDrawn: Bool = false
  ) throws -> IconSet {
    let presets = try self.presets(of: group)
    let excluded = Set(
      presets.flatMap(\.paths).filter { path in
        globs.contains { $0.matches(path) } || group.absentFolders.contains(path.components[0])
      })
    guard
      !group.sizes.isEmpty || excluded.isEmpty
        || !presets.flatMap(\.paths).allSatisfy(excluded.contains)
    else { throw ValidationError("--without leaves nothing to make.") }
    return try IconSet(
      presets: presets, sizes: group.sizes, fit: fit, given: given, vectors: vectors,
      isDrawn: isDrawn,
      except: excluded, flattens: flatten)
  }

  /// The preset with its files called by `--name`.
  ///
  /// - Throws: `ValidationError` where its files are named by an app's ID and there is none.
  func named(_ preset: Preset) throws -> Preset {
    guard preset.needsName else { return name.map(preset.named) ?? preset }
    guard let name else {
      throw ValidationError(
        "--preset \(preset.name) requires --name with the app's ID, such as org.example.App: the "
          + "name of its desktop file, and of the icon there.")
    }
    guard name.canBeIcon else {
      throw ValidationError(
        "--name '\(name)' has a space or '+', so no desktop file can name an icon so; give the app's "
          + "ID, such as org.example.App.")
    }
    return preset.named(name)
  }

  /// The presets of `group` with the name of the set that was given.
  private func presets(of group: IconGroup) throws -> [Preset] {
    try group.presets.map { preset in try group.set.map(preset.inside) ?? named(preset) }
  }

  /// Refuses options that change none of the files.
  private func checkEffects(
    on sets: [IconSet], of groups: [IconGroup], _ globs: [Glob], except inherited: Set<String>
  ) throws {
    let sources = sources.given.filter { !inherited.contains($0.rawValue) }
    for source in sources.sorted(by: { $0.rawValue < $1.rawValue }) {
      try checkEffect(of: "--\(source.rawValue)", on: sets, given: [source]) { $0.uses(source) }
    }
    if case .color = self.sources.background, !inherited.contains("background") {
      let remedy = flatten ? "" : "; --flatten fills icons that may be transparent"
      try checkEffect(of: "--background", on: sets, given: [], remedy) {
        $0.usesBackgroundColor(roundingMacIcons: mask != MaskChoice.none)
      }
    }
    if flatten, !inherited.contains("flatten"), !sets.contains(where: \.isFlattened) {
      throw ValidationError("--flatten has no effect on these icons: all of them are opaque")
    }
    if let mask, !inherited.contains("mask") {
      try checkEffect(of: "--mask \(mask)", on: sets, given: []) { $0.hasMacIcons }
    }
    if !manifest.isEmpty, !inherited.contains("manifest") {
      try checkEffect(of: "--manifest", on: sets, given: []) { $0.hasManifest }
    }
    let presets = groups.flatMap(\.presets)
    if let name, !inherited.contains("set"), !presets.contains(where: { $0.uses(name) }) {
      throw noEffect("--name", Preset.all.filter { $0.uses(name) })
    }
    if !inherited.contains("at"),
      let sized = self.sources.at.first(where: { sized in
        !sets.contains { $0.squareSides.contains(sized.side) }
      })
    {
      throw ValidationError(
        "--at \(sized.side)=\(sized.path) has no effect: no square icon has \(sized.side) pixels.")
    }
    let paths = try groups.flatMap(self.presets).flatMap(\.paths)
    if !inherited.contains("without"),
      let glob = globs.first(where: { glob in !paths.contains(where: glob.matches) })
    {
      throw ValidationError("--without '\(glob)' has no effect: no file of the presets matches it.")
    }
  }

  private func checkEffect(
    of option: String, on sets: [IconSet], given: Set<Recipe.Source>, _ remedy: String = "",
    _ has: (IconSet) -> Bool
  ) throws {
    guard !sets.contains(where: has) else { return }
    throw noEffect(
      option, try Preset.all.filter { has(try IconSet(presets: [$0], sizes: [], given: given)) },
      remedy)
  }

  private func noEffect(
    _ option: String, _ presets: [Preset], _ remedy: String = ""
  ) -> ValidationError {
    let names = presets.map(\.name).joined(separator: ", ")
    return ValidationError(
      "\(option) has no effect on these icons; presets that use it: \(names)\(remedy)")
  }
}

extension Glob {
  fileprivate func matches(_ path: RelativePath) -> Bool {
    matches(path.components.map { $0.bytes[...] })
  }
}

extension IconGroup {
  /// The group without the folders that the project lacks, of presets that follow its folders; with
  /// all of them where it has none.
  fileprivate func followingFolders(in output: String) -> IconGroup {
    let path = folder.map { "\(output)/\($0)" } ?? output
    let paths = presets.filter(\.followsFolders).flatMap(\.paths)
    // A folder that cannot be looked at is not one that a project has.
    guard !paths.isEmpty, let root = try? DirectoryHandle(path: path) else { return self }
    let folders = Set(paths.map { $0.components[0] })
    let absent = folders.filter { (try? root.statusIfPresent(of: $0))?.kind != .directory }
    var group = self
    if absent != folders { group.absentFolders = absent }
    return group
  }
}
