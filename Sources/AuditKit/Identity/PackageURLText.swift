/// What is wrong with an identifier that somebody wrote, and how it is written.
public struct IdentifierProblem: Error, Hashable, Sendable {
  /// What is wrong; reads as the end of a sentence that begins with the text.
  public let problem: String
  /// How it is written.
  public let remedy: String

  init(_ problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }
}

/// A package URL that follows ECMA-427 and the definition of its type.
///
/// ``PackageURL`` reads what databases have, which is often less exact; this is for what people write and for
/// what bills of materials contain.
public struct PackageURLText: Hashable, Sendable, CustomStringConvertible {
  /// The canonical form: equal package URLs have equal ones.
  public let description: String
  /// The type, in lower case.
  let type: String
  /// The version; nil where it has none.
  let version: String?

  /// Parses `text` in any form that means a package URL.
  ///
  /// - Throws: ``IdentifierProblem``.
  /// - Complexity: O(length), and sorting the qualifiers.
  public init(_ text: String) throws(IdentifierProblem) {
    guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      throw Self.problem("contains a character that must be percent-encoded, as %20 for a space")
    }
    guard text.prefix(4).lowercased() == "pkg:" else {
      throw Self.problem("does not begin with 'pkg:'")
    }
    var rest = text.dropFirst(4)
    let subpath = try Self.tail(of: &rest, after: "#")
    let qualifiers = try Self.tail(of: &rest, after: "?")
    let path = rest.drop { $0 == "/" }
    let slash = path.firstIndex(of: "/") ?? path.endIndex
    let type = path[..<slash].lowercased()
    guard type.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
      type.utf8.allSatisfy({ Self.isKeyByte($0) && $0 != UInt8(ascii: "_") })
    else {
      throw Self.problem("has no valid type after 'pkg:'")
    }
    let rule = PackageURLType.all[type] ?? PackageURLType()
    var place = path[slash...]
    var version: String?
    if let at = place.lastIndex(of: "@"), !Self.isScope(place[at...], after: place[..<at], type) {
      let written = try Self.decoded(place[place.index(after: at)...])
      version = written.isEmpty ? nil : rule.version(written)
      place = place[..<at]
      if place.last == "/" { throw Self.problem("has no name before its version") }
    }
    var segments: [String] = []
    for segment in place.split(separator: "/") { segments.append(try Self.decoded(segment)) }
    guard let name = segments.popLast().map(rule.name), !name.isEmpty else {
      throw Self.problem("has no name after the type '\(type)'")
    }
    if segments.contains(where: { $0.contains("/") || $0 == "." || $0 == ".." }) {
      throw Self.problem("has a namespace with '/', '.' or '..' as a part of a name")
    }
    try Self.check(type, hasNamespace: !segments.isEmpty, rule)
    var canonical = "pkg:\(type)"
    for segment in segments { canonical += "/" + Self.encoded(rule.namespace(segment)) }
    canonical += "/" + Self.encoded(name)
    if let version { canonical += "@" + Self.encoded(version) }
    if let qualifiers { canonical += try Self.canonical(qualifiers: qualifiers) }
    if let subpath { canonical += try Self.canonical(subpath: subpath) }
    description = canonical
    (self.type, self.version) = (type, version)
  }

  /// Whether an '@' begins a scope of npm, which should be encoded, and not a version.
  private static func isScope(
    _ text: Substring, after before: Substring, _ type: String
  ) -> Bool {
    type == "npm" && before.last == "/" && text.contains("/")
  }

  private static func check(
    _ type: String, hasNamespace: Bool, _ rule: PackageURLType
  ) throws(IdentifierProblem) {
    switch rule.namespaces {
    case .required where !hasNamespace:
      throw problem(
        "has no namespace, which the type '\(type)' requires",
        example: "pkg:\(type)/NAMESPACE/NAME@VERSION")
    case .prohibited where hasNamespace:
      throw problem(
        "has a namespace, which the type '\(type)' does not allow",
        example: "pkg:\(type)/NAME@VERSION")
    default: break
    }
  }

  /// Cuts what follows the only `mark` off; nil where there is none.
  private static func tail(
    of text: inout Substring, after mark: Character
  ) throws(IdentifierProblem) -> Substring? {
    guard let start = text.firstIndex(of: mark) else { return nil }
    let tail = text[text.index(after: start)...]
    if tail.contains(mark) {
      throw problem("contains '\(mark)' twice; within a part it must be percent-encoded")
    }
    text = text[..<start]
    return tail
  }

  private static func canonical(
    qualifiers text: Substring
  ) throws(IdentifierProblem) -> String {
    var values: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = parts[0].lowercased()
      guard parts.count == 2, key.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
        key.utf8.allSatisfy(isKeyByte)
      else { throw problem("has the qualifier '\(pair)', expected KEY=VALUE") }
      let value = try decoded(parts[1])
      guard values.updateValue(value, forKey: key) == nil else {
        throw problem("has the qualifier '\(key)' twice")
      }
    }
    let pairs = values.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    if pairs.isEmpty { return "" }
    return "?"
      + pairs.map { key, value in
        // A list of checksums keeps its commas, which separate them.
        let parts = key == "checksum" ? value.split(separator: ",").map(String.init) : [value]
        return "\(key)=" + parts.map(Self.encoded).joined(separator: ",")
      }.joined(separator: "&")
  }

  private static func canonical(subpath text: Substring) throws(IdentifierProblem) -> String {
    var segments: [String] = []
    for segment in text.split(separator: "/") {
      let segment = try decoded(segment)
      if segment.contains("/") { throw problem("has a subpath with '/' as a part of a name") }
      if segment != ".", segment != ".." { segments.append(Self.encoded(segment)) }
    }
    return segments.isEmpty ? "" : "#" + segments.joined(separator: "/")
  }

  private static func decoded(_ text: Substring) throws(IdentifierProblem) -> String {
    guard let decoded = Self.decoded(of: text) else {
      throw problem("has an invalid percent-encoding in '\(text)'")
    }
    if decoded.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      throw problem("contains an encoded control character in '\(text)'")
    }
    return decoded
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }

  private static func problem(
    _ text: String, example: String = "pkg:TYPE/NAMESPACE/NAME@VERSION"
  ) -> IdentifierProblem {
    IdentifierProblem(text, remedy: "write it as \(example) (ECMA-427)")
  }
}

extension PackageURLText {
  /// The package URL of something that no registry has.
  static func generic(_ name: String, version: String?) -> String {
    "pkg:generic/\(encoded(name))" + (version.map { "@\(encoded($0))" } ?? "")
  }

  /// The text as a part of a package URL: all but letters, digits and `.-_~` as `%XX`; a colon stays
  /// (ECMA-427, 5.4).
  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x3A:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
  }

  /// Decodes percent-encoding; nil for an invalid escape or invalid UTF-8.
  static func decoded(of text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Self.digit),
        let low = rest.popFirst().flatMap(Self.digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
    default: nil
    }
  }
}
