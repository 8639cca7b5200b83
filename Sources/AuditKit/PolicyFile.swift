import Findings
public import SafeFiles
public import TextFormats
import VendorKit

/// Reads and extends `assetkit.toml`, the policy file.
///
///     version = 1
///     require-reviews = false
///
///     [licences]
///     allowed = ["MIT", "Apache-2.0", "GPL-2.0-only WITH Classpath-exception-2.0"]
///     denied = ["AGPL-3.0-or-later"]
///
///     [severity]
///     hidden-large = "off"            # error, warning, note, off
///
///     [[exception]]
///     rule = "licence-undeclared"
///     package = "zlib"
///     path = "Vendor/zlib/contrib"
///     reason = "not compiled"
///     until = "2027-01-31"
///
///     [[review]]
///     package = "zlib"
///     tree = "sha256:…"
///     note = "read inflate.c"
public enum PolicyFile {
  /// The newest version that this program reads.
  public static let version = 1

  private static let schema = TOMLSchema.table([
    .required("version", .integer),
    .optional("require-reviews", .boolean),
    // The project's own icon presets, which IconKit's `PresetFile` reads.
    .optional("preset", .foreign),
    .optional(
      "licences",
      .table([
        .optional("allowed", .array(of: .string)), .optional("denied", .array(of: .string)),
      ])),
    .optional("severity", .table(RuleTable.all.map { .optional($0.id, .string) })),
    .optional(
      "exception",
      .array(
        of: .table([
          .required("rule", .string), .optional("package", .string), .optional("path", .string),
          .required("reason", .string), .required("until", .string),
        ]))),
    .optional(
      "review",
      .array(
        of: .table([
          .required("package", .string), .required("tree", .string), .required("note", .string),
        ]))),
  ])

  /// Reads the policy at the root; an empty policy if there is no file.
  ///
  /// - Throws: `TOMLError` if the file is not a valid policy, `FileError` if it cannot be read.
  public static func read(in root: DirectoryHandle) throws -> Policy {
    guard try root.statusIfPresent(of: .policy) != nil else { return Policy() }
    return try policy(from: try root.readFile(.policy, limitBytes: 16 << 20))
  }

  /// Parses `text` as a policy.
  public static func policy(from text: [UInt8]) throws(TOMLError) -> Policy {
    let name = RelativePath.policy.description
    let document = try TOMLDocument.read(text, named: name, schema: schema, versions: 1...version)
    var policy = Policy()
    policy.requiresReviews = document["require-reviews"]?.boolean ?? false
    if let allowed = document["licences"]?["allowed"] {
      policy.allowedLicenses = try terms(allowed)
    }
    if let denied = document["licences"]?["denied"] { policy.deniedLicenses = try terms(denied) }
    for rule in RuleTable.all {
      guard let node = document["severity"]?[rule.id] else { continue }
      policy.severities[rule.id] = .some(try severity(node))
    }
    for node in document["exception"]?.elements ?? [] {
      policy.exceptions.append(try exception(node))
    }
    for node in document["review"]?.elements ?? [] {
      policy.reviews.append(
        Policy.Review(
          package: node[required: "package"].string, tree: node[required: "tree"].string,
          note: node[required: "note"].string, line: node.line))
    }
    return policy
  }

  private static func terms(_ node: TOMLNode) throws(TOMLError) -> LicenseTerms {
    var terms = LicenseTerms()
    for element in node.elements {
      let text = element.string
      let unlisted: String?
      do {
        try terms.insert(text)
        unlisted = try LicenseExpression(parsing: text).unlistedNames.first
      } catch {
        throw wrong(element, "'\(text)' is not a licence: \(error)")
      }
      if let unlisted {
        throw wrong(element, "'\(unlisted)' is not on the SPDX licence list")
      }
    }
    return terms
  }

  private static func severity(_ node: TOMLNode) throws(TOMLError) -> Severity? {
    if node.string == "off" { return nil }
    guard let severity = Severity(rawValue: node.string) else {
      throw wrong(node, "is '\(node.string)', expected error, warning, note or off")
    }
    return severity
  }

  private static func exception(_ node: TOMLNode) throws(TOMLError) -> Policy.Exception {
    let rule = node[required: "rule"]
    guard RuleTable.rule(named: rule.string) != nil else {
      throw wrong(rule, "there is no rule '\(rule.string)'")
    }
    let until = node[required: "until"]
    guard let date = CivilDate(until.string) else {
      throw wrong(until, "is '\(until.string)', expected a date such as 2027-01-31")
    }
    let reason = node[required: "reason"]
    guard reason.string.contains(where: { !$0.isWhitespace }) else {
      throw wrong(reason, "is empty, expected the reason for the exception")
    }
    var path: RelativePath?
    if let text = node["path"] {
      do { path = try RelativePath(text.string) } catch {
        throw wrong(text, "'\(text.string)' is not a path relative to the root")
      }
    }
    return Policy.Exception(
      rule: rule.string, package: node["package"]?.string, path: path, reason: reason.string,
      until: date, line: node.line)
  }

  private static func wrong(_ node: TOMLNode, _ problem: String) -> TOMLError {
    TOMLError(
      RelativePath.policy.description, at: node.position, "\(node.path): \(problem)")
  }

  /// Adds a review at the end of a policy and leaves the rest of the text unchanged.
  ///
  /// - Parameters:
  ///   - text: the policy so far; empty if there is none.
  ///   - package: the package's name.
  ///   - tree: the digest of the tree that was reviewed.
  ///   - note: the reviewer's note; the caller refuses control characters.
  public static func appendingReview(
    to text: [UInt8], package: String, tree: String, note: String
  ) -> [UInt8] {
    var result = text.isEmpty ? Array("version = \(version)\n".utf8) : text
    if result.last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
    var block = TOMLText()
    block.appendElement(
      of: "review",
      ["package": .string(package), "tree": .string(tree), "note": .string(note)])
    return result + Array(block.text.utf8)
  }
}
