import ArgumentParser
import IconKit
import SafeFiles
import TextFormats

extension IconRun {
  /// A run of the entries of `[[icons]]`, or of those that `names` picks.
  ///
  /// All entries are read, whichever are picked, because their files are not left over.
  /// - Throws: `TOMLError` for a mistake in one of them, `ValidationError` for an unknown name.
  init(
    _ project: ProjectFile, only names: [String] = [], limits: Master.Limits = .init(),
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
    let picked = entries.filter { names.isEmpty || names.contains($0.name) }
    let others = entries.filter { !names.isEmpty && !names.contains($0.name) }
    func parts(_ entries: [IconEntry]) throws -> [IconJob.Part] {
      try entries.flatMap { try $0.parts(in: project, threads: threads) }
    }
    self.init(
      job: try IconJob(
        try parts(picked), beside: try parts(others), output: project.root.name, limits: limits
      ).findingPlaces().placed().findingMastersBeside(),
      isQuiet: isQuiet, preview: preview,
      given: picked.flatMap {
        $0.options.sources.at.map(\.path) + [$0.drawing?.file].compactMap { $0 }
      },
      projectFile: project.file,
      project: Project(
        presets: try project.presets(), names: picked.map(\.name),
        drawings: picked.compactMap(\.drawing)), prunes: prunes)
  }

  /// Where the parts of a run come from.
  struct Project: Sendable {
    /// The project's own presets.
    let presets: [Preset]
    /// The entries of the run.
    let names: [String]
    /// What their masters were drawn from.
    let drawings: [RecordedDrawing]
  }
}
