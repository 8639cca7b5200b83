import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit vendor mirror DESTINATION`: copies every pinned source to a folder or a cache server.
struct VendorMirror: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "mirror",
    abstract: "Copy every pinned archive to a folder or a cache server.",
    discussion: """
      'sync --offline --mirror DIR' and 'rebuild --mirror DIR' read a folder; \
      'sha256sum -c SHA256SUMS' in it verifies it. A server, given by its http or https address, \
      stores archives under cas/SHA256, where ASSETKIT_CACHE_URL finds them. Existing files are \
      left alone, so that several projects can share a mirror.

      Exit status: 0 all is there, 2 something could not be fetched or stored: a cache server takes \
      no git packages, because the lock has no SHA-256 of theirs; a folder takes them.
      """)

  @Argument(help: "The folder, created if it is missing, or the address of a cache server.")
  var destination: String

  @OptionGroup var sources: SourceOptions
  @OptionGroup var network: NetworkOptions

  func validate() throws {
    if destination.contains("://"), network.offline {
      throw ValidationError("--offline forbids what \(destination) needs, the network.")
    }
  }

  func run() async throws {
    let vendoring = try Vendoring(
      root: try VendorRoot.require(), sources: sources, network: network, change: nil)
    let mirrored =
      if destination.contains("://") {
        try await vendoring.mirror(
          to: CacheServer(
            destination, uploads: true, allowsPlainLogin: true, from: "mirror"))
      } else { try await vendoring.mirror(to: ArchiveStore.mirror(path: destination)) }
    for package in mirrored {
      switch package.source {
      case .kept(let key):
        Console.result("\(package.name): \(key.text)")
      case .folder: Console.message(package.name, "is a folder in the project; nothing to mirror")
      case .commitOnly:
        Console.message(
          package.name, "is a git package, which a cache server cannot store",
          remedy: "mirror it to a folder: 'assetkit vendor mirror DIR'")
      }
    }
    if mirrored.contains(where: { $0.source == .commitOnly }) { throw ExitStatus.failed }
  }
}
