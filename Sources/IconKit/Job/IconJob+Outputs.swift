import SafeFiles

extension IconJob {
  /// Refuses a run that would replace one of its own masters or other images with an icon, and one
  /// that would write a file twice.
  ///
  /// - Throws: `IconError`, naming the file.
  func checkOutputs() throws(IconError) {
    var partByPath: [RelativePath: Part] = [:]
    for part in parts + others {
      let own = Set(part.paths)
      for path in own.sorted() {
        guard let other = partByPath.updateValue(part, forKey: path) else { continue }
        // A set in an asset catalog may have images of several parts.
        if part.isCatalogSet(path), other.isCatalogSet(path) { continue }
        throw IconError(
          .options, location(of: path),
          "would be written by both \(other.name ?? "") and \(part.name ?? "")",
          remedy: "give one of them another output, set or preset")
      }
    }
    let outputs = Set(
      parts.flatMap { $0.sources.outputs(of: $0.set, in: output) }.compactMap(realPath))
    for file in parts.flatMap(\.sources).flatMap(\.inputs.files) {
      guard let real = realPath(file), outputs.contains(real) else { continue }
      throw IconError(
        .options, file, "would be replaced by an icon made from it",
        remedy: "choose another output folder, or rename it")
    }
  }
}

extension IconJob.Part {
  /// Whether the file is the list of a set in an asset catalog.
  fileprivate func isCatalogSet(_ path: RelativePath) -> Bool {
    sources.contains { source in
      set.documents.contains {
        $0.kind == .imageList && source.folder?.appending($0.path) ?? $0.path == path
      }
    }
  }
}
