import BroadcastPool
public import Findings
import SafeFiles

/// A check of the icons in a folder against the rules of stores, devices and Xcode, whichever tool
/// made them.
public struct IconLint: Sendable {
  /// The findings, in the order of their paths.
  public internal(set) var findings: [Finding]
  /// The names of the presets whose files these are, in the order of the presets.
  public let presets: [String]
  /// How many files were checked.
  public let checked: Int

  /// Checks `files`.
  ///
  /// - Parameters:
  ///   - files: the files with their contents.
  ///   - presets: the presets to expect; nil to recognise them by the files' names.
  ///   - all: the presets that can be recognised.
  ///   - threads: the maximum number of threads; nil for one per processor.
  ///   - surroundings: what lies around the files.
  ///   - remedy: the commands that mend what is found.
  ///   - allowingGaps: whether files that a platform works without may be missing.
  /// - Throws: `PoolError` when no thread can be started.
  public static func judge(
    _ files: [IconFile], presets: [Preset]? = nil, of all: [Preset] = Preset.recognised,
    threads: Int? = nil, in surroundings: Surroundings = Surroundings(),
    remedy: IconRemedy = IconRemedy(), allowingGaps: Bool = true
  ) throws -> IconLint {
    let bytesByPath = Dictionary(files.map { ($0.path, $0.bytes) }) { $1 }
    let farReduced = Set(files.filter(\.isFarReduced).map(\.path))
    let paths = bytesByPath.keys.sorted()
    let survey = PresetSurvey(of: paths, presets ?? all, areGiven: presets != nil)
    let known = FilesOfLint(
      bytesByPath, names: surroundings.names, isThere: surroundings.isThere)
    var documents = DocumentLint(known, remedy: remedy)
    if presets.map(PresetSurvey.haveCatalogs) ?? true {
      // The outer folders say more of an image than its own.
      let contents = paths.filter(\.isCatalogContents)
      for path in contents.sorted(by: { $0.components.count < $1.components.count }) {
        documents.checkCatalog(path)
      }
    }
    for path in paths where path.bytes.hasSuffix(".webmanifest") { documents.checkManifest(path) }
    let bundles = BundleLint(bytesByPath) { known.find($0)?.isExact == true }
    let sets = Set(paths.compactMap(\.iconSet)).sorted()
    let project = IconProject(
      surroundings.settings, root: surroundings.root, sets: sets)
    documents.checkPackages(project, catalogs: Set(sets.compactMap(\.catalog)).sorted())
    // A preset requires more of its own files than a catalog or manifest entry says, but an entry of
    // an icon set that somebody else wrote is right about its size.
    let expectations = survey.expectations.merging(documents.expectations) { preset, entry in
      presets == nil && entry.size != nil && entry.size != preset.size ? entry : preset
    }
    let images = bytesByPath.sorted { $0.key < $1.key }.compactMap { path, bytes in
      expectations[path].map {
        ImageLint(
          path: path, bytes: bytes, expectation: $0, remedy: remedy,
          isFarReduced: farReduced.contains(path))
      }
    }
    let judged = try images.mapSideBySide(threads: threads, name: "lint") { image, _ in
      image.findings
    }
    let containers = survey.containers(among: bytesByPath)
    let findings =
      survey.missing(remedy: remedy, allowingGaps: allowingGaps) + documents.findings
      + bundles.findings + judged.joined()
      + containers.flatMap {
        ContainerLint(path: $0.path, bytes: $0.bytes, containers: $0.presets, remedy: remedy)
          .findings
      }
    return IconLint(
      findings: Set(findings.compactMap(project.weighed)).sorted(), presets: survey.names,
      checked: images.count + documents.count + bundles.count + containers.count)
  }

  /// The same with each path replaced by its place.
  func moved(to place: (RelativePath) -> RelativePath) -> IconLint {
    var moved = self
    for i in findings.indices { moved.findings[i].path = findings[i].path.map(place) }
    return moved
  }

  /// The same with `others` among its findings.
  func adding(_ others: [Finding]) -> IconLint {
    var lint = self
    lint.findings = Set(findings + others).sorted()
    return lint
  }

  /// The same as findings of this entry of the project.
  func attributed(to entry: String?) -> IconLint {
    var attributed = self
    for i in findings.indices { attributed.findings[i].entry = entry }
    return attributed
  }

  /// All of `lints` together; what several found is there once.
  public static func union(_ lints: [IconLint]) -> IconLint {
    if lints.count == 1 { return lints[0] }
    var names: Set<String> = []
    return IconLint(
      findings: Set(lints.flatMap(\.findings)).sorted(),
      presets: lints.flatMap(\.presets).filter { names.insert($0).inserted },
      checked: lints.reduce(0) { $0 + $1.checked })
  }
}

extension [UInt8] {
  func hasSuffix(_ suffix: String) -> Bool {
    self.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }
}

extension RelativePath {
  var isCatalogContents: Bool { lastComponent.bytes == Array("Contents.json".utf8) }
}
