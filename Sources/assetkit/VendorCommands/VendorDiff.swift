import ArgumentParser
import SafeFiles
import TextFormats
import VendorKit

/// `assetkit vendor diff`: shows local edits.
struct VendorDiff: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show how the files differ from the pinned tree.",
    discussion: """
      Prints a unified diff that 'git apply' accepts, with paths relative to the root. The \
      pinned contents come from git's HEAD or index and must match the pinned digest. What cannot \
      be shown as text is listed on standard error.

      Exit status: 0 no differences, 1 differences, 2 a difference could not be shown.
      """)

  @Argument(help: "The packages to compare. (default: all)", completion: Completions.packages)
  var names: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() async throws {
    let root = try VendorRoot.settled()
    let diff = try await TreeDiff(of: root, against: try Lock(in: root), named: names)
    if json {
      Console.result(document(diff))
    } else {
      for file in diff.files {
        if let text = file.text { Console.result(bytes: text) }
        if let note = file.note { Console.message(file.path.description, note) }
      }
    }
    if diff.files.contains(where: \.isUnavailable) { throw ExitStatus.failed }
    if !diff.files.isEmpty { throw ExitStatus.found }
  }

  /// The JSON document, schema 1.
  private func document(_ diff: TreeDiff) -> JSON {
    let files = diff.files.map { file -> JSON in
      [
        "package": .string(file.package),
        "path": .string(file.path.description),
        "diff": file.text.map { .string(String(decoding: $0, as: UTF8.self)) },
        "note": file.note.map(JSON.string),
      ]
    }
    return ["schema": 1, "files": .array(files)]
  }
}
