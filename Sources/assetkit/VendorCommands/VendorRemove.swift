import ArgumentParser
import VendorKit

/// `assetkit vendor remove`: take a package out.
struct VendorRemove: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a package and its pins out.")

  @Argument(help: "The package.")
  var name: String

  @Flag(help: "Give up local edits.")
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
