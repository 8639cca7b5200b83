import SafeFiles

extension IconJob {
  /// The same job, with each file `MASTER-N.png` next to a master as its master for squares of N
  /// pixels, where none was given. Files that a run of any part writes do not count.
  public func findingMastersBeside() -> IconJob {
    let outputs = Set(outputs.compactMap(realPath))
    var job = self
    for i in parts.indices { job.parts[i].findMastersBeside(except: outputs) }
    for i in others.indices { job.others[i].findMastersBeside(except: outputs) }
    return job
  }

  /// The files of `findingMastersBeside` that do not exist, but that a later run would find.
  public var possibleMastersBeside: [String] {
    let outputs = Set(outputs.compactMap(realPathOfMissing))
    return parts.flatMap { part in
      part.sources.flatMap { $0.inputs.possibleMastersBeside(for: part.set.squareSides) }
        .map(\.path).filter { path in
          realPath(path) == nil && realPathOfMissing(path).map(outputs.contains) != true
        }
    }
  }

  /// Refuses a report that would replace an input or a file of the run.
  ///
  /// - Throws: `IconError`, naming the file.
  public func checkReport(at path: String) throws(IconError) {
    guard let real = realPath(path) else { return }
    let files = (parts + others).flatMap { part in
      part.sources.flatMap(\.inputs.files) + part.paths.map(location)
    }
    guard !files.contains(where: { realPath($0) == real }) else {
      throw IconError(
        .options, path, "is a master or an icon, and would be replaced by the report",
        remedy: "write the report to another file")
    }
  }

  /// The images that a run of any part writes.
  private var outputs: [String] {
    (parts + others).flatMap { $0.sources.outputs(of: $0.set, in: output) }
  }

  /// Refuses a run that would replace one of its own masters or other images with an icon, and one
  /// that would write a file twice.
  ///
  /// - Throws: `IconError`, naming the file.
  func checkOutputs() throws(IconError) {
    // Some file systems ignore case.
    var partByPath: [String: Part] = [:]
    for part in parts + others {
      let own = Set(part.paths)
      for path in own.sorted() {
        guard let other = partByPath.updateValue(part, forKey: path.description.lowercased())
        else { continue }
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
    for file in (parts + others).flatMap(\.sources).flatMap(\.inputs.filesOnDisk) {
      guard let real = realPath(file), outputs.contains(real) else { continue }
      throw IconError(
        .options, file, "is an input, and would be replaced by an icon",
        remedy: "choose another output folder, or rename it")
    }
  }
}

extension IconJob.Part {
  fileprivate mutating func findMastersBeside(except outputs: Set<String>) {
    sources = sources.map { source in
      var source = source
      source.inputs.addMastersBeside(for: set.squareSides, except: outputs)
      return source
    }
  }

  /// Whether the file is the list of a set in an asset catalog.
  fileprivate func isCatalogSet(_ path: RelativePath) -> Bool {
    sources.contains { source in
      set.documents.contains {
        $0.kind == .imageList && source.folder?.appending($0.path) ?? $0.path == path
      }
    }
  }
}
