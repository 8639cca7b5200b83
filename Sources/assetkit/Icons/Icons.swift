import ArgumentParser
import IconKit

/// `assetkit icons`: every icon of a set from one master picture.
struct Icons: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make every icon of a set from one master picture.")

  @Argument(help: "The master: a PNG file.")
  var masters: [String]

  @Option(name: .shortAndLong, help: "Where the files go.")
  var output = "icons"

  func run() async throws {
    let master = try Master(path: masters[0])
    let renderer = IconRenderer(options: .init(), kernel: try Kernel.preferred())
    guard let preset = Preset.named("classic") else { return }
    let icons = try await renderer.icons(from: master, sides: Set(preset.icons.map(\.side)))
    try OutputFolder(path: output).write(
      preset.icons.map { ($0.path, icons[$0.side]?.bytes ?? []) })
  }
}

extension IconError: Reportable {}
