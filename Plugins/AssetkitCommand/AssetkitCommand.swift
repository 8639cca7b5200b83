import Foundation
import PackagePlugin

/// `swift package assetkit …`: runs the program in the package's folder, with every argument.
@main
struct AssetkitCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try run(
      context.tool(named: "assetkit").url, arguments, in: context.package.directoryURL)
  }

  private func run(_ program: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      return Diagnostics.error("assetkit was ended by signal \(process.terminationStatus)")
    }
    // SwiftPM itself ends with 1 after any error.
    guard process.terminationStatus == 0 else {
      return Diagnostics.error("assetkit ended with status \(process.terminationStatus)")
    }
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension AssetkitCommand: XcodeCommandPlugin {
  func performCommand(context: XcodePluginContext, arguments: [String]) throws {
    // Xcode puts the targets that were chosen in its dialog in front: --target NAME.
    var arguments = arguments[...]
    while arguments.first == "--target" { arguments = arguments.dropFirst(2) }
    try run(
      context.tool(named: "assetkit").url, Array(arguments), in: context.xcodeProject.directoryURL)
  }
}
#endif
