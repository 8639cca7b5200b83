import ArgumentParser
import VendorKit

/// `assetkit vendor remove`: removes a package.
struct VendorRemove: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a package and its pins.")

  @Argument(help: "The package.", completion: Completions.packages)
  var name: String

  @Flag(help: "Discard local edits.")
  var force = false

  @OptionGroup var change: ChangeOptions

  func run() async throws {
    let vendoring = try Vendoring(
      root: try VendorRoot.require(), sources: SourceOptions.parse([]), network: nil,
      change: change)
    try vendoring.remove(name, force: force)
    Console.result("\(name): removed")
  }
}
