import ArgumentParser
import SafeFiles
import VendorKit

/// `assetkit vendor rebuild`: the proof that archive, selection and patches give the tree.
struct VendorRebuild: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Prove offline that source, selection and patches give the committed files.",
    discussion: """
      Byte for byte, without fuzz, from the cache or a mirror; nothing in the project is written.

      Exit status: 0 proven, 1 something differs, 2 a source is not here.
      """)

  @Argument(help: "The packages. (default: all)")
  var names: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var sources: SourceOptions

  func run() async throws {
    let root = try VendorRoot.require()
    try Recovery.settle(in: root, lockTimeout: .seconds(30))
    var vendoring = try Vendoring(root: root, sources: sources, network: nil, change: nil)
    vendoring.policy.allowsSymbolicLinks = true
    let scratch = try ScratchFolder()
    let packages = try await vendoring.rebuild(names, scratch: scratch.handle)
    if json {
      try JSONOutput.print(Document(packages))
    } else {
      for package in packages {
        for line in package.problems + package.files { Console.result("\(package.name): \(line)") }
        if package.isProven { Console.result("\(package.name): proven") }
      }
    }
    if !packages.allSatisfy(\.isProven) { throw ExitStatus.found }
  }

  /// The JSON document, schema 1.
  private struct Document: Encodable {
    let schema = 1
    let proven: Bool
    let packages: [Package]

    struct Package: Encodable {
      let name: String
      let proven: Bool
      let problems: [String]
      let files: [String]
    }

    init(_ packages: [Vendoring.Rebuilt]) {
      proven = packages.allSatisfy(\.isProven)
      self.packages = packages.map {
        Package(name: $0.name, proven: $0.isProven, problems: $0.problems, files: $0.files)
      }
    }
  }
}
