import Findings
import SafeFiles

/// The presets whose files are in a folder, and where.
///
/// A preset's paths are looked for below any folder. Where at least half of a preset's files exist,
/// the others are missing; otherwise each file is only checked by itself.
struct PresetSurvey {
  private struct Place: Hashable {
    let preset: Int
    /// The folder that the preset's paths begin at; nil for the top.
    let folder: RelativePath?
  }

  private let presets: [Preset]
  private let paths: Set<RelativePath>
  private let areGiven: Bool
  /// The folders with a Contents.json, which says which files are missing; none where the presets are given.
  private let catalogs: Set<RelativePath?>
  private var found: [Place: Set<RelativePath>] = [:]

  init(of paths: some Collection<RelativePath>, _ presets: [Preset], areGiven: Bool) {
    self.presets = presets
    self.paths = Set(paths)
    self.areGiven = areGiven
    var ownersByPath: [RelativePath: [Int]] = [:]
    for (i, preset) in presets.enumerated() where areGiven || preset.isRecognised {
      // A bundle's images are what its own document makes of them.
      for path in Self.paths(of: preset) where path.iconBundle == nil {
        ownersByPath[path, default: []].append(i)
      }
    }
    catalogs = areGiven ? [] : Set(paths.filter(\.isCatalogContents).map(\.parent))
    for path in paths {
      var folder: RelativePath?
      var rest = path.components[...]
      while let first = rest.first {
        let suffix = rest.dropFirst().reduce(first) { $0.appending($1) }
        // In a catalog its Contents.json says what belongs to it, whatever else is called like that.
        let owners = rest.count == 1 && catalogs.contains(path.parent) ? nil : ownersByPath[suffix]
        for preset in owners ?? [] {
          found[Place(preset: preset, folder: folder), default: []].insert(suffix)
        }
        folder = folder?.appending(first) ?? first
        rest = rest.dropFirst()
      }
    }
    if areGiven {
      for i in presets.indices where !found.keys.contains(where: { $0.preset == i }) {
        found[Place(preset: i, folder: nil)] = []
      }
    }
  }

  private static func paths(of preset: Preset) -> [RelativePath] {
    preset.icons.map(\.path) + preset.containers.map(\.path)
  }

  /// Whether any of `presets` has files in an asset catalog.
  static func haveCatalogs(_ presets: [Preset]) -> Bool {
    presets.contains { $0.icons.contains { $0.role != nil } }
  }

  /// The presets that count as present, with their folders. One that was given is present where most of
  /// its files are, if there is no better place.
  private var complete: [Place] {
    var complete = found.filter { place, paths in
      let wanted = required(presets[place.preset])
      return paths.count * 2 >= wanted.count && paths.count >= min(2, wanted.count)
    }
    if areGiven {
      for i in presets.indices where !complete.keys.contains(where: { $0.preset == i }) {
        let best = found.filter { $0.key.preset == i }.max {
          ($0.value.count, -depth($0.key)) < ($1.value.count, -depth($1.key))
        }
        if let best { complete[best.key] = best.value }
      }
    }
    return complete.keys.sorted {
      ($0.preset, $0.folder?.bytes.count ?? 0) < ($1.preset, $1.folder?.bytes.count ?? 0)
    }
  }

  private func depth(_ place: Place) -> Int { place.folder?.components.count ?? 0 }

  private func required(_ preset: Preset) -> [RelativePath] {
    preset.icons.filter { $0.condition == .always }.map(\.path) + preset.containers.map(\.path)
  }

  /// The names of the presets that are present.
  var names: [String] {
    let indices = Set(complete.map(\.preset))
    return presets.indices.filter(indices.contains).map { presets[$0].name }
  }

  /// A finding for each missing file.
  ///
  /// - Parameter allowingGaps: whether a preset that may have gaps may have them here.
  func missing(remedy: IconRemedy, allowingGaps: Bool) -> [Finding] {
    complete.flatMap { place -> [Finding] in
      let preset = presets[place.preset]
      // That the files are of this preset is a guess, unless it was named.
      var rule = Finding.Rule.missingFile
      if !areGiven { rule.severity = .warning }
      if allowingGaps, preset.mayHaveGaps, found[place]?.isEmpty == false { return [] }
      return required(preset).map { place.folder?.appending($0) ?? $0 }
        .filter { !paths.contains($0) && !catalogs.contains($0.parent) }
        .map {
          Finding(
            rule, path: $0, "is missing (required by preset \(preset.name))",
            remedy: remedy.making($0, by: IconRemedy.Maker([preset.name], in: place.folder)))
        }
    }
  }

  /// What is expected of each existing file.
  var expectations: [RelativePath: Expectation] {
    var expectations: [RelativePath: Expectation] = [:]
    var depths: [RelativePath: Int] = [:]
    for (place, paths) in found.sorted(by: { $0.key.preset < $1.key.preset }) {
      // A project's own preset, which comes after the built-in ones, decides about its files.
      let isOwn = Preset.named(presets[place.preset].name) == nil
      for icon in presets[place.preset].icons where paths.contains(icon.path) {
        let path = place.folder?.appending(icon.path) ?? icon.path
        let depth = icon.path.components.count
        var expectation = Expectation(icon)
        expectation.keepsShape = presets[place.preset].fit == .longest
        expectation.maker = IconRemedy.Maker([presets[place.preset].name], in: place.folder)
        // The longest of the preset's paths that match, `wide/tile.png` rather than `tile.png`, and
        // the strictest of presets that share a file.
        let isStricter = isOwn || (expectations[path]?.opacity ?? .any) <= expectation.opacity
        guard (depth, isStricter ? 1 : 0) >= (depths[path] ?? 0, 1) else { continue }
        (expectations[path], depths[path]) = (expectation, depth)
      }
    }
    return expectations
  }

  /// Every .ico and .icns file, with its descriptions in presets.
  func containers(
    among files: [RelativePath: [UInt8]]
  ) -> [(path: RelativePath, bytes: [UInt8], presets: [Preset.Container])] {
    var known: [RelativePath: [Preset.Container]] = [:]
    for (place, paths) in found.sorted(by: { $0.key.preset < $1.key.preset }) {
      for container in presets[place.preset].containers where paths.contains(container.path) {
        known[place.folder?.appending(container.path) ?? container.path, default: []]
          .append(container)
      }
    }
    return files.sorted { $0.key < $1.key }
      .filter { $0.key.bytes.hasSuffix(".ico") || $0.key.bytes.hasSuffix(".icns") }
      .filter { !areGiven || known[$0.key] != nil }
      .map { ($0.key, $0.value, known[$0.key] ?? []) }
  }
}
