import Findings
import SafeFiles
import TextFormats

extension Policy.Exception {
  /// Reads one `[[audit.exception]]`.
  ///
  /// - Throws: `TOMLError` with the line of the mistake.
  init(_ node: TOMLNode) throws(TOMLError) {
    let status = try Self.status(node)
    self.init(
      rule: try Self.rule(node), package: node["package"]?.string,
      path: try node["path"].map(PolicyFile.path),
      advisory: try Self.advisory(node), status: status,
      reason: try PolicyFile.reason(in: node, for: "exception"),
      until: try Self.until(node, status), line: node.line)
    if status != nil, advisory == nil || package == nil {
      throw node.error("has a status, which needs 'advisory' and 'package'")
    }
  }

  private static func rule(_ node: TOMLNode) throws(TOMLError) -> String? {
    guard let rule = node["rule"] else {
      if node["advisory"] != nil { return nil }
      throw node.error("has neither 'rule' nor 'advisory'")
    }
    guard let known = RuleTable.rule(named: rule.string) else {
      throw rule.error("there is no rule '\(rule.string)'")
    }
    if let advisory = node["advisory"], known.group != AdvisoryRules.known.group {
      throw advisory.error("has no meaning for '\(known.id)', which is not about vulnerabilities")
    }
    return rule.string
  }

  private static func advisory(_ node: TOMLNode) throws(TOMLError) -> String? {
    guard let advisory = node["advisory"] else { return nil }
    let isPlain = advisory.string.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPlain, !advisory.string.isEmpty else {
      throw advisory.error("is '\(advisory.string)', expected an id such as CVE-2024-1234")
    }
    return advisory.string
  }

  private static func until(
    _ node: TOMLNode, _ status: VulnerabilityStatus?
  ) throws(TOMLError) -> CivilDate? {
    guard let until = node["until"] else {
      if status?.isFinal == true { return nil }
      throw node.error(
        "has no 'until', which only the status not_affected or fixed can do without")
    }
    guard let date = CivilDate(until.string) else {
      throw until.error("is '\(until.string)', expected a date such as 2027-01-31")
    }
    return date
  }

  private static func status(_ node: TOMLNode) throws(TOMLError) -> VulnerabilityStatus? {
    for key in ["justification", "action"] where node["status"] == nil {
      if let extra = node[key] { throw extra.error("has no meaning without 'status'") }
    }
    guard let text = node["status"], let label = VulnerabilityStatus.Label(rawValue: text.string)
    else { return nil }
    let justification = node["justification"]
    let action = node["action"]
    if let justification, label != .notAffected {
      throw justification.error("is only for the status not_affected")
    }
    if let action, label != .affected { throw action.error("is only for the status affected") }
    if label == .notAffected, justification == nil {
      throw text.error("is not_affected, which needs a 'justification'")
    }
    if label == .affected, action?.string.contains(where: { !$0.isWhitespace }) != true {
      throw text.error("is affected, which needs an 'action': what users should do")
    }
    return VulnerabilityStatus(
      label: label,
      justification: justification.flatMap { .init(rawValue: $0.string) }, action: action?.string)
  }
}
