import Findings
import SafeFiles
public import TextFormats
import VendorKit

/// Reads and extends the policy, `[audit]` in `assetkit.toml`.
///
///     version = 1
///
///     [audit]
///     fail-on = "error"               # error, warning, note, never; "7.0" or "warning,7.0" by CVSS score
///     require-reviews = false
///     allow = ["permissive", "MPL-2.0", "GPL-2.0-only WITH Classpath-exception-2.0"]
///     deny = ["AGPL-3.0-or-later"]
///     baseline = "audit-baseline.json"
///
///     [audit.severity]
///     hidden-large = "off"            # error, warning, note, off
///
///     [[audit.exception]]
///     rule = "licence-undeclared"
///     package = "zlib"
///     path = "Vendor/zlib/contrib"
///     reason = "not compiled"
///     until = "2027-01-31"
///
///     [[audit.clarify]]
///     package = "zlib"
///     path = "Vendor/zlib/LICENSE"
///     sha256 = "…"                    # of the file that was read
///     expression = "Zlib"
///     reason = "Zlib with a sentence about the name"
///
///     [[audit.exception]]
///     advisory = "CVE-2024-1"         # any of its ids; the rule may be left out
///     package = "zlib"
///     status = "not_affected"         # or affected, fixed, under_investigation
///     justification = "vulnerable_code_not_present"
///     reason = "minizip is not vendored"
///
///     [[audit.review]]
///     package = "zlib"
///     tree = "sha256:…"
///     note = "read inflate.c"
public enum PolicyFile {
  /// The keys of `[audit]`.
  public static let fields: [TOMLSchema.Field] =
    [
      .optional(
        "fail-on", .string,
        "The lowest severity that fails an audit: \(FailureLimit.expected), or both with a comma.",
        default: Severity.error.rawValue),
      .optional(
        "allow", .array(of: .string), "The licences that may be used, and groups of them.",
        default: "all"),
      .optional(
        "deny", .array(of: .string), "Those that may not be used, also where 'allow' has them."),
      .optional(
        "baseline", .string, "A file of --write-baseline; what it contains is not reported."),
      .optional(
        "clarify",
        .array(
          of: .table([
            .required("package", .string, "The package."),
            .required("path", .string, "The file, from the root."),
            .required("sha256", .string, "Its SHA-256; another file is read again."),
            .required("expression", .string, "Its licence, as an SPDX expression."),
            .required("reason", .string, "Why."),
          ])), "What the licence of a file is, where it is not recognised or read wrongly."),
    ] + sharedFields

  /// The keys of a policy at the top level, where it stood before there was `[audit]`.
  public static let formerFields: [TOMLSchema.Field] =
    [
      .optional(
        "licences",
        .table([
          .optional("allowed", .array(of: .string)), .optional("denied", .array(of: .string)),
        ]))
    ] + sharedFields

  private static let sharedFields: [TOMLSchema.Field] = [
    .optional(
      "require-reviews", .boolean, "Whether every package needs a review of its present tree.",
      default: "false"),
    .optional(
      "exception",
      .array(
        of: .table([
          .optional("rule", .string, "The rule; not needed beside 'advisory'."),
          .optional("package", .string, "The package.", default: "any"),
          .optional("path", .string, "A file, or a folder and all that is in it.", default: "any"),
          .optional("advisory", .string, "A vulnerability, by any of its ids."),
          .optional(
            "status", .choice(VulnerabilityStatus.Label.allCases.map(\.rawValue)),
            "What was found out about the vulnerability, in the words of OpenVEX."),
          .optional(
            "justification", .choice(VulnerabilityStatus.Justification.allCases.map(\.rawValue)),
            "Why the package is not affected."),
          .optional("action", .string, "What users should do; for the status affected."),
          .required("reason", .string, "Why the findings are suppressed."),
          .optional(
            "until", .string,
            "The last day, such as 2027-01-31; only not_affected and fixed can do without."),
        ])), "Findings that are suppressed."),
    .optional(
      "review",
      .array(
        of: .table([
          .required("package", .string, "The package."),
          .required("tree", .string, "The digest of its tree; another makes the review void."),
          .required("note", .string, "The reviewer's words."),
        ])), "What somebody has reviewed, as 'vendor review' writes it."),
    .optional(
      "severity",
      .table(
        RuleTable.all.map { .optional($0.id, .string, $0.summary, default: $0.severity.rawValue) }),
      "The severity of rules, in place of their own: \(severities)."),
  ]

  private static let severities = "error, warning, note or off"

  /// The keys of a policy at the top level of `document`, each with where it belongs.
  public static func misplaced(in document: TOMLNode) -> [(line: Int, key: String, place: String)] {
    (document.pairs ?? []).compactMap { key, value in
      guard formerFields.contains(where: { $0.name == key }) else { return nil }
      let place =
        switch key {
        case "licences": "'allow' and 'deny' of [audit]"
        case "severity": "[audit.severity]"
        case "require-reviews": "[audit]"
        default: "[[audit.\(key)]]"
        }
      return (value.keyPosition.line, key, place)
    }.sorted { $0.line < $1.line }
  }

  /// The policy in `document`: `[audit]`, and what of it stands at the top level.
  ///
  /// - Parameter document: a table that fits `formerFields`, and `fields` as `audit`.
  /// - Throws: `TOMLError` with the line of the mistake.
  public static func policy(in document: TOMLNode) throws(TOMLError) -> Policy {
    let audit = document["audit"]
    var policy = Policy()
    if let node = audit?["fail-on"] {
      guard let limit = FailureLimit(node.string) else {
        throw node.error("is '\(node.string)', expected \(FailureLimit.expected)")
      }
      policy.failOn = limit
    }
    policy.baseline = try audit?["baseline"].map(path)
    let requiresReviews = try one(audit?["require-reviews"], document["require-reviews"])
    policy.requiresReviews = requiresReviews?.boolean ?? false
    let licenses = document["licences"]
    if let allowed = try one(audit?["allow"], licenses?["allowed"]) {
      policy.allowedLicenses = try terms(allowed)
    }
    if let denied = try one(audit?["deny"], licenses?["denied"]) {
      policy.deniedLicenses = try terms(denied)
    }
    let severities = [audit?["severity"], document["severity"]]
    for rule in RuleTable.all {
      guard let node = try one(severities[0]?[rule.id], severities[1]?[rule.id]) else { continue }
      policy.severities[rule.id] = .some(try severity(node))
    }
    func elements(_ key: String) -> [TOMLNode] {
      [document[key], audit?[key]].flatMap { $0?.elements ?? [] }
    }
    for node in audit?["clarify"]?.elements ?? [] {
      policy.clarifications.append(try clarification(node))
    }
    for node in elements("exception") { policy.exceptions.append(try Policy.Exception(node)) }
    policy.reviews = elements("review").map { node in
      Policy.Review(
        package: node[required: "package"].string, tree: node[required: "tree"].string,
        note: node[required: "note"].string, line: node.line)
    }
    return policy
  }

  /// The value that is there; one at the top level beside one in `[audit]` is refused.
  private static func one(
    _ node: TOMLNode?, _ former: TOMLNode?
  ) throws(TOMLError) -> TOMLNode? {
    guard let node else { return former }
    if let former {
      throw former.error("is also defined in [audit], on line \(node.line); remove it here")
    }
    return node
  }

  private static func terms(_ node: TOMLNode) throws(TOMLError) -> LicenseTerms {
    var terms = LicenseTerms()
    for element in node.elements {
      let text = element.string
      if LicensePreset(rawValue: text) == nil, LicenseList.license(named: text) == nil,
        let name = NearestName.of(text, among: LicensePreset.allCases.map(\.rawValue))
      {
        throw element.error("'\(text)' is not a preset; did you mean '\(name)'?")
      }
      let unlisted: String?
      do {
        try terms.insert(text)
        unlisted =
          LicensePreset(rawValue: text) == nil
          ? try LicenseExpression(parsing: text).unlistedNames.first : nil
      } catch {
        throw element.error("'\(text)' is not a licence: \(error)")
      }
      if let unlisted {
        throw element.error(
          "'\(unlisted)' is not on the SPDX licence list, nor one of the groups "
            + LicensePreset.allCases.map(\.rawValue).joined(separator: ", "))
      }
    }
    return terms
  }

  private static func severity(_ node: TOMLNode) throws(TOMLError) -> Severity? {
    if node.string == "off" { return nil }
    guard let severity = Severity(rawValue: node.string) else {
      throw node.error("is '\(node.string)', expected \(severities)")
    }
    return severity
  }

  private static func clarification(_ node: TOMLNode) throws(TOMLError) -> Policy.Clarification {
    let digest = node[required: "sha256"]
    guard let sha256 = SHA256Digest(hex: digest.string) else {
      throw digest.error(
        "is '\(digest.string)', expected the 64 hexadecimal digits that sha256sum prints")
    }
    let text = node[required: "expression"]
    let expression: LicenseExpression
    do { expression = try LicenseExpression(parsing: text.string) } catch {
      throw text.error("'\(text.string)' is not a licence expression: \(error)")
    }
    if let name = expression.unlistedNames.first {
      throw text.error("'\(name)' is not on the SPDX licence list; LicenseRef- names others")
    }
    return Policy.Clarification(
      package: node[required: "package"].string, path: try path(node[required: "path"]),
      sha256: sha256, expression: expression, reason: try reason(in: node, for: "clarification"),
      line: node.line)
  }

  static func reason(in node: TOMLNode, for what: String) throws(TOMLError) -> String {
    let reason = node[required: "reason"]
    guard reason.string.contains(where: { !$0.isWhitespace }) else {
      throw reason.error("is empty, expected the reason for the \(what)")
    }
    return reason.string
  }

  static func path(_ node: TOMLNode) throws(TOMLError) -> RelativePath {
    do { return try RelativePath(node.string) } catch {
      throw node.error("'\(node.string)' is not a path relative to the root")
    }
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
    var result = text.isEmpty ? Array("version = 1\n".utf8) : text
    if result.last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
    var block = TOMLText()
    block.appendElement(
      of: "audit.review",
      ["package": .string(package), "tree": .string(tree), "note": .string(note)])
    return result + Array(block.text.utf8)
  }
}
