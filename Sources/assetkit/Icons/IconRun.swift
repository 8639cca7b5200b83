import Findings
import IconKit
import SafeFiles
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Runs a job and prints its results. May run more than once.
struct IconRun: Sendable {
  let job: IconJob
  let isQuiet: Bool
  let preview: PreviewFile?
  /// The masters for single sizes and the SVGs that were given; others were found.
  let given: [String]
  /// The path of `assetkit.toml`; nil where the run does not depend on it.
  let projectFile: String?
  /// The entries that the run is of; nil where masters were named.
  var project: Project?
  /// Whether what has no use any more is removed.
  var prunes = false

  /// Every file that a change of would make another run differ.
  var inputs: [String] {
    let sources = job.parts.flatMap(\.sources)
    var seen: Set<String> = []
    return
      ([projectFile].compactMap { $0 } + sources.flatMap(\.inputs.filesOnDisk)
      + sources.compactMap(\.inputs.drawing?.path) + job.possibleMastersBeside)
      .filter { seen.insert($0).inserted }
  }

  /// Those of them that exist.
  ///
  /// - Throws: `IconError` where one is missing that is not only looked for.
  func existingInputs() throws(IconError) -> [String] {
    let lookedFor = Set(job.possibleMastersBeside)
    var existing: [String] = []
    for file in inputs where !lookedFor.contains(file) {
      guard access(file, F_OK) == 0 else {
        throw IconError(
          .options, file, "does not exist, and the icons of \(title) are made from it",
          remedy: "restore it, or name another file in assetkit.toml")
      }
      existing.append(file)
    }
    return existing
  }

  /// Refuses a file that the icons are made from and whoever called does not know.
  func checkInputs(are known: [String]) throws(IconError) {
    guard let unknown = try existingInputs().first(where: { !known.contains($0) }) else { return }
    throw IconError(
      .options, unknown,
      "is one of the files that the icons are made from, and no --input names it",
      remedy: "plan the build anew, which lists them; with SwiftPM: touch Package.swift")
  }

  /// Prints which masters for single sizes were found, and which SVG.
  func tellOfMasters(since earlier: IconRun? = nil) {
    guard !isQuiet else { return }
    let known = Set(earlier?.found.map(\.path) ?? [])
    for (side, path) in found where !known.contains(path) {
      Console.message(path, "is used for icons of \(side) pixels")
    }
    for path in foundDrawings where earlier?.foundDrawings.contains(path) != true {
      Console.message(path, "is used as the SVG of the master")
    }
  }

  private var foundDrawings: [String] {
    var seen = Set(given)
    return job.parts.flatMap(\.sources).compactMap(\.inputs.drawing?.path)
      .filter { seen.insert($0).inserted }
  }

  private var found: [(side: Int, path: String)] {
    var seen = Set(given)
    return job.parts.flatMap(\.sources).flatMap { source in
      source.inputs.masterBySide.sorted { $0.key < $1.key }
        .filter { seen.insert($0.value).inserted }.map { ($0.key, $0.value) }
    }
  }

  /// What messages call the run: its folder, or its entries.
  private var title: String {
    guard let names = project?.names else { return job.title }
    return names.count > 3 ? "\(names.count) entries" : names.joined(separator: ", ")
  }

  /// Makes all icons, puts those that changed in place together, and prints a summary line.
  func write() async throws {
    let start = ContinuousClock.now
    let written = try await showingProgress {
      try await job.write(prunes: prunes, progress: $0, warn: warn)
    }
    let duration = ContinuousClock.now - start
    let lint = isQuiet && preview == nil ? nil : try job.lint(written.files)
    // After the icons, because writing those may replace the folder that the preview goes to.
    if let preview, let lint {
      try preview.write(try preview.bytes(of: show(written.files, lint.findings)))
    }
    if !isQuiet {
      if let lint { IconLintReport(lint: lint, folder: job.output).warn() }
      tell(of: written.unused, leftOver: written.leftOver)
      Console.message(title, Self.summary(of: written, in: duration))
    }
  }

  /// Removes the sets of icons that are not made any more from a catalog that only a build writes.
  func removeOtherSets() throws {
    guard let folder = try DirectoryHandle.existing(job.output) else { return }
    let made = Set(job.parts.flatMap(\.paths).map { $0.components[0] })
    let endings = [".appiconset", ".brandassets", ".solidimagestack"]
    for entry in try folder.entries() where entry.kind == .directory {
      let path = try entry.path()
      guard !made.contains(path), endings.contains(where: path.description.hasSuffix) else {
        continue
      }
      try folder.removeTree(path)
      Console.message(job.location(of: path), "is removed; no entry makes it any more")
    }
  }

  /// Names what has no use any more, one line for each folder of a catalog.
  private func tell(of unused: [UnusedImages], leftOver: [RelativePath]) {
    for unused in unused {
      let files = unused.files.map(\.lastComponent.description)
      let counts = [
        unused.labels.isEmpty
          ? nil : unused.labels.count == 1 ? "1 entry" : "\(unused.labels.count) entries",
        files.isEmpty ? nil : Console.count(files.count, "file"),
      ].compactMap(\.self).joined(separator: " and ")
      let names = (files + unused.labels.filter { !files.contains($0) }).map {
        Printable.text(of: $0.utf8)
      }.joined(separator: ", ")
      Console.message(
        unused.folder.map(job.location) ?? job.output,
        prunes ? "removed \(counts) without use: \(names)" : "has \(counts) without use: \(names)",
        remedy: prunes ? nil : "remove them with --prune")
    }
    if prunes, !leftOver.isEmpty {
      Console.message(
        title,
        "removed \(Console.count(leftOver.count, "file")) of an earlier run: "
          + leftOver.map(\.description).joined(separator: ", "))
    }
  }

  private static func summary(of written: IconJob.Written, in duration: Duration) -> String {
    let files = written.files
    let sides = files.flatMap(\.sides)
    // A bundle of SVG files has no pixels.
    let range =
      if let smallest = sides.min(), let largest = sides.max() {
        smallest == largest ? "\(smallest) pixels, " : "\(smallest) to \(largest) pixels, "
      } else {
        ""
      }
    let bytes = files.reduce(0) { $0 + $1.bytes.count }
    let hundredths = Int(duration / .milliseconds(10))
    let fraction = hundredths % 100
    let count = Console.count(files.count, "file")
    let done =
      switch written.changed {
      case files.count: "wrote \(count)"
      case 0: "\(count), all unchanged"
      default: "wrote \(written.changed) of \(count), the others are unchanged"
      }
    return "\(done), \(range)"
      + "\((bytes + 512) / 1024) KiB, in \(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }

  private func show(_ files: [IconFile], _ findings: [Finding]) -> IconPreview {
    let sources = job.parts.flatMap { part in part.sources.map { (part, $0) } }
    let groups = sources.enumerated().map { index, made in
      let (part, source) = made
      let paths = Set(part.set.paths.map(source.place))
      var name = Self.name(of: source.inputs.master, withExtension: false)
      if let entry = part.name {
        // An entry with several output folders has a part for each.
        let isAlone = job.parts.filter { $0.name == entry }.count == 1
        name = Printable.text(
          of: (isAlone ? entry : "\(entry): \(source.folder?.description ?? ".")").utf8)
      }
      var group = IconPreview.Group(
        name: name, files: files.filter { paths.contains($0.path) }, set: part.set,
        folder: source.folder,
        // What concerns no file, or none of a group's, stands in the first group.
        findings: findings.filter { finding in
          guard let path = finding.path else { return index == 0 }
          return paths.contains(path) || index == 0 && !files.contains { $0.path == path }
        }, ground: source.inputs.background)
      group.moved = source.moved
      return group
    }
    var seen: Set<String> = []
    let names = sources.map { Self.name(of: $1.inputs.master, withExtension: true) }
      .filter { seen.insert($0).inserted }
    return IconPreview(title: names.joined(separator: ", "), groups: groups)
  }

  /// The name of a file without its folder.
  private static func name(of path: String, withExtension: Bool) -> String {
    let name = path.split(separator: "/").last ?? ""
    let dot = name.dropFirst().lastIndex(of: ".")
    return Printable.text(of: (withExtension ? name : name[..<(dot ?? name.endIndex)]).utf8)
  }

  /// Prints the path of every file, and the size of each image or `removed`.
  func list() throws {
    let listing = try job.list(prunes: prunes, warn: warn)
    for file in listing.files {
      Console.result(
        job.location(of: file.path) + (file.size.map { "\t\($0.width)\t\($0.height)" } ?? ""))
    }
    let unused = Set(listing.unused.flatMap(\.files) + listing.leftOver)
    guard prunes else {
      if !isQuiet { tell(of: listing.unused, leftOver: []) }
      return
    }
    for path in unused.sorted() { Console.result("\(job.location(of: path))\tremoved") }
  }

  /// Reports the files that are missing, differ or are left over.
  ///
  /// As JSON, `schema` 2: `output`, the folder; `entries`, the names of those of assetkit.toml;
  /// `checked`, the number of files expected; `findings`, with paths relative to the folder and,
  /// where it belongs to one, the `entry`.
  ///
  /// - Throws: the exit status 1 when there are any, `FileError` for the SARIF file.
  func check(asJSON: Bool, sarif: OutputFile?) async throws {
    let (findings, count) = try await compared()
    try FindingReport(
      findings: findings, rules: CheckRules.all,
      document: [
        "schema": 2, "output": .string(job.output),
        "entries": (project?.names).map(JSON.strings), "checked": .integer(count),
      ], folder: folder, category: "icons check"
    ).write(asJSON: asJSON, sarif: sarif)
    guard findings.isEmpty else { throw ExitStatus.found }
    if !isQuiet {
      let verb = project.map { $0.names.count > 1 } == true ? "are" : "is"
      Console.message(title, "\(verb) up to date: \(Console.count(count, "file"))")
    }
  }

  /// What differs from a run, drawings of masters included, and how many files a run makes.
  func compared() async throws -> (findings: [Finding], count: Int) {
    let presets =
      Preset.recognised + (try project?.presets ?? ProjectFile.nearest()?.presets() ?? [])
    let (check, count) = try await showingProgress {
      try await job.check(
        presets: presets, progress: $0, warn: warn)
    }
    let drawings = try (project?.drawings ?? []).compactMap { try $0.finding() }
    return ((check.findings + drawings).sorted(), count)
  }

  /// Checks the files as they are against the rules of stores and devices.
  ///
  /// - Throws: the exit status 1 when there are findings, `IconError` when no file is there.
  func lint(asJSON: Bool, sarif: OutputFile?) throws {
    let lint = try job.lintOutput()
    guard lint.checked > 0 || !lint.findings.isEmpty else {
      throw IconError(
        .options, title, "has no files that can be checked", remedy: "make them first")
    }
    try IconLintReport(
      lint: lint, folder: job.output, title: title, entries: project?.names
    ).print(asJSON: asJSON, sarif: sarif, quiet: isQuiet)
  }

  /// The folder of the findings' paths; nil for the current one.
  private var folder: String? { job.output == "." ? nil : job.output }

  private func warn(_ warning: IconWarning) {
    guard !isQuiet else { return }
    Console.message(warning.location, warning.problem, remedy: warning.remedy)
  }

  /// Runs `work`, showing a percentage on the terminal meanwhile, and returns its result.
  private func showingProgress<Value: Sendable>(
    _ work: (IconProgress) async throws -> Value
  ) async throws -> Value {
    let progress = IconProgress()
    let display = isQuiet ? nil : ProgressDisplay(progress)
    let value: Result<Value, any Error>
    do {
      value = .success(try await work(progress))
    } catch {
      value = .failure(error)
    }
    await display?.end()
    return try value.get()
  }
}
