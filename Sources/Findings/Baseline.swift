import SafeFiles
import TextFormats

/// The findings that a project had when it began to check, so that only new ones are reported.
///
/// A finding is recognised by its rule, package, path, entry and message, not by its line, so that
/// lines may move. Where a file has several that are equal in all of these, their number counts.
public struct Baseline: Equatable, Sendable {
  /// What identifies a finding.
  struct Key: Hashable, Sendable {
    let rule: String
    let package: String?
    let path: String?
    let entry: String?
    let message: String

    init(_ finding: Finding) {
      rule = finding.rule.id
      package = finding.package
      path = finding.path?.description
      entry = finding.entry
      message = finding.message
    }
  }

  /// How many findings there were of each key.
  private var counts: [Key: Int] = [:]

  /// The baseline that contains these findings.
  public init(_ findings: [Finding]) {
    for finding in findings { counts[Key(finding), default: 0] += 1 }
  }

  /// How many findings it contains.
  public var count: Int { counts.values.reduce(0, +) }

  /// What of some findings is in a baseline, and what is not.
  public struct Comparison: Equatable, Sendable {
    /// The findings that are not in the baseline, in their order.
    public var new: [Finding] = []
    /// How many findings are in the baseline.
    public var known = 0
    /// What the baseline contains and was not found, as lines of text, sorted.
    public var gone: [String] = []
  }

  /// Compares findings with the baseline.
  ///
  /// - Complexity: O(n log n).
  public func compared(with findings: [Finding]) -> Comparison {
    var rest = counts
    var result = Comparison()
    for finding in findings {
      let key = Key(finding)
      if let count = rest[key], count > 0 {
        rest[key] = count - 1
        result.known += 1
      } else {
        result.new.append(finding)
      }
    }
    result.gone = rest.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map(\.key.line)
    return result
  }

  /// The file's text: JSON, one entry for each finding, sorted, so that two people's changes merge.
  public var text: String {
    let entries = counts.sorted { $0.key < $1.key }.map { key, count -> JSON in
      [
        "rule": .string(key.rule), "package": key.package.map(JSON.string),
        "path": key.path.map(JSON.string), "entry": key.entry.map(JSON.string),
        "message": .string(key.message), "count": count == 1 ? nil : .integer(count),
      ]
    }
    return (["schema": 1, "findings": .array(entries)] as JSON).text()
  }

  /// Why a text is not a baseline.
  public struct DamagedFile: Error {
    /// The line, from 1; nil where the text is JSON.
    public let line: Int?
    /// What is wrong; reads as the end of a sentence that starts with the file.
    public let problem: String
  }

  /// Reads the text of a file.
  public init(_ bytes: [UInt8]) throws(DamagedFile) {
    guard let document = JSON(bytes) else {
      throw DamagedFile(line: JSON.damagedLine(of: bytes), problem: "is not JSON")
    }
    guard document["schema"] == 1 else {
      throw DamagedFile(line: nil, problem: "is not a baseline: 'schema' is not 1")
    }
    guard let entries = document["findings"]?.elements else {
      throw DamagedFile(line: nil, problem: "is not a baseline: it has no list of 'findings'")
    }
    for (index, entry) in entries.enumerated() {
      guard let key = Key(entry), let count = Self.count(entry["count"]) else {
        throw DamagedFile(
          line: nil,
          problem: "is damaged: entry \(index + 1) has no 'rule' or 'message', or a wrong 'count'")
      }
      counts[key, default: 0] += count
    }
  }

  private static func count(_ value: JSON?) -> Int? {
    guard let value else { return 1 }
    // More would overflow when they are added up.
    guard case .number(let text) = value, let count = Int(text), (1...1_000_000).contains(count)
    else { return nil }
    return count
  }
}

extension Baseline.Key: Comparable {
  fileprivate init?(_ entry: JSON) {
    guard let rule = entry["rule"]?.text, let message = entry["message"]?.text else { return nil }
    self.rule = rule
    self.message = message
    package = entry["package"]?.text
    path = entry["path"]?.text
    self.entry = entry["entry"]?.text
  }

  /// `PLACE: MESSAGE [RULE]`.
  fileprivate var line: String {
    let text = ((path ?? package).map { "\($0): " } ?? "") + "\(message) [\(rule)]"
    return Printable.text(of: Array(text.utf8))
  }

  private var parts: [String] { [path ?? "", rule, message, package ?? "", entry ?? ""] }

  static func < (left: Self, right: Self) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts) {
      Array($0.utf8).lexicographicallyPrecedes($1.utf8)
    }
  }
}
