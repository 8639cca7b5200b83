import IconKit
import SafeFiles

/// One way from masters to files; can be gone again.
struct IconRun: Sendable {
  let job: IconJob
  let sources: [IconJob.Source]
  let output: String
  let renderer: IconRenderer
  let isQuiet: Bool
  let preview: PreviewFile?

  /// Makes all icons and puts them in place together, then says so in a line.
  func write() async throws {
    let start = ContinuousClock.now
    // Before the work, so that a folder that cannot be written is known before.
    let staged = try StagedOutput(directory: output)
    let files = try await render()
    for file in files { try staged.write(file.bytes, to: file.path) }
    try Task.checkCancellation()
    try staged.commit()
    let duration = ContinuousClock.now - start
    let lint = isQuiet && preview == nil ? nil : lint(files)
    // After the icons, which may exchange the very folder that it goes to.
    if let preview {
      try preview.write(try preview.bytes(of: show(files, lint?.findings ?? [])))
    }
    if !isQuiet {
      if let lint { IconLintReport(lint, of: output).warn() }
      IconSummary(files: files, duration: duration).print(to: output)
    }
  }

  private func show(_ files: [IconFile], _ findings: [IconFinding]) -> IconPreview {
    let names = sources.map { $0.inputs.master.split(separator: "/").last ?? "" }
    return IconPreview(
      title: Printable.text(of: names.joined(separator: ", ").utf8), files: files, set: job.set,
      findings: findings, ground: sources.first?.inputs.background)
  }

  /// What is to be said of files that were just put in place, and of nothing beside them.
  private func lint(_ files: [IconFile]) -> IconLint {
    let folder = try? DirectoryHandle(path: output)
    return IconLint(
      files.map { IconLint.File(path: $0.path, bytes: $0.bytes) }, threads: renderer.threads
    ) { path in (try? folder?.statusIfPresent(of: path)) != nil }
  }

  /// Says which files are not what they should be.
  ///
  /// - Throws: the exit status 1 when there are any.
  func check(asJSON: Bool) async throws {
    let files = try await render()
    let check = try IconCheck(
      of: output, expected: files.map { .init(path: $0.path, bytes: $0.bytes) },
      subfolders: sources.map(\.folder), presets: Preset.all + (try PresetFile.nearest()))
    try IconCheckReport(check, of: output, checked: files.count)
      .print(asJSON: asJSON, quiet: isQuiet)
  }

  private func render() async throws -> [IconFile] {
    let progress = IconProgress()
    let display = isQuiet ? nil : ProgressDisplay(progress)
    let rendered: Result<[IconFile], any Error>
    do {
      rendered = .success(try await job.render(sources, with: renderer, progress: progress))
    } catch {
      rendered = .failure(error)
    }
    await display?.end()
    return try rendered.get()
  }
}
