import SafeFiles
import VendorKit

/// A `Package.swift` whose dependencies are turned from addresses into folders, without running it.
struct SwiftManifest {
  /// The largest manifest that is read.
  static let limitBytes = 4 << 20

  /// The manifest with each `.package(url: "…", …)` of a known package as `.package(path: "…")`, which
  /// keeps its `name` and `traits`.
  private(set) var rewritten: [UInt8]
  /// The identities that were turned into folders.
  private(set) var local: Set<String> = []
  /// The identities that stayed addresses, and the texts of addresses that are not plain strings.
  private(set) var remaining: [String] = []
  /// The addresses of binary targets, which a build would download.
  private(set) var binaries: [String] = []

  /// - Parameter folder: the path to a package, by its identity, as the manifest is to name it; nil for
  ///   packages that are not vendored.
  init(_ bytes: [UInt8], folder: (_ identity: String) -> String?) {
    let source = SwiftSource(bytes)
    var edits: [(range: Range<Int>, text: String)] = []
    for call in source.calls(of: "package") {
      // A call inside one that was replaced is gone.
      guard let url = call.argument("url"),
        call.inside.lowerBound >= edits.last?.range.upperBound ?? 0
      else { continue }
      let identity = url.literal.map(PackageResolved.identity)
      guard let identity, let path = identity.isEmpty ? nil : folder(identity) else {
        remaining.append(url.literal ?? url.text)
        continue
      }
      var arguments = ["path: \"\(path)\""]
      if let name = call.argument("name") { arguments.insert("name: \(name.text)", at: 0) }
      if let traits = call.argument("traits") { arguments.append("traits: \(traits.text)") }
      edits.append((call.inside, arguments.joined(separator: ", ")))
      local.insert(identity)
    }
    rewritten = edits.isEmpty ? bytes : source.replacing(edits)
    binaries = source.calls(of: "binaryTarget").compactMap { $0.argument("url")?.text }
  }

  /// Whether a file at the top of a package is a manifest: `Package.swift`, or one for a version of the
  /// tools, such as `Package@swift-6.1.swift`.
  static func isName(_ name: [UInt8]) -> Bool {
    name.elementsEqual("Package.swift".utf8)
      || name.starts(with: "Package@swift-".utf8) && name.suffix(6).elementsEqual(".swift".utf8)
  }
}
