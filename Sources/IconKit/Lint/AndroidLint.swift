import Findings
public import SafeFiles

/// Checks Android's resource folders: what a build refuses, and layers that it does not find.
///
/// Which densities, layers and formats a project has is its own choice, and debug builds and
/// flavours take what they do not have from `main`.
struct AndroidLint {
  /// The files by their folders; nil for the top.
  private let filesByFolder: [RelativePath?: [RelativePath]]
  /// The path of the top.
  private let root: [RelativePath]
  private let read: (RelativePath) -> [UInt8]?

  /// - Parameters:
  ///   - paths: files below the folder `directory`.
  ///   - read: a file's bytes; nil where it cannot be read.
  init(
    _ paths: some Sequence<RelativePath>, in directory: String,
    read: @escaping (RelativePath) -> [UInt8]? = { _ in nil }
  ) {
    filesByFolder = Dictionary(grouping: paths, by: \.parent)
    // A name that is not a path's component is none of those that are looked for.
    root = (realPath(directory) ?? "").split(separator: "/").compactMap { try? RelativePath($0) }
    self.read = read
  }

  /// All findings.
  var findings: [Finding] {
    let resources = Set(imageFolders.map(\.parent))
    return duplicates + imageFolders.flatMap(missingLayers) + imageFolders.flatMap(wrongSizes)
      + resources.flatMap(misplaced)
  }

  /// Files of one folder that are the same resource: Android's build refuses them.
  var duplicates: [Finding] {
    imageFolders.flatMap { folder in
      Dictionary(grouping: filesByFolder[folder] ?? [], by: Self.resource).values
        .filter { $0.count > 1 }.flatMap { files in
          let files = files.sorted()
          let kept = files.first { $0.bytes.hasSuffix(".png") } ?? files[0]
          return files.filter { $0 != kept }.map { file in
            Finding(
              .duplicateResource, path: file,
              "has the resource name of a file beside it, and Android's build refuses the two",
              remedy: "remove the one that is not used")
          }
        }
    }
  }

  /// The folders whose files are images by name: `mipmap-hdpi`, `drawable`.
  private var imageFolders: [RelativePath] {
    filesByFolder.keys.compactMap { $0 }.filter { folder in
      Self.kinds.contains { kind in
        let name = folder.lastComponent.bytes
        return name == Array(kind.utf8) || name.starts(with: "\(kind)-".utf8)
      }
    }.sorted()
  }

  private static let kinds = ["mipmap", "drawable"]

  /// Layers that an adaptive icon names and no source set of its module has.
  private func missingLayers(in folder: RelativePath) -> [Finding] {
    guard !isFlavour(folder.parent) else { return [] }
    let own = resources(besides: folder.parent)
    return (filesByFolder[folder] ?? []).filter { $0.bytes.hasSuffix(".xml") }.sorted()
      .flatMap { file -> [Finding] in
        guard let text = read(file).map(XMLText.init), text.has("adaptive-icon") else { return [] }
        return Set(text.values(of: "android:drawable")).sorted().filter { name in
          Self.kinds.contains { name.hasPrefix("@\($0)/") } && !own.contains(name)
        }.map { name in
          Finding(
            .missingLayer, path: file,
            "names \(Printable.text(of: name.utf8)), which no resource folder beside it has",
            remedy: "make it with assetkit icons MASTER --preset android, or name another")
        }
      }
  }

  /// WebP files of the wrong size for their density; PNG files are checked as those of the preset.
  private func wrongSizes(in folder: RelativePath) -> [Finding] {
    (filesByFolder[folder] ?? []).filter { $0.bytes.hasSuffix(".webp") }.sorted().compactMap {
      file in
      let name = String(decoding: Self.resource(file), as: UTF8.self)
      guard let expected = Self.sizes["\(folder.lastComponent)/\(name).png"],
        let found = read(file).flatMap(ImageHeader.init)?.size, found != expected
      else { return nil }
      return Finding(
        .wrongSize, path: file, "is \(found) pixels, expected \(expected)",
        remedy: "make it again from the master")
    }
  }

  private static let sizes = Dictionary(
    uniqueKeysWithValues: (Preset.named("android")?.icons ?? []).map {
      ($0.path.description, $0.size)
    })

  /// The images in the resource folder and those of the module's other source sets, as XML names
  /// them.
  private func resources(besides resources: RelativePath?) -> Set<String> {
    let components = resources?.components ?? []
    let isSourceSet = ResourceFolder.levels(above: components) == 3
    return Set(
      imageFolders.filter { folder in
        guard let other = folder.parent?.components else { return resources == nil }
        return isSourceSet
          ? ResourceFolder.levels(above: other) == 3 && other.dropLast(2) == components.dropLast(2)
          : folder.parent == resources
      }.flatMap { folder in
        let kind = String(decoding: folder.lastComponent.bytes, as: UTF8.self).prefix { $0 != "-" }
        return (filesByFolder[folder] ?? []).map { file in
          "@\(kind)/\(String(decoding: Self.resource(file), as: UTF8.self))"
        }
      })
  }

  /// Images that lie in the resource folder itself.
  private func misplaced(in resources: RelativePath?) -> [Finding] {
    guard ResourceFolder.levels(above: root + (resources?.components ?? [])) != nil else {
      return []
    }
    return (filesByFolder[resources] ?? []).filter { $0.bytes.hasSuffix(".png") }.map {
      Finding(
        .misplacedFile, path: $0,
        "lies in the resource folder itself, where Android has no use for it",
        remedy: "move it beside the module's src")
    }
  }

  /// Whether the resource folder is that of a build type or flavour, which adds to `main`.
  private func isFlavour(_ resources: RelativePath?) -> Bool {
    let place = root + (resources?.components ?? [])
    return ResourceFolder.levels(above: place) == 3
      && place[place.count - 2].bytes != Array("main".utf8)
  }

  /// The name of the resource that is in the file: its own up to the first dot.
  private static func resource(_ file: RelativePath) -> [UInt8] {
    Array(file.lastComponent.bytes.prefix { $0 != UInt8(ascii: ".") })
  }
}

extension IconLint {
  /// Checks the folders of Android resources below `directory`, whose files are `linted`.
  ///
  /// - Throws: `FileError` when the folder cannot be opened.
  public static func android(
    _ linted: LintedFolder, in directory: String
  ) throws(FileError) -> IconLint {
    let folder = try DirectoryHandle(path: directory)
    let lint = AndroidLint(linted.surroundings.names, in: directory) {
      // An XML file that cannot be read names no layer.
      try? folder.readFile($0, limitBytes: 1 << 20)
    }
    return IconLint(findings: lint.findings.sorted(), presets: [], checked: 0)
  }
}
