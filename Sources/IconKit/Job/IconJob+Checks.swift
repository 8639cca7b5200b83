import Findings
public import SafeFiles

extension IconJob {
  /// Makes all files in memory and compares the output folder with them.
  ///
  /// - Parameters:
  ///   - presets: the presets whose files count as left over.
  ///   - progress: how much is done, for a display.
  ///   - warn: called with each warning, from any thread.
  /// - Returns: the findings, and how many files were expected.
  /// - Throws: as `write`, and `FileError` when the folder exists and cannot be read.
  public func check(
    presets: [Preset] = Preset.recognised,
    progress: IconProgress = IconProgress(), warn: @escaping Warn = { _ in }
  ) async throws -> (check: IconCheck, count: Int) {
    let job = try placed()
    try job.checkOutputs()
    let documents = try job.documents()
    // The names of images in a damaged catalog are not known.
    let files = try await job.render(documents, progress: progress, warn: warn)
      .filter { file in !documents.problems.contains { file.path.isInside($0.folder) } }
    var places: [RelativePath?: [Preset]] = [:]
    for part in job.parts {
      for source in part.sources { places[source.folder, default: presets] += part.set.presets }
    }
    let unused = Set(documents.unused.flatMap(\.files))
    let folder = try DirectoryHandle.existing(output)
    let masters = folder.map(inputs) ?? []
    var check = try IconCheck.compare(
      output, with: files, leftOversIn: places,
      except: Set((job.parts + job.others).flatMap { $0.paths + $0.excludedPaths }).union(unused)
        .union(masters))
    check.add(documents.unused)
    for problem in documents.problems { check.add(problem.error, at: problem.path) }
    let parts = job.parts
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

  /// The files in the output folder that are named as those of the parts' own presets and sizes, but
  /// are not made and not named by a catalog; no text, which others may refer to.
  func leftOver() throws(FileError) -> [RelativePath] {
    let folder = try DirectoryHandle.existing(output)
    guard let folder else { return [] }
    let known = Set((parts + others).flatMap { $0.paths + $0.excludedPaths })
    var found: Set<RelativePath> = []
    for part in parts {
      for source in part.sources {
        let paths = try IconCheck.leftOvers(
          in: folder, below: source.folder, of: part.set.presets, hasSizes: part.set.hasSizes)
        // A large image may be somebody's master, whatever its name.
        found.formUnion(
          paths.filter { path in
            guard !known.contains(path), path.isImage else { return false }
            guard IconCheck.isSizeName(path.lastComponent.bytes) else { return true }
            // What cannot be read is nobody's to remove.
            let bytes = try? folder.readFile(path, limitBytes: 64 << 20)
            return bytes.map { UnusedImages.tellsSide(path.lastComponent.text, of: $0) } ?? false
          })
      }
    }
    return found.subtracting(inputs(in: folder)).sorted()
  }

  /// Checks `files`, which were just put in place, against the rules of stores, devices and Xcode.
  /// Other files in the folder are not checked.
  ///
  /// - Throws: `PoolError` when no thread can be started.
  public func lint(_ files: [IconFile]) throws -> IconLint {
    try union { part, source in
      let paths = Set(part.set.paths)
      let usual = Dictionary(source.moved.map { ($1, $0) }) { a, _ in a }
      let made = files.map { $0.moved(by: usual) }.compactMap { file -> IconFile? in
        guard let path = file.path.below(source.folder), paths.contains(path) else { return nil }
        return file.moved(to: path)
      }
      let (_, surroundings) = around(part, source)
      return try IconLint.judge(
        made, presets: part.set.presets, threads: part.renderer.threads,
        in: surroundings.withoutNames, remedy: remedy(part, source))
    }
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

  /// Checks the files that a run would write, as they are in the output folder, and whatever else is
  /// in their icon sets.
  ///
  /// - Throws: `FileError` when one cannot be read, `PoolError` when no thread can be started.
  public func lintOutput() throws -> IconLint {
    let folder = try DirectoryHandle.existing(output)
    let masters = folder.map(inputs) ?? []
    var lint = try union { part, source in
      let (inSets, surroundings) = around(part, source)
      var files = Dictionary(inSets.map { ($0.path, $0) }) { a, _ in a }
      for path in part.set.paths where files[path] == nil {
        files[path] = try folder.flatMap { folder in
          try ifPresent { () throws(FileError) in
            try folder.readFile(source.place(of: path), limitBytes: 1 << 28)
          }
        }.map { IconFile(path: path, bytes: $0) }
      }
      return try IconLint.judge(
        Array(files.values), presets: part.set.presets, threads: part.renderer.threads,
        in: surroundings, remedy: remedy(part, source), allowingGaps: false)
    }
    lint.findings.removeAll { finding in
      finding.rule == .orphanFile && finding.path.map(masters.contains) == true
    }
    return lint
  }

  /// What `lint` finds in the folder of each source, as findings of its entry.
  private func union(_ lint: (Part, IconSource) throws -> IconLint) rethrows -> IconLint {
    IconLint.union(
      try parts.flatMap { part in
        try part.sources.map { source in
          try lint(part, source).moved(to: source.place).adding(duplicates(of: part))
            .attributed(to: part.name)
        }
      })
  }

  /// The files in the icon sets that a part writes to, and what lies around them. What cannot be read is not there for
  /// the one who builds, either.
  private func around(
    _ part: Part, _ source: IconSource
  ) -> (files: [IconFile], surroundings: IconLint.Surroundings) {
    let place = place(of: source)
    let folder = try? DirectoryHandle(path: output)
    var files: [IconFile] = []
    var surroundings = IconLint.Surroundings()
    for set in Set(part.set.paths.compactMap(\.iconSet)).sorted() {
      guard let linted = try? LintedFolder("\(place)/\(set.text)") else { continue }
      files += linted.files.map { $0.moved(to: set.appending($0.path)) }
      surroundings.names += linted.surroundings.names.map(set.appending)
      surroundings.settings = linted.surroundings.settings
      surroundings.root = linted.surroundings.root?.dropping(set.components.count)
    }
    surroundings.isThere = { (try? folder?.statusIfPresent(of: source.place(of: $0))) != nil }
    return (files, surroundings)
  }

  private func place(of source: IconSource) -> String {
    guard let folder = source.folder else { return output }
    return output == "." ? folder.text : "\(output)/\(folder.text)"
  }

  private func remedy(_ part: Part, _ source: IconSource) -> IconRemedy {
    let names = part.name.map { name in part.set.paths.map { ($0, name) } } ?? []
    return IconRemedy(folder: place(of: source), entries: Dictionary(names) { a, _ in a })
  }
}

extension IconJob.Part {
  /// The paths of its files below the job's output folder.
  public var paths: [RelativePath] { placed(set.paths) }

  /// The paths below the job's output folder of what was excluded.
  var excludedPaths: [RelativePath] {
    placed(Array(set.excluded) + set.excludedIcons.map(\.path))
  }

  private func placed(_ paths: [RelativePath]) -> [RelativePath] {
    sources.flatMap { source in paths.map(source.place) }
  }
}
