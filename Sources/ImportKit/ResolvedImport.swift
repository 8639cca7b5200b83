import SafeFiles
import VendorKit

/// Imports a `Package.resolved`.
struct ResolvedImport {
  private let path: RelativePath
  private let root: ImportRoot
  private let pins: [PackageResolved.Pin]

  init(_ path: RelativePath, _ root: ImportRoot) throws {
    self.path = path
    self.root = root
    pins = try PackageResolved(try root.read(path), file: path.description).pins
  }

  func plan(
    _ fetcher: SourceFetcher, _ options: ImportOptions
  ) async throws -> ImportPlan {
    var plan = ImportPlan()
    plan.names = Set(pins.map(\.identity))
    var taken: [GitPin] = []
    for pin in pins where options.takes(pin.identity) {
      guard pin.kind == "remoteSourceControl", let revision = pin.revision else {
        plan.refusals.append(Self.refusal(of: pin))
        continue
      }
      taken.append(
        GitPin(
          name: pin.identity, url: pin.location, commit: revision, version: pin.version,
          branch: pin.branch, purlType: .swift))
    }
    // What is vendored already, or goes with this run, is found beside the manifest that names it.
    let names = Set(taken.map(\.name)).union(try root.lock().packages.map(\.name))
    let refs = options.isDry ? nil : await fetcher.refs(of: taken.map(\.url))
    plan.add(taken, refs: refs)
    for index in plan.items.indices {
      plan.items[index].addition.prepare = { addition, files in
        try await Self.useFolders(in: &addition, files, names)
      }
    }
    let manifests = self
    plan.afterwards = { added, root in
      try manifests.followUps(for: Set(names), added.map(\.package), root)
    }
    return plan
  }

  private static func refusal(of pin: PackageResolved.Pin) -> ImportPlan.Refusal {
    switch pin.kind {
    case "registry":
      .init(
        name: pin.identity, reason: "comes from a package registry, which pins no commit",
        remedy: "depend on its repository by url, resolve, and import again")
    case "localSourceControl":
      .init(
        name: pin.identity, reason: "is a repository on this machine: \(pin.location)",
        remedy: "depend on it by an address that other machines reach")
    case "remoteSourceControl": .init(name: pin.identity, reason: "has no 'revision'")
    default: .init(name: pin.identity, reason: "is of the unknown kind '\(pin.kind)'")
    }
  }

  // MARK: - Manifests of packages

  /// Makes the patch that turns the addresses in a package's manifests into the folders beside it.
  private static func useFolders(
    in addition: inout Vendoring.Addition, _ files: SourceFiles, _ names: Set<String>
  ) async throws {
    let manifests = try await files.names().filter(SwiftManifest.isName)
    guard !manifests.isEmpty else {
      addition.remarks.append("has no Package.swift at its top")
      return
    }
    var diff: [UInt8] = []
    let patterns = manifests.map { String(decoding: $0, as: UTF8.self) }
    for (path, file) in try await files.contents(
      matching: patterns, strip: 0, limitBytes: SwiftManifest.limitBytes)
    {
      let manifest = SwiftManifest(file.bytes) { names.contains($0) ? "../\($0)" : nil }
      diff += try UnifiedDiff.text(
        of: path, from: file,
        to: FileSnapshot(bytes: manifest.rewritten, isExecutable: file.isExecutable))
      for url in manifest.binaries {
        addition.remarks.append("\(path) has a binary target that a build downloads: \(url)")
      }
    }
    guard !diff.isEmpty else { return }
    let head = "Use the vendored packages beside this one in place of their addresses.\n\n"
    addition.madePatches = [
      .init(title: "vendored-dependencies", bytes: Array(head.utf8) + diff)
    ]
  }

  // MARK: - What is left to the person

  private func followUps(
    for names: Set<String>, _ added: [Lock.Package], _ root: ImportRoot
  ) throws -> [FollowUp] {
    var steps: [FollowUp] = []
    let folder = path.parent
    if added.contains(where: { $0.name == "swift-syntax" }) {
      steps.append(
        FollowUp(
          .note,
          "swift-syntax is compiled from source when it is a folder: by its address, SwiftPM "
            + "takes a prebuilt copy of it"))
    }
    var diff: [UInt8] = []
    var remaining: [String] = []
    let entries = try (folder.map { try root.handle.subdirectory($0) } ?? root.handle).entries()
    for entry in entries.filter({ SwiftManifest.isName($0.name) }).sorted(by: {
      $0.name.lexicographicallyPrecedes($1.name)
    }) {
      let name = try entry.path()
      let file = folder.map { $0.appending(name) } ?? name
      let bytes = try root.read(file)
      let manifest = SwiftManifest(bytes) { identity in
        guard names.contains(identity), let path = Lock.Package.defaultPath(of: identity) else {
          return nil
        }
        return ImportRoot.reference(to: path, from: folder)
      }
      diff += try UnifiedDiff.text(
        of: file, from: FileSnapshot(bytes: bytes),
        to: FileSnapshot(bytes: manifest.rewritten))
      remaining += manifest.remaining.map { "\(file): \($0)" }
    }
    if !diff.isEmpty {
      steps.append(
        FollowUp(
          .diff, "to build from Vendor/, apply this to your manifest with 'git apply'",
          String(decoding: diff, as: UTF8.self)))
    } else if isXcodes {
      let folders = added.map { "  \($0.path)\n" }.joined()
      steps.append(
        FollowUp(
          .note,
          "in Xcode, remove these package dependencies and add the folders as local packages",
          folders))
    }
    for address in remaining {
      steps.append(FollowUp(.note, "stays an address, because it is not vendored: \(address)"))
    }
    return steps
  }

  /// Whether Xcode wrote the file, for a project or a workspace that has no manifest.
  private var isXcodes: Bool {
    path.components.dropLast().suffix(2).map(\.description) == ["xcshareddata", "swiftpm"]
  }
}
