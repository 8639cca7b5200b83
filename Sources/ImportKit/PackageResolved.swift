import TextFormats

/// A `Package.resolved` file of the Swift package manager, versions 1 to 3
/// (swift-package-manager, `Sources/PackageGraph/ResolvedPackagesStore.swift`).
struct PackageResolved {
  /// One pinned dependency.
  struct Pin {
    /// The identity; also the name of a folder that the package manager takes for the same package.
    var identity: String
    /// `remoteSourceControl`, `localSourceControl` or `registry`.
    var kind: String
    /// The address.
    var location: String
    /// The commit; nil for a registry.
    var revision: String?
    var version: String?
    var branch: String?
  }

  var pins: [Pin] = []

  /// The most pins that are read.
  private static let maxPins = 5_000

  /// - Parameter file: the name for messages.
  /// - Throws: `ImportError` for anything that is no such file, and for a newer version.
  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    guard let document = JSON(bytes) else {
      let line = JSON.damagedLine(of: bytes) ?? 1
      throw ImportError("\(file):\(line)", "is not JSON")
    }
    guard case .number(let version)? = document["version"] else {
      throw ImportError(file, "has no 'version', expected 1, 2 or 3")
    }
    guard ["1", "2", "3"].contains(version) else {
      throw ImportError(
        file, "has version \(version), expected 1, 2 or 3",
        remedy: "a newer assetkit may be able to read it")
    }
    let list = version == "1" ? document["object"]?["pins"] : document["pins"]
    guard let elements = list?.elements else {
      throw ImportError(file, "has no list of 'pins'")
    }
    guard elements.count <= Self.maxPins else {
      throw ImportError(file, "has \(elements.count) pins; at most \(Self.maxPins) are read")
    }
    for (index, element) in elements.enumerated() {
      let location = element[version == "1" ? "repositoryURL" : "location"]?.text
      guard let location, let state = element["state"] else {
        throw ImportError(file, "pin \(index + 1) has no location or no state")
      }
      let identity =
        version == "1" ? Self.identity(of: location) : element["identity"]?.text ?? ""
      guard !identity.isEmpty else { throw ImportError(file, "pin \(index + 1) has no identity") }
      pins.append(
        Pin(
          identity: identity,
          kind: version == "1" ? "remoteSourceControl" : element["kind"]?.text ?? "",
          location: location, revision: state["revision"]?.text, version: state["version"]?.text,
          branch: state["branch"]?.text))
    }
  }

  /// The identity of the package at an address: its last component, in lower case, without `.git`
  /// (swift-package-manager, `PackageIdentityParser`).
  static func identity(of location: String) -> String {
    var rest = location[...]
    while rest.last == "/" { rest = rest.dropLast() }
    let start = rest.lastIndex { "/\\:".contains($0) }.map { rest.index(after: $0) }
    let name = rest[(start ?? rest.startIndex)...]
    return (name.hasSuffix(".git") ? name.dropLast(4) : name).lowercased()
  }
}
