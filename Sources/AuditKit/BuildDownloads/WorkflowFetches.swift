/// Finds downloads in the files with which CI services are told what to run.
///
/// The services have different keys for the same: a command, a list of commands, or lines of a
/// script. What is below such a key is read as a script for a shell and for PowerShell.
enum WorkflowFetches {
  /// Keys whose value is run: of GitHub, GitLab, Travis, AppVeyor, Azure, CircleCI, Cirrus, Drone,
  /// Woodpecker, Bitbucket, Buildkite and Read the Docs.
  private static let keys: Set<String> = [
    "run", "script", "scripts", "before_script", "after_script", "install", "before_install",
    "after_install", "build_script", "test_script", "deploy_script", "before_build", "after_build",
    "before_test", "after_test", "after_success", "after_failure", "before_deploy",
    "before_package", "on_success", "on_failure", "on_finish", "init", "command", "commands",
    "powershell", "pwsh", "bash", "ps", "cmd", "sh", "inlinescript", "setup", "tasks", "task",
    "post_install", "pre_install", "pre_build", "post_build", "post_checkout",
    "pre_create_environment",
    "build", "prebuild", "postbuild", "cmds", "args",
  ]

  private struct Line {
    let number: Int
    /// The column of its first character that is not a blank, or of what follows its dashes.
    let indent: Int
    /// The column of its first dash; that of `indent` if it has none.
    let dash: Int
    let text: Substring
    let raw: Substring
  }

  static func sites(in text: [UInt8]) -> [FetchSite] {
    // Bytes, because other characters that end lines do not count as lines elsewhere.
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated().map { index, bytes in
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        return self.line(Substring(decoding: line, as: UTF8.self), index + 1)
      }
    var found: Set<FetchSite> = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      guard let (key, value) = setting(line.text), isRun(key) else { continue }
      let end =
        lines[index...].firstIndex {
          !$0.text.isEmpty && $0.text.first != "#"
            && ($0.dash < line.indent || ($0.dash == line.indent && $0.dash == $0.indent))
        } ?? lines.count
      let body = lines[index..<end]
      if value.isEmpty || value.first == "&" {
        for item in items(body) { found.formUnion(sites(of: item.text, at: item.line)) }
        // Lists may contain further keys: `- run: …`.
        continue
      }
      if value.first == "|" || value.first == ">" {
        found.formUnion(sites(of: block(body), at: line.number + 1))
      } else {
        found.formUnion(
          sites(of: ([unquoted(value)] + body.map(\.raw)).joined(separator: "\n"), at: line.number))
      }
      index = end
    }
    return Array(found)
  }

  private static func isRun(_ key: Substring) -> Bool {
    let key = key.lowercased()
    return keys.contains(key) || key.hasSuffix("_script")
  }

  private static func line(_ raw: Substring, _ number: Int) -> Line {
    var rest = raw.drop { $0 == " " || $0 == "\t" }
    let dash = raw.count - rest.count
    while rest.hasPrefix("- ") { rest = rest.dropFirst(2).drop { $0 == " " } }
    return Line(number: number, indent: raw.count - rest.count, dash: dash, text: rest, raw: raw)
  }

  /// `key: value`.
  private static func setting(_ line: Substring) -> (key: Substring, value: Substring)? {
    let key = line.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    guard !key.isEmpty, line.dropFirst(key.count).first == ":" else { return nil }
    let rest = line.dropFirst(key.count + 1)
    guard rest.isEmpty || rest.first == " " else { return nil }
    return (key, rest.drop { $0 == " " })
  }

  /// The items of a list: each a command, a block, or `ps: command`.
  private static func items(_ body: ArraySlice<Line>) -> [(line: Int, text: String)] {
    var items: [(line: Int, text: String)] = []
    var index = body.startIndex
    while index < body.endIndex {
      let line = body[index]
      let end =
        body[(index + 1)...].firstIndex { $0.dash <= line.dash && !$0.text.isEmpty }
        ?? body.endIndex
      let rest = body[(index + 1)..<end]
      // Keys below a list's item that run nothing: `- name: x`.
      let value = setting(line.text).flatMap { isRun($0.key) ? $0.value : nil }
      if line.text.first == "#" || (value == nil && setting(line.text) != nil) {
        // Settings and comments; a run key further down begins a body of its own.
        index += 1
        continue
      }
      let text = value ?? line.text
      if text.first == "|" || text.first == ">" {
        items.append((line.number + 1, block(rest)))
      } else {
        items.append((line.number, ([unquoted(text)] + rest.map(\.raw)).joined(separator: "\n")))
      }
      index = end
    }
    return items
  }

  private static func block(_ lines: ArraySlice<Line>) -> String {
    lines.map(\.raw).joined(separator: "\n")
  }

  /// A scalar or a list on one line without quotes and brackets.
  private static func unquoted(_ value: Substring) -> Substring {
    if value.first == "[", value.last == "]" {
      return unquoted(value.dropFirst().dropLast())
    }
    guard let quote = value.first, quote == "'" || quote == "\"", value.count > 1,
      value.last == quote
    else { return value }
    return value.dropFirst().dropLast()
  }

  private static let wordsOfPowerShell = NeedleSet([
    "invoke-", "iwr", "irm", "webclient", "start-", "install-", "powershell",
  ])
  private static let wordsOfBatch = NeedleSet(["if not ", "if exist ", "call "])

  private static func sites(of script: String, at line: Int) -> [FetchSite] {
    let text = Array(script.utf8)
    var sites = ShellFetches.sites(inScript: text, firstLine: line)
    let lines = Set(sites.map(\.line))
    let lowered = Array(script.lowercased().utf8)
    func has(_ words: NeedleSet) -> Bool {
      lowered.withUnsafeBytes { words.firstIndex(in: $0) != nil }
    }
    if has(wordsOfPowerShell) {
      sites += PowerShellFetches.sites(in: text, firstLine: line).filter {
        !lines.contains($0.line)
      }
    }
    if has(wordsOfBatch) {
      sites += BatchFetches.sites(in: text, firstLine: line).filter { !lines.contains($0.line) }
    }
    return sites
  }
}
