import ArgumentParser
import IconKit
import SafeFiles
import TextFormats

extension IconRun {
  /// A run of the entries of `[[icons]]`, of those that `names` picks, or of those of a `target`.
  ///
  /// All entries are read, whichever are picked, because their files are not left over.
  /// - Throws: `TOMLError` for a mistake in one of them, `ValidationError` for an unknown name, and
  ///   where there is nothing to make.
  init(
    _ project: ProjectFile, only names: [String] = [], of target: Target? = nil,
    limits: Master.Limits = .init(),
    threads: Int? = nil, isQuiet: Bool, preview: PreviewFile? = nil, prunes: Bool = false
  ) throws {
    let entries = try IconEntry.all(in: project)
    for name in names where !entries.contains(where: { $0.name == name }) {
      let known = entries.map(\.name)
      let hint =
        NearestName.of(name, among: known).map { "did you mean '\($0)'?" }
        ?? "expected one of \(known.joined(separator: ", "))."
      throw ValidationError("There is no entry '\(name)' in assetkit.toml; \(hint)")
    }
    if let built = entries.first(where: { names.contains($0.name) && $0.target != nil }) {
      throw ValidationError(
        "The icons of '\(built.name)' are made by the build of a target; give --target, --output.")
    }
    let picked = entries.filter { entry in
      guard target == nil else { return entry.target == target?.name }
      return entry.target == nil && (names.isEmpty || names.contains(entry.name))
    }
    guard !picked.isEmpty else {
      throw Self.nothingToMake(of: target, entries, at: project.file)
    }
    // A drawing that has changed is for whoever changed it, not for the build that makes the icons.
    let drawn = target == nil && names.isEmpty ? entries : picked
    // What a build makes elsewhere is not beside what is made here.
    let others = entries.filter { entry in
      target == nil && entry.target == nil && !picked.contains { $0.name == entry.name }
    }
    func parts(_ entries: [IconEntry]) throws -> [IconJob.Part] {
      try entries.flatMap {
        try $0.parts(in: project, output: target?.output, threads: threads)
      }
    }
    var job = try IconJob(
      try parts(picked), beside: try parts(others),
      output: target?.output ?? project.root.name, limits: limits
    ).findingPlaces().placed().findingMastersBeside()
    job.kept = try entries.filter { $0.target != nil }.flatMap { try $0.sourceFiles() }
    self.init(
      job: job,
      isQuiet: isQuiet, preview: preview,
      given: picked.flatMap {
        $0.options.sources.at.map(\.path) + [$0.drawing?.file].compactMap { $0 }
      },
      projectFile: project.file,
      project: Project(
        presets: try project.presets(), names: picked.map(\.name),
        drawings: drawn.compactMap(\.drawing)), prunes: prunes)
  }

  /// What a build makes the icons of.
  struct Target {
    /// Its name, as entries give it.
    let name: String
    /// The folder that its icons go to, all in one.
    let output: String
  }

  /// The error for a run that no entry is part of.
  private static func nothingToMake(
    of target: Target?, _ entries: [IconEntry], at file: String
  ) -> any Error {
    guard let target else {
      return ValidationError(
        "Every entry of assetkit.toml is made by the build of a target; give --target and --output."
      )
    }
    let key = "target = \(TOMLValue.string(target.name).text)"
    let known = Set(entries.compactMap(\.target)).sorted()
    let found =
      known.isEmpty
      ? "no entry has a target" : "the targets are \(known.joined(separator: ", "))"
    return IconError(
      .options, file, "has no entry with \(key); \(found)",
      remedy: "give the key to the [[icons]] entry that this target needs, in place of 'output'")
  }

  /// Where the parts of a run come from.
  struct Project: Sendable {
    /// The project's own presets.
    let presets: [Preset]
    /// The entries of the run.
    let names: [String]
    /// What their masters were drawn from; in a run of all entries also those that a build makes.
    let drawings: [RecordedDrawing]
  }
}
