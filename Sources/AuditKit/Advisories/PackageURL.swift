/// A package URL: `pkg:type/namespace/name@version?qualifiers#subpath` (ECMA-427).
struct PackageURL: Hashable, Sendable {
  /// The kind of registry, in lower case: `pypi`, `deb`, `github`, `generic`.
  let type: String
  /// The parts between type and name: a group, a distribution, an owner.
  let namespace: [String]
  /// The package's name, normalised by the rules of its registry, if there are any.
  let name: String
  /// The version, percent-decoded.
  let version: String?

  /// Parses `text`; nil if it is not a package URL. Qualifiers and subpath are dropped.
  ///
  /// - Complexity: O(length).
  init?(_ text: String) {
    guard text.lowercased().hasPrefix("pkg:") else { return nil }
    var rest = text.dropFirst(4).drop { $0 == "/" }
    rest = rest.prefix { $0 != "#" }
    rest = rest.prefix { $0 != "?" }
    var version: String?
    let tail = rest.lastIndex(of: "/") ?? rest.startIndex
    if let at = rest[tail...].lastIndex(of: "@"), at != rest.index(after: tail) {
      guard let decoded = Self.decoded(rest[rest.index(after: at)...]) else { return nil }
      version = decoded
      rest = rest[..<at]
    }
    var parts: [String] = []
    for part in rest.split(separator: "/") {
      guard let decoded = Self.decoded(part) else { return nil }
      parts.append(decoded)
    }
    guard parts.count >= 2, let type = parts.first?.lowercased(), let name = parts.last else {
      return nil
    }
    self.init(
      type: type, namespace: Array(parts[1..<(parts.count - 1)]), name: name, version: version)
  }

  /// The package of an OSV ecosystem, where that ecosystem has a purl type.
  init?(ecosystem: String, name: String) {
    let base = ecosystem.prefix { $0 != ":" }
    switch base {
    case "npm", "Go", "Packagist", "SwiftURL":
      let parts = name.split(separator: "/").map(String.init)
      guard let last = parts.last else { return nil }
      self.init(Self.types[base], namespace: Array(parts.dropLast()), name: last)
    case "Maven":
      let pair = name.split(separator: ":").map(String.init)
      guard pair.count == 2 else { return nil }
      self.init("maven", namespace: [pair[0]], name: pair[1])
    case "Debian", "Ubuntu", "Alpine":
      self.init(Self.types[base], namespace: [base.lowercased()], name: name)
    default: self.init(Self.types[base], namespace: [], name: name)
    }
  }

  /// The purl types of OSV's ecosystems.
  private static let types: [Substring: String] = [
    "PyPI": "pypi", "npm": "npm", "crates.io": "cargo", "Go": "golang", "RubyGems": "gem",
    "NuGet": "nuget", "Packagist": "composer", "Hex": "hex", "Pub": "pub", "SwiftURL": "swift",
    "Debian": "deb", "Ubuntu": "deb", "Alpine": "apk", "OSS-Fuzz": "generic",
  ]

  private init?(_ type: String?, namespace: [String], name: String) {
    guard let type, name.contains(where: { $0 != "/" }) else { return nil }
    self.init(type: type, namespace: namespace, name: name, version: nil)
  }

  private init(type: String, namespace: [String], name: String, version: String?) {
    self.type = type
    self.version = version
    switch type {
    case "pypi":
      self.namespace = namespace
      self.name = String(name.lowercased().map { "_.".contains($0) ? "-" : $0 })
    case "github", "bitbucket", "gitlab", "composer", "deb", "hex":
      self.namespace = namespace.map { $0.lowercased() }
      self.name = name.lowercased()
    case "nuget":
      self.namespace = namespace
      self.name = name.lowercased()
    default:
      self.namespace = namespace
      self.name = name
    }
  }

  /// The package without its version, as advisories name it.
  var package: PackageURL {
    PackageURL(type: type, namespace: namespace, name: name, version: nil)
  }

  /// Decodes percent-encoding; nil for an invalid escape or invalid UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst(), let low = rest.popFirst(),
        let value = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
