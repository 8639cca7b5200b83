import ArgumentParser
import VendorKit

/// `assetkit vendor patch`: turns local edits into a patch.
struct VendorPatch: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Turn local edits into the next numbered patch, and pin them.",
    discussion: "Works offline: the committed files are rebuilt from the cache or a mirror.")

  @Argument(help: "The package.", completion: Completions.packages)
  var name: String

  @Option(help: "The patch's file name after its number.")
  var title = "local-edits"

  @Option(help: "A description to write at the top of the patch.")
  var message: String?

  @OptionGroup var sources: SourceOptions
  @OptionGroup var change: ChangeOptions

  func run() async throws {
    let vendoring = try Vendoring(
      root: try VendorRoot.require(), sources: sources, network: nil, change: change)
    guard let patch = try await vendoring.makePatch(name, title: title, message: message) else {
      return Console.result("\(name): no local edits")
    }
    for file in patch.files { Console.result("\(name): \(file)") }
    Console.result("\(name): wrote \(patch.path)")
  }
}
