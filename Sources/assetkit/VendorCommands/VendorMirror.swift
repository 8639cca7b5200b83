import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit vendor mirror DIR`: copies every pinned source to a folder.
struct VendorMirror: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "Copy every pinned archive to a folder.",
    discussion: """
      'sync --offline --mirror DIR' and 'rebuild --mirror DIR' read it; 'sha256sum -c SHA256SUMS' \
      in DIR verifies it. Existing files are left alone, so that several projects can share a \
      mirror.
      """)

  @Argument(help: "The folder, created if it is missing.")
  var directory: String

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions

  func run() async throws {
    let vendoring = try Vendoring(
      root: try VendorRoot.require(), sources: sources, network: network, change: nil)
    for package in try await vendoring.mirror(to: .mirror(path: directory)) {
      switch package.source {
      case .kept(let key):
        Console.result("\(package.name): \(key.text)")
      case .folder: Console.message(package.name, "is a folder in the project; nothing to mirror")
      }
    }
  }
}
