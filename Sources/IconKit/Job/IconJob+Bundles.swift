import SafeFiles

/// Icon Composer bundles that are there already: their `icon.json` belongs to whoever composed it.
extension IconJob {
  /// What a run does with the bundles in its output folder.
  struct Bundles {
    /// Images that are not written, because the existing `icon.json` does not refer to them.
    var unused: Set<RelativePath> = []
    var warnings: [IconWarning] = []
  }

  /// - Throws: `IconError` for a bundle that refers to none of the run's images or cannot be read,
  ///   `FileError`.
  func bundles() throws -> Bundles {
    let folder = try DirectoryHandle.existing(output)
    var bundles = Bundles()
    for part in parts {
      for source in part.sources {
        for document in part.set.documents where document.kind == .iconComposer {
          let path = source.folder?.appending(document.path) ?? document.path
          let bytes = try folder.flatMap { folder in
            try ifPresent { () throws(FileError) in
              try folder.readFile(path, limitBytes: 16 << 20)
            }
          }
          if let bytes {
            let images = part.set.paths.filter {
              $0.iconBundle == document.path.parent && $0 != document.path
            }.map { source.folder?.appending($0) ?? $0 }
            try add(images, of: path, bytes, to: &bundles)
          } else if source.inputs.images[.foreground] == nil,
            source.inputs.images[.background] == nil
          {
            bundles.warnings.append(
              IconWarning(
                location(of: path.parent ?? path),
                "has the whole icon as its only layer, so the system's glass has nothing to act on",
                remedy: "give the drawing without its background as --foreground"))
          }
        }
      }
    }
    return bundles
  }

  private func add(
    _ images: [RelativePath], of path: RelativePath, _ bytes: [UInt8], to bundles: inout Bundles
  ) throws(IconError) {
    let place = location(of: path)
    guard let bundle = IconBundle(bytes) else {
      throw IconError(
        .unwritable, place, "is not a JSON object, and is not rewritten",
        remedy: "repair it, or move it away")
    }
    let used = Set(bundle.imageNames)
    let unused = images.filter { !used.contains($0.lastComponent.description) }
    let names = unused.map(\.lastComponent.description).joined(separator: ", ")
    guard unused.count < images.count else {
      throw IconError(
        .unwritable, place, "exists and refers to none of the images of this run: \(names)",
        remedy: "give a layer one of these images in Icon Composer, or move icon.json away to have "
          + "it made anew")
    }
    guard !unused.isEmpty else { return }
    bundles.unused.formUnion(unused)
    bundles.warnings.append(
      IconWarning(
        place, "exists and does not refer to \(names): not written",
        remedy: "add a layer for it in Icon Composer"))
  }

  // MARK: - A bundle as master

  /// The images of the source's bundle that the part's set is made from.
  func compose(_ part: Part, _ source: IconSource) async throws -> [String: EncodedPNG] {
    guard let bundle = source.inputs.bundle else { return [:] }
    var images: [String: EncodedPNG] = [:]
    // With the defaults, whatever the icons are made with: what a bundle looks like is its own matter.
    let renderer = IconRenderer(kernel: try Kernel.preferred(), threads: part.renderer.threads)
    for file in IconPlan.files(source.inputs, for: part.set).sorted() {
      guard let wanted = bundle.source(named: file) else { continue }
      images[file] = try await bundle.image(for: wanted, by: renderer)
    }
    return images
  }

  /// A warning for each master that is a bundle, of what its images cannot show.
  var effectsLeftOut: [IconWarning] {
    var seen: Set<String> = []
    return parts.flatMap(\.sources).compactMap(\.inputs.bundle).filter {
      seen.insert($0.path).inserted
    }
    .compactMap { bundle in
      bundle.leftOut.map {
        IconWarning(bundle.path, "is drawn flat, without what only Apple's systems render: \($0)")
      }
    }
  }
}
