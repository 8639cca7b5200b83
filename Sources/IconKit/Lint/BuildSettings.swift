import SafeFiles

/// The names of icon sets that an Xcode project file or configuration file takes for apps:
/// `ASSETCATALOG_COMPILER_APPICON_NAME` (Xcode Help, Build Settings Reference).
struct BuildSettings: Sendable {
  /// The folder that the project is in; nil for a file that may be about any.
  let folder: [RelativePath]?
  /// The names, of release builds where some are.
  let names: Set<String>

  init(folder: [RelativePath]?, text: String, variables: [String: Set<String>]) {
    self.folder = folder
    var release: Set<String> = []
    var debug: Set<String> = []
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (i, line) in lines.enumerated() {
      guard let (key, value) = Self.assignment(line), key == "ASSETCATALOG_COMPILER_APPICON_NAME"
      else { continue }
      let names = Self.resolved(value, variables)
      // A configuration's name follows its settings.
      let configuration = lines[i...].prefix(400).lazy.compactMap(Self.assignment)
        .first { $0.key == "name" }?.value
      if configuration?.lowercased().contains("debug") == true {
        debug.formUnion(names)
      } else {
        release.formUnion(names)
      }
    }
    names = release.isEmpty ? debug : release
  }

  /// The values that the texts give to names, for `$(NAME)` in others.
  static func variables(in texts: [String]) -> [String: Set<String>] {
    var values: [String: Set<String>] = [:]
    for text in texts {
      for line in text.split(whereSeparator: \.isNewline) {
        guard let (key, value) = assignment(line), !value.contains("$") else { continue }
        values[key, default: []].insert(value)
      }
    }
    return values
  }

  /// The key and value of a line `KEY = VALUE;`, of which condition, quotes and semicolon are left out.
  private static func assignment(_ line: Substring) -> (key: String, value: String)? {
    guard let equals = line.firstIndex(of: "=") else { return nil }
    let key = line[..<equals].drop { $0.isWhitespace }.prefix { $0 != "[" && !$0.isWhitespace }
    guard !key.isEmpty, key.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      return nil
    }
    // The value of a conditional setting, KEY[sdk=…] = VALUE, follows the last sign.
    let start = line[equals...].contains("]") ? line.lastIndex(of: "=") ?? equals : equals
    var value = line[line.index(after: start)...]
    if let comment = value.firstRange(of: "//") { value = value[..<comment.lowerBound] }
    value = value.drop { $0.isWhitespace || $0 == "\"" }
    while let last = value.last, last.isWhitespace || last == ";" || last == "\"" {
      value.removeLast()
    }
    return (String(key), String(value))
  }

  /// The names that `value` can stand for with the variables in it replaced; none where one is not known and the
  /// rest is empty.
  private static func resolved(_ value: String, _ variables: [String: Set<String>]) -> Set<String> {
    guard let dollar = value.firstIndex(of: "$") else { return value.isEmpty ? [] : [value] }
    let rest = value[dollar...].dropFirst()
    guard let open = rest.first, open == "(" || open == "{",
      let end = rest.firstIndex(of: open == "(" ? ")" : "}")
    else { return [] }
    let name = String(rest[..<end].dropFirst().prefix { $0 != ":" })
    let tail = String(value[value.index(after: end)...])
    var names: Set<String> = []
    // A suffix may be empty in one configuration.
    for part in variables[name, default: []].sorted().prefix(64) + [""] {
      let text = value[..<dollar] + part + tail
      if !text.isEmpty, !text.contains("$") { names.insert(String(text)) }
    }
    return names
  }
}
