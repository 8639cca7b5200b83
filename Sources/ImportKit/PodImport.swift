import SafeFiles
import TextFormats
import VendorKit

/// Imports a `Podfile.lock`.
struct PodImport {
  private let path: RelativePath
  private let root: ImportRoot
  private let pods: [PodfileLock.Pod]

  init(_ path: RelativePath, _ root: ImportRoot) throws {
    self.path = path
    self.root = root
    pods = try PodfileLock(try root.read(path), file: path.description).pods
  }

  func plan(_ fetcher: SourceFetcher, _ options: ImportOptions) async throws -> ImportPlan {
    var plan = ImportPlan()
    plan.names = Set(pods.map(\.name))
    let wanted = pods.filter { options.takes($0.name) }
    var specs: [String: Podspec] = [:]
    for (pod, found) in zip(wanted, await PodspecSearch(fetcher, options).specs(of: wanted)) {
      do {
        let found = try found.get()
        if let found { specs[pod.name] = found.spec }
        plan.items.append(try item(pod, found, options))
      } catch {
        plan.refusals.append(.init(pod.name, error))
      }
    }
    plan.afterwards = { [specs] added, root in
      try PodManifest(pods: pods, specs: specs, added: added.map(\.package), root: root).followUps
    }
    return plan
  }

  private func item(
    _ pod: PodfileLock.Pod, _ found: PodspecSearch.Found?, _ options: ImportOptions
  ) throws -> ImportPlan.Item {
    if let spec = found?.spec { try Self.checkBinaries(of: spec, pod.name, options) }
    let source =
      pod.external["git"] == nil
      ? try PodSource(spec: found?.spec.document["source"], pod: pod)
      : try PodSource(external: pod)
    var addition = try source.addition(of: pod)
    addition.package.license = found?.spec.license
    let subspecs = pod.subspecs
    let name = pod.name
    let spec = found?.spec
    addition.prepare = { addition, files in
      let names = try await files.names()
      if source.flattens(names) { addition.package.strip = 1 }
      var spec = spec
      if spec == nil {
        spec = try await Self.specInside(files, names, name, subspecs)
        if let spec { try Self.checkBinaries(of: spec, name, options) }
      }
      guard let spec else {
        addition.remarks.append(
          "its podspec is Ruby, which is not run, so all files are taken; to have only the pod's and a "
            + "Package.swift, write it with 'pod ipc spec \(name).podspec >SPECS/\(name).podspec.json' "
            + "and give --specs SPECS")
        return
      }
      try Self.select(spec, name, names, &addition)
    }
    return ImportPlan.Item(
      addition: addition,
      cautions: source.cautions + (found?.cautions ?? []) + (found?.spec.cautions ?? []))
  }

  /// The spec in a repository, where it is JSON.
  private static func specInside(
    _ files: SourceFiles, _ names: [[UInt8]], _ name: String, _ subspecs: [String]
  ) async throws -> Podspec? {
    let file = "\(name).podspec.json"
    guard names.contains(Array(file.utf8)),
      let content = try await files.contents(
        matching: [file], strip: 0, limitBytes: PodspecSearch.limitBytes
      ).first(where: { $0.path.description == file })
    else { return nil }
    return try Podspec(content.file.bytes, file: file, name: name, subspecs: subspecs)
  }

  private static func checkBinaries(
    of spec: Podspec, _ name: String, _ options: ImportOptions
  ) throws {
    let binaries = spec.strings(
      "vendored_frameworks", "vendored_framework", "vendored_libraries", "vendored_library")
    guard binaries.isEmpty || options.allowsBinaries else {
      throw ImportError(
        name, "brings what is already compiled: \(binaries.joined(separator: ", "))",
        remedy: "give --allow-binaries, and read what 'assetkit vendor audit' says of it")
    }
  }

  /// The attributes of a spec that name files.
  private static let fileAttributes = [
    "source_files", "public_header_files", "private_header_files", "project_header_files",
    "resources", "resource", "resource_bundles", "resource_bundle", "preserve_paths",
    "preserve_path", "vendored_frameworks", "vendored_framework", "vendored_libraries",
    "vendored_library", "module_map", "prefix_header_file", "on_demand_resources",
  ]

  /// Selects the files that the spec names; a folder that it names is taken with everything in it.
  private static func select(
    _ spec: Podspec, _ name: String, _ names: [[UInt8]], _ addition: inout Vendoring.Addition
  ) throws {
    var patterns = fileAttributes.flatMap { spec.strings($0) }
    patterns += spec.values(["license"]).compactMap { $0["file"]?.text }
    patterns.append("\(name).podspec.json")
    let files = names.map {
      Array($0.split(separator: UInt8(ascii: "/")).dropFirst(addition.package.strip))
    }
    var include: [String] = []
    for pattern in patterns {
      let globs = PodPatterns.globs(pattern).flatMap { [$0, $0 + "/**"] }.filter { glob in
        // What is no glob matches nothing.
        guard let glob = try? Glob(glob) else { return false }
        return files.contains { glob.matches($0) }
      }
      if globs.isEmpty, pattern != "\(name).podspec.json" {
        addition.remarks.append("the spec names '\(pattern)', which matches no file")
      }
      include += globs.filter { !include.contains($0) }
    }
    guard !include.isEmpty else {
      throw ImportError(
        name, "has no files of its own",
        remedy: "leave it out with --except \(name); its dependencies are pods of their own")
    }
    addition.package.include = include
  }
}
