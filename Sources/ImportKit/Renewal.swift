import SafeFiles
import TextFormats
import VendorKit

/// How a package that is vendored already gets to what a file pins now.
struct Renewal {
  private let package: Lock.Package
  private let item: ImportPlan.Item
  private let source: ImportSource
  private let options: ImportOptions

  /// - Parameters:
  ///   - package: the package as it is vendored.
  ///   - item: what `source` pins now.
  init(
    of package: Lock.Package, to item: ImportPlan.Item, from source: ImportSource,
    _ options: ImportOptions
  ) {
    self.package = package
    self.item = item
    self.source = source
    self.options = options
  }

  /// The command for the person's shell.
  var command: String {
    func line(_ words: [String]) -> String {
      (["assetkit", "vendor"] + words).map(\.shellWord).joined(separator: " ")
    }
    guard isTakenAnew else { return line(["update"] + updateArguments + options.networkArguments) }
    let words =
      ["import", source.argument, "--only", package.name] + options.importArguments
      + options.networkArguments
    return line(["remove", package.name]) + " && " + line(words)
  }

  private var new: Lock.Package { item.addition.package }

  // MARK: - Taking it anew

  /// Whether an update would keep what only an import can make for the new version: the selection of a
  /// pod's files, patches of manifests, overlays of wraps, the absence of a version.
  ///
  /// Removing loses what was made by hand, so that is never proposed where there is any.
  private var isTakenAnew: Bool {
    let isPod = source.kind == .podfileLock
    guard package.exclude.isEmpty, isPod || package.include.isEmpty, package.signature == nil,
      package.acknowledged.isEmpty, package.path == new.path || source.kind == .mesonWrap,
      package.patches.allSatisfy({ isImported($0) })
    else { return false }
    return isPod || item.hasMadePatches || !package.patches.isEmpty
      || package.version != nil && new.version == nil
  }

  private func isImported(_ patch: Lock.Package.Patch) -> Bool {
    let titles =
      ["vendored-dependencies.patch", "meson-wrap.patch"]
      + item.addition.patchFiles.map { Self.title(ofPatch: $0) }
    return titles.contains(Self.title(ofPatch: patch.path.description))
  }

  /// The file's name without its number: `fix.patch` of `Vendor/patches/x/0002-fix.patch`.
  private static func title(ofPatch path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    let rest = name.drop { $0.isASCII && $0.isNumber }
    return String(rest.count < name.count && rest.first == "-" ? rest.dropFirst() : name)
  }

  // MARK: - Updating it

  private var updateArguments: [String] {
    let version = new.version == package.version ? nil : new.version
    var moved = package
    if let version { moved.version = version }
    let isMoved = package.type != new.type || moved.resolvedSource != new.resolvedSource
    let ref = new.type.pin == .commit ? item.tag ?? item.addition.commit ?? new.ref : nil
    var words = [package.name]
    if let version, !isMoved, leads(version, to: ref) {
      words = ["\(package.name)=\(version)"]
    } else {
      if let version { words += ["--to", version] }
      if isMoved || version != nil && ref == nil {
        words += ["--source", new.resolvedSource, "--type", new.type.rawValue]
      }
      if let ref { words += ["--ref", ref] }
    }
    if let digest = item.addition.archiveDigest { words += ["--sha256", digest.hex] }
    if source.kind == .mesonWrap, new.path != package.path {
      words += ["--path", new.path.description]
    }
    return words
  }

  /// Whether `update NAME=VERSION` alone fetches what is at `ref`; nil for an archive.
  private func leads(_ version: String, to ref: String?) -> Bool {
    let followsSource = package.source.contains("{version}")
    guard let ref else { return followsSource }
    guard !followsSource, let old = package.version, let oldRef = package.ref else { return false }
    return oldRef.contains(old) && oldRef.replacing(old, with: version, maxReplacements: 1) == ref
  }
}
