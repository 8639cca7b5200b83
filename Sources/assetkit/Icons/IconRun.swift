import IconKit
import SafeFiles

/// One way from masters to files; can be gone again.
struct IconRun: Sendable {
  let job: IconJob
  let sources: [IconJob.Source]
  let output: String
  let renderer: IconRenderer
  let isQuiet: Bool

  /// Makes all icons and puts them in place together, then says so in a line.
  func write() async throws {
    let start = ContinuousClock.now
    // Before the work, so that a folder that cannot be written is known before.
    let staged = try StagedOutput(directory: output)
    let files = try await render()
    for file in files { try staged.write(file.bytes, to: file.path) }
    try Task.checkCancellation()
    try staged.commit()
    if !isQuiet {
      IconSummary(files: files, duration: ContinuousClock.now - start).print(to: output)
    }
  }

  /// Says which files are not what they should be.
  ///
  /// - Throws: the exit status 1 when there are any.
  func check(asJSON: Bool) async throws {
    let files = try await render()
    let check = try IconCheck(
      of: output, expected: files.map { .init(path: $0.path, bytes: $0.bytes) },
      subfolders: sources.map(\.folder))
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
