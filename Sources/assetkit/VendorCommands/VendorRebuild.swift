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
      Compares byte for byte, reading sources from the project, the cache or a mirror; patches \
      must apply without fuzz. Writes nothing in the project or the cache.

      Exit status: 0 proven, 1 something differs, 2 a source is in neither the cache nor a mirror.
      """)

  @Argument(help: "The packages. (default: all)", completion: Completions.packages)
  var names: [String] = []

  @Flag(help: "Print one JSON document.")
  var json = false

  @OptionGroup var sources: SourceOptions

  func run() async throws {
    let root = try VendorRoot.settled()
    let scratch = try ScratchFolder()
    let packages = try await Vendoring(rebuilding: root, sources: sources, scratch: scratch)
      .rebuild(names, scratch: scratch.subfolder("rebuilt"))
    if json {
      Console.result(document(packages))
    } else {
      for package in packages {
        for line in package.problems + package.files { Console.result("\(package.name): \(line)") }
        if package.isProven { Console.result("\(package.name): proven") }
      }
    }
    let missing = packages.compactMap(\.missing)
    for error in missing { Console.report(error) }
    if !missing.isEmpty { throw ExitStatus.failed }
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
            "missing": package.missing.map { .string("\($0.location): \($0.problem)") },
          ]
        }),
    ]
  }
}

/// A temporary folder outside the project, removed when this object is released.
final class ScratchFolder {
  let handle: DirectoryHandle
  /// Its absolute path, unless `$TMPDIR` is relative.
  var path: String { handle.name }
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

  /// A new folder in it.
  func subfolder(_ name: String) throws(FileError) -> DirectoryHandle {
    let path = RelativePath(known: name)
    try handle.createDirectory(path)
    return try handle.subdirectory(path)
  }

  deinit {
    // The system empties its temporary folder some time.
    try? parent.removeTree(name)
  }
}
