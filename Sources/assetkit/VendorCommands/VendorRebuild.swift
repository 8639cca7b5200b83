import ArgumentParser
import SafeFiles
import TextFormats
import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `assetkit vendor rebuild`: proves that source, selection and patches give the tree.
struct VendorRebuild: InterruptibleCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Prove offline that source, selection and patches give the committed files.",
    discussion: """
      Compares byte for byte, reading sources from the cache or a mirror; patches must apply \
      without fuzz. Writes nothing in the project.

      Exit status: 0 proven, 1 something differs, 2 a source is in neither the cache nor a mirror.
      """)

  @Argument(help: "The packages. (default: all)")
  var names: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var sources: SourceOptions

  func run() async throws {
    let root = try VendorRoot.settled()
    var vendoring = try Vendoring(root: root, sources: sources, network: nil, change: nil)
    vendoring.policy.allowsSymbolicLinks = true
    let scratch = try ScratchFolder()
    let packages = try await vendoring.rebuild(names, scratch: scratch.handle)
    if json {
      Console.result(document(packages))
    } else {
      for package in packages {
        for line in package.problems + package.files { Console.result("\(package.name): \(line)") }
        if package.isProven { Console.result("\(package.name): proven") }
      }
    }
    if !packages.allSatisfy(\.isProven) { throw ExitStatus.found }
  }

  /// The JSON document, schema 1.
  private func document(_ packages: [Vendoring.Rebuilt]) -> JSON {
    [
      "schema": 1,
      "proven": .bool(packages.allSatisfy(\.isProven)),
      "packages": .array(
        packages.map { package in
          [
            "name": .string(package.name), "proven": .bool(package.isProven),
            "problems": .strings(package.problems), "files": .strings(package.files),
          ]
        }),
    ]
  }
}

/// A temporary folder outside the project, removed when this object is released.
final class ScratchFolder {
  let handle: DirectoryHandle
  private let parent: DirectoryHandle
  private let name: RelativePath

  /// A new folder in `$TMPDIR`, or `/tmp`.
  init() throws {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    parent = try DirectoryHandle(path: place)
    let digits = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    name = try RelativePath("assetkit-scratch-\(digits)")
    try parent.createDirectory(name)
    handle = try parent.subdirectory(name)
  }

  deinit {
    // The system empties its temporary folder some time.
    try? parent.removeTree(name)
  }
}
