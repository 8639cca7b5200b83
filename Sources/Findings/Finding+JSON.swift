import SafeFiles
public import TextFormats

extension Finding {
  /// The finding as `--json` shows it: `rule`, `severity`, `package`, `path`, `line`, `message` and
  /// `remedy`; keys without a value are left out.
  public var json: JSON {
    [
      "rule": .string(rule.id),
      "severity": .string(rule.severity.rawValue),
      "package": package.map(JSON.string),
      "path": path.map { .string($0.description) },
      "line": line.map(JSON.integer),
      "message": .string(message),
      "remedy": .string(remedy),
    ]
  }
}
