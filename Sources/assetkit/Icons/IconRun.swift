import Findings
import IconKit
import SafeFiles
import TextFormats

/// Runs a job and prints its results. May run more than once.
struct IconRun: Sendable {
  let job: IconJob
  let isQuiet: Bool
  let preview: PreviewFile?

  /// Makes all icons, puts them in place together, and prints a summary line.
  func write() async throws {
    let start = ContinuousClock.now
    let files = try await showingProgress { try await job.write(progress: $0, warn: warn) }
    let duration = ContinuousClock.now - start
    let lint = isQuiet && preview == nil ? nil : try job.lint(files)
    // After the icons, because writing those may replace the folder that the preview goes to.
    if let preview, let lint {
      try preview.write(try preview.bytes(of: show(files, lint.findings)))
    }
    if !isQuiet {
      if let lint { IconLintReport(lint: lint, folder: job.output).warn() }
      Console.message(job.output, Self.summary(of: files, in: duration))
    }
  }

  private static func summary(of files: [IconFile], in duration: Duration) -> String {
    let sides = files.flatMap(\.sides)
    let smallest = sides.min() ?? 0
    let largest = sides.max() ?? 0
    let range = smallest == largest ? "\(smallest)" : "\(smallest) to \(largest)"
    let bytes = files.reduce(0) { $0 + $1.bytes.count }
    let hundredths = Int(duration / .milliseconds(10))
    let fraction = hundredths % 100
    return "wrote \(Console.count(files.count, "file")), \(range) pixels, "
      + "\((bytes + 512) / 1024) KiB, in \(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }

  private func show(_ files: [IconFile], _ findings: [Finding]) -> IconPreview {
    let names = job.sources.map { $0.inputs.master.split(separator: "/").last ?? "" }
    return IconPreview(
      title: Printable.text(of: names.joined(separator: ", ").utf8), files: files, set: job.set,
      findings: findings, ground: job.sources.first?.inputs.background)
  }

  /// Prints the path of every file, and the size of each image.
  func list() throws {
    for file in try job.list(warn: warn) {
      Console.result(
        "\(job.output)/\(file.path)" + (file.size.map { "\t\($0.width)\t\($0.height)" } ?? ""))
    }
  }

  /// Reports the files that are missing, differ or are left over.
  ///
  /// As JSON, `schema` 2: `output`, the folder; `checked`, the number of files expected; `findings`,
  /// with paths relative to the folder.
  ///
  /// - Throws: the exit status 1 when there are any, `FileError` for the SARIF file.
  func check(asJSON: Bool, sarif: OutputFile?) async throws {
    let presets = Preset.all + (try ProjectFile.nearest()?.presets() ?? [])
    let (check, count) = try await showingProgress {
      try await job.check(presets: presets, progress: $0, warn: warn)
    }
    try FindingReport(
      findings: check.findings, rules: CheckRules.all,
      document: ["schema": 2, "output": .string(job.output), "checked": .integer(count)],
      folder: job.output
    ).write(asJSON: asJSON, sarif: sarif)
    guard check.findings.isEmpty else { throw ExitStatus.found }
    if !isQuiet { Console.message(job.output, "is up to date: \(Console.count(count, "file"))") }
  }

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
