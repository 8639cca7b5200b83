import Foundation
import PackagePlugin

/// Makes the asset catalog of a target from the entries of `assetkit.toml` that have its name as `target`.
@main
struct AssetkitIcons: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try commands(
      for: target.name, in: context.package.directoryURL,
      program: context.tool(named: "assetkit").url, output: context.pluginWorkDirectoryURL)
  }

  /// The command that makes `Assets.xcassets` in `output`; none, and an error, where it could not.
  private func commands(
    for target: String, in folder: URL, program: URL, output: URL
  ) throws -> [Command] {
    // One folder as the output is copied or compiled as a whole; files would lose their folders.
    let catalog = output.appendingPathComponent("Assets.xcassets")
    let arguments = ["-C", folder.path, "icons", "--target", target, "--output", catalog.path]
    let listing = try text(of: program, arguments + ["--list-inputs", "--quiet"])
    guard listing.hasSucceeded else {
      Diagnostics.error(listing.text)
      return []
    }
    let inputs = listing.text.split(separator: "\n").map(String.init)
    let files = inputs.map { folder.appendingPathComponent($0).standardizedFileURL }
    // A folder changes when a file is put beside a master: master-16.png is used for 16 pixels.
    let images = files.filter { $0.lastPathComponent != "assetkit.toml" }
    let folders = Set(images.map { $0.deletingLastPathComponent() })
    return [
      .buildCommand(
        displayName: "Making the icons of \(target)", executable: program,
        // The inputs of a plan stay as they are until the next one; with their names, a file that has
        // become one since is an error, and is not overlooked when it is edited.
        arguments: arguments + ["--prune"] + inputs.flatMap { ["--input", $0] },
        inputFiles: files + folders.sorted { $0.path < $1.path }, outputFiles: [catalog])
    ]
  }

  /// What a program prints, messages included.
  private func text(
    of program: URL, _ arguments: [String]
  ) throws -> (text: String, hasSucceeded: Bool) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      String(decoding: bytes, as: UTF8.self),
      process.terminationReason == .exit && process.terminationStatus == 0
    )
  }
}

#if canImport(XcodeProjectPlugin)
import XcodeProjectPlugin

extension AssetkitIcons: XcodeBuildToolPlugin {
  func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
    try commands(
      for: target.displayName, in: context.xcodeProject.directoryURL,
      program: context.tool(named: "assetkit").url, output: context.pluginWorkDirectoryURL)
  }
}
#endif
