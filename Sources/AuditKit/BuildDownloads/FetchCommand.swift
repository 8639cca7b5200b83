/// Recognises commands that download.
enum FetchCommand {
  /// What a command downloads with, such as `curl` or `pip install`; nil if it downloads nothing.
  ///
  /// Asking a program for its version is not a download, nor is reading from this machine.
  static func name(of words: [String]) -> String? {
    guard let program = words.first.map(Self.program) else { return nil }
    let arguments = words.dropFirst()
    // A variable that holds the interpreter: `$(PYTHON) -m pip install`.
    if words[0].hasPrefix("$"), arguments.first == "-m" {
      return name(of: Array(arguments.dropFirst()))
    }
    let operands = arguments.filter { !$0.hasPrefix("-") }
    switch program {
    case "curl", "wget", "aria2c", "axel":
      let targets = operands.filter { !isLocal($0) }
      // An operand that is not an address is an option's value: `curl -o out`.
      return targets.contains(where: looksRemote) ? program : nil
    case "python", "python2", "python3", "py":
      guard arguments.first == "-m", let module = arguments.dropFirst().first else { return nil }
      return name(of: [module] + arguments.dropFirst(2))
    default:
      guard let rule = installers[program], let verb = operands.first, rule.contains(verb) else {
        return nil
      }
      if arguments.contains("--no-index") || arguments.contains("--offline") { return nil }
      if verb == "clone" || verb == "checkout", operands.dropFirst().first.map(isLocal) ?? true {
        return nil
      }
      if program == "go", verb == "install", !operands.contains(where: { $0.contains("@") }) {
        return nil
      }
      if program == "go", verb == "mod", !operands.contains("download") { return nil }
      if program == "git", verb == "submodule",
        !operands.contains("update") && !operands.contains("add")
      {
        return nil
      }
      if program == "cargo", verb == "install", arguments.contains("--path") { return nil }
      return "\(program) \(verb)"
    }
  }

  /// The command, or the commands of the script that it passes to a shell with `-c`.
  static func commands(in words: [String]) -> [[String]] {
    guard let shell = words.first.map(Self.program), ["sh", "bash", "zsh", "dash"].contains(shell),
      let option = words.firstIndex(of: "-c"), option + 1 < words.count
    else { return [words] }
    // CMake does not interpret single quotes, so the script may be split into words.
    let script = words[(option + 1)...].joined(separator: " ").filter { $0 != "'" }
    return ShellCommand.commands(in: Array(script.utf8)).map(\.words)
  }

  /// Subcommands with which package managers and version control systems download.
  private static let installers: [String: Set<String>] = [
    "pip": ["install", "download", "wheel"], "pip3": ["install", "download", "wheel"],
    "pipx": ["install", "run"], "uv": ["sync", "add"], "conda": ["install", "create"],
    "npm": ["install", "ci", "i", "add"], "yarn": ["install", "add"],
    "pnpm": ["install", "add", "i"],
    "go": ["get", "install", "mod"], "cargo": ["install", "fetch"], "gem": ["install"],
    "bundle": ["install"], "git": ["clone", "submodule"], "svn": ["checkout", "co", "export"],
    "hg": ["clone"], "composer": ["install", "require"], "conan": ["install"], "vcpkg": ["install"],
    "pod": ["install"], "carthage": ["bootstrap", "update"], "docker": ["pull"], "podman": ["pull"],
  ]

  /// The name of a program, without its path and version number.
  private static func program(_ word: String) -> String {
    let name = word.split(separator: "/").last.map(String.init) ?? word
    if name.hasPrefix("pip3.") { return "pip3" }
    if name.hasPrefix("python3.") { return "python3" }
    return name
  }

  /// Whether an operand may name something on another machine.
  private static func looksRemote(_ operand: String) -> Bool {
    operand.contains("://") || operand.contains("$") || operand.hasPrefix("www.")
  }

  /// Whether an operand certainly names something on this machine.
  static func isLocal(_ operand: String) -> Bool {
    if operand.hasPrefix("file:") || operand.hasPrefix("/") || operand.hasPrefix(".") {
      return true
    }
    guard let mark = operand.range(of: "://") else { return false }
    let host = operand[mark.upperBound...].prefix { !":/?#".contains($0) }
    return ["localhost", "127.0.0.1", "[", "0.0.0.0"].contains(String(host))
  }
}

extension String {
  /// The first occurrence of `part`; nil if there is none. Compares bytes: O(length × part).
  func range(of part: String) -> Range<Index>? {
    let (text, wanted) = (utf8, Array(part.utf8))
    var start = text.startIndex
    while let match = text[start...].firstIndex(of: wanted[0]) {
      if text[match...].starts(with: wanted) {
        return match..<text.index(match, offsetBy: wanted.count)
      }
      start = text.index(after: match)
    }
    return nil
  }
}
