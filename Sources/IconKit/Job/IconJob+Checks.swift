import Findings
public import SafeFiles

extension IconJob {
  /// Makes all files in memory and compares the output folder with them.
  ///
  /// - Parameter presets: the presets whose files count as left over.
  /// - Returns: the findings, and how many files were expected.
  /// - Throws: as `write`, and `FileError` when the folder exists and cannot be read.
  public func check(
    presets: [Preset] = Preset.recognised,
    progress: IconProgress = IconProgress(), warn: @escaping Warn = { _ in }
  ) async throws -> (check: IconCheck, count: Int) {
    try checkOutputs()
    let files = try await render(progress: progress, warn: warn)
    var places: [RelativePath?: [Preset]] = [:]
    for part in parts {
      for source in part.sources { places[source.folder, default: presets] += part.set.presets }
    }
    var check = try IconCheck.compare(
      output, with: files, leftOversIn: places,
      except: Set((parts + others).flatMap { $0.paths + $0.excludedPaths }))
    let entries = Dictionary(parts.flatMap { part in part.paths.map { ($0, part.name) } }) { a, _ in
      a
    }
    check.findings += parts.flatMap(duplicates).map { duplicate in
      var finding = duplicate
      finding.rule = CheckRules.leftOver
      return finding
    }
    check.findings.sort()
    for i in check.findings.indices {
      check.findings[i].entry = check.findings[i].path.flatMap { entries[$0] ?? nil }
    }
    return (check, files.count)
  }

  /// Checks `files`, which were just put in place, against the rules of stores, devices and Xcode.
  /// Other files in the folder are not checked.
  ///
  /// - Throws: `PoolError` when no thread can be started.
  public func lint(_ files: [IconFile]) throws -> IconLint {
    // If the folder cannot be opened, no other file is assumed to exist.
    let folder = try? DirectoryHandle(path: output)
    return IconLint.union(
      try parts.map { part in
        let paths = Set(part.paths)
        let moved = part.sources.reduce(into: [:]) { $0.merge($1.moved) { a, _ in a } }
        let usual = Dictionary(moved.map { ($1, $0) }) { a, _ in a }
        let known = Preset.recognised.filter { preset in
          !part.set.presets.contains { $0.name == preset.name }
        }
        return try IconLint.judge(
          files.filter { paths.contains($0.path) }.map { $0.moved(by: usual) },
          of: known + part.set.presets, threads: part.renderer.threads,
          isThere: { (try? folder?.statusIfPresent(of: moved[$0] ?? $0)) != nil }
        ).moved(to: { moved[$0] ?? $0 }).adding(duplicates(of: part)).attributed(to: part.name)
      })
  }

  /// Files in the output folder that Android's build takes for the same resource as one of `part`.
  private func duplicates(of part: Part) -> [Finding] {
    // A folder that does not exist or cannot be read has no files beside those of the run.
    guard let folder = try? DirectoryHandle(path: output) else { return [] }
    let own = Set(part.paths)
    let beside = Set(own.compactMap(\.parent)).flatMap { place -> [RelativePath] in
      let entries = (try? folder.subdirectory(place).entries()) ?? []
      return entries.compactMap { entry in (try? entry.path()).map(place.appending) }
    }
    return AndroidLint(own.union(beside), in: output).duplicates.filter { finding in
      finding.path.map { !own.contains($0) } ?? false
    }
  }

  /// Checks the files that a run would write, as they are in the output folder.
  ///
  /// - Throws: `FileError` when one cannot be read, `PoolError` when no thread can be started.
  public func lintOutput() throws -> IconLint {
    let folder = try ifPresent { () throws(FileError) in try DirectoryHandle(path: output) }
    func isThere(_ path: RelativePath) -> Bool {
      // What cannot be looked at is not there for the one who builds, either.
      (try? folder?.statusIfPresent(of: path)) != nil
    }
    return IconLint.union(
      try parts.flatMap { part in
        try part.sources.map { source in
          let files = try part.set.paths.compactMap { path -> IconFile? in
            let bytes = try folder.flatMap { folder in
              try ifPresent { () throws(FileError) in
                try folder.readFile(source.place(of: path), limitBytes: 1 << 28)
              }
            }
            return bytes.map { IconFile(path: path, bytes: $0) }
          }
          return try IconLint.judge(
            files, presets: part.set.presets, threads: part.renderer.threads,
            isThere: { isThere(source.place(of: $0)) },
            remedy: part.name.map { "make it with assetkit icons --only \($0)" },
            allowingGaps: false
          ).moved(to: source.place).adding(duplicates(of: part)).attributed(to: part.name)
        }
      })
  }
}

extension IconJob.Part {
  /// The paths of its files below the job's output folder.
  public var paths: [RelativePath] { placed(set.paths) }

  /// The paths below the job's output folder of what was excluded.
  var excludedPaths: [RelativePath] { placed(Array(set.excluded)) }

  private func placed(_ paths: [RelativePath]) -> [RelativePath] {
    sources.flatMap { source in paths.map(source.place) }
  }
}
