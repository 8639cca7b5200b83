/// Recognises commands that download.
enum FetchCommand {
  /// What a command downloads with, such as `curl` or `pip install`; nil if it downloads nothing.
  ///
  /// Asking a program for its version is not a download, nor is reading from this machine, nor is an
  /// upload.
  static func name(of words: [String]) -> String? {
    guard let first = words.first else { return nil }
    let program = program(first)
    let arguments = words.dropFirst()
    // A variable that holds the interpreter: `$(PYTHON) -m pip install`.
    if first.hasPrefix("$") || isPython(program), arguments.first == "-m" {
      return name(of: Array(arguments.dropFirst()))
    }
    if let valued = FetchPrograms.transfers[program] {
      // `$curl $options` may be anything, `$CURL $URL` is a download.
      if first.hasPrefix("$"), !arguments.contains(where: namesAddress) { return nil }
      return transfers(program, arguments, valued: valued) ? program : nil
    }
    if FetchPrograms.cmdlets.contains(program) {
      // Any operand: an address or a variable, perhaps after a parameter's name.
      let values = arguments.filter { !$0.hasPrefix("-") }
      return values.isEmpty || values.contains(where: isLocal) ? nil : first
    }
    return installs(program, arguments).map { $0.isEmpty ? program : "\(program) \($0)" }
  }

  /// Whether a transfer program such as `curl` reads from another machine.
  private static func transfers(
    _ program: String, _ arguments: ArraySlice<String>, valued: Set<String>
  ) -> Bool {
    if arguments.contains(where: FetchPrograms.uploads.contains) { return false }
    if program == "wget", arguments.contains("-i") || arguments.contains("--input-file") {
      return true
    }
    let operands = operands(of: arguments, valued: valued)
    switch program {
    case "fetch", "ftp", "http", "https", "certutil", "bitsadmin", "msiexec", "mshta":
      // Ordinary words, and programs that mostly do something else.
      return arguments.contains { $0.contains("://") && !isLocal($0) }
    case "scp", "rsync", "sftp":
      return operands.dropLast(program == "sftp" ? 0 : 1).contains(where: namesHost)
    case "gh": return operands.count > 1 && operands[1] == "download" || operands.contains("clone")
    case "aws", "gsutil", "gcloud", "azcopy":
      return operands.dropLast().contains { $0.hasPrefix("s3://") || $0.hasPrefix("gs://") }
    default:
      // An operand that is not an address is an option's value: `curl -o out`.
      return operands.contains { !isLocal($0) && looksRemote($0) }
        || arguments.contains { $0.hasPrefix("--url=") }
    }
  }

  /// The verb with which a package manager or version control system downloads, empty for one that
  /// has none; nil if it does not download.
  private static func installs(_ program: String, _ arguments: ArraySlice<String>) -> String? {
    guard let manager = FetchPrograms.managers[program] else { return nil }
    let operands = operands(of: arguments, valued: manager.valued)
    guard let verb = operands.first ?? (program == "yarn" ? "install" : nil) else { return nil }
    let isOption = program == "pacman" || program == "nix-env"
    if manager.verbs.isEmpty { return "" }
    guard manager.verbs.contains(verb) || (isOption && arguments.contains { $0.hasPrefix("-S") })
    else { return nil }
    if arguments.contains(where: FetchPrograms.offline.contains) { return nil }
    let objects = operands.dropFirst()
    switch (program, verb) {
    case ("yarn", "install"), ("npm", "ci"): return verb
    case ("git", "clone"), ("hg", "clone"), ("svn", _), ("bzr", _):
      return objects.first.map(isLocal) ?? true ? nil : verb
    case ("git", "fetch"), ("git", "pull"), ("git", "ls-remote"):
      return objects.first.map(isLocal) ?? false ? nil : verb
    case ("git", "submodule"):
      return objects.contains("update") || objects.contains("add") ? verb : nil
    case ("git", "lfs"): return objects.contains("pull") || objects.contains("fetch") ? verb : nil
    case ("git", "archive"):
      return arguments.contains { $0.hasPrefix("--remote=") && !isLocal(String($0.dropFirst(9))) }
        ? verb : nil
    case ("go", "install"), ("go", "run"): return objects.contains { $0.contains("@") } ? verb : nil
    case ("go", "mod"): return objects.contains("download") ? verb : nil
    case ("cargo", "install"): return arguments.contains("--path") ? nil : verb
    case ("pip", _), ("pip3", _), ("pip2", _), ("npm", _), ("pnpm", _), ("uv", "add"):
      // `pip install ./wheels/x.whl` and `npm install ../x` read what is here.
      return !objects.isEmpty && objects.allSatisfy(isLocalPackage) ? nil : verb
    case ("uv", "pip"):
      return objects.first == "install" && !objects.dropFirst().allSatisfy(isLocalPackage)
        ? "pip install" : nil
    case ("dotnet", "tool"), ("dotnet", "add"), ("rustup", _), ("snap", _), ("helm", _):
      return objects.contains { ["install", "add", "package", "pull"].contains($0) }
        || verb == "install" || verb == "update" ? verb : nil
    default: return verb
    }
  }

  /// The arguments that are neither options nor their values.
  private static func operands(
    of arguments: ArraySlice<String>, valued: Set<String>
  ) -> [String] {
    var operands: [String] = []
    var isValue = false
    for argument in arguments {
      if isValue {
        isValue = false
      } else if argument.hasPrefix("-"), argument != "-" {
        isValue = valued.contains(argument)
      } else {
        operands.append(argument)
      }
    }
    return operands
  }

  /// The command, or the commands of the script that it passes to a shell with `-c`.
  static func commands(in words: [String]) -> [[String]] {
    guard let command = ShellCommand(line: 1, words: words.isEmpty ? [""] : words).unwrapped()
    else { return [] }
    let words = command.words
    guard ShellWords.shells.contains(program(words[0])), let option = words.firstIndex(of: "-c"),
      option + 1 < words.count
    else { return [words] }
    // CMake does not interpret single quotes, so the script may be split into words.
    let script = words[(option + 1)...].joined(separator: " ").filter { $0 != "'" }
    return ShellCommand.commands(in: Array(script.utf8)).map(\.words)
  }

  /// The name of a program in lower case, without its path, version number and `.exe`; for a
  /// variable the name of that, because `$CURL` and `$(WGET)` hold what they are called.
  static func program(_ word: String) -> String {
    // Most commands: a name in lower case and nothing else.
    let isPlain = word.utf8.allSatisfy { $0.isIdentifier && !$0.isDigit && !$0.isCapital }
    if isPlain { return word }
    let bytes = Array(word.utf8)
    let name = String(decoding: bytes[ShellWords.program(in: bytes[...])], as: UTF8.self)
    let lowered = name.lowercased()
    for ending in [".exe", ".cmd", ".bat"] where lowered.hasSuffix(ending) {
      return String(lowered.dropLast(ending.count))
    }
    if lowered.hasPrefix("pip3.") { return "pip3" }
    if lowered.hasPrefix("python3.") || lowered.hasPrefix("python2.") { return "python3" }
    return lowered
  }

  /// Whether `means` is what ``name(of:)`` calls a command.
  static func isProgram(_ means: String) -> Bool {
    let program = program(String(means.prefix { $0 != " " }))
    return FetchPrograms.transfers[program] != nil || FetchPrograms.managers[program] != nil
      || FetchPrograms.cmdlets.contains(program)
  }

  private static func isPython(_ program: String) -> Bool {
    ["python", "python2", "python3", "py", "pypy", "pypy3"].contains(program)
  }

  /// Whether an operand may name something on another machine.
  private static func looksRemote(_ operand: String) -> Bool {
    operand.contains("://") || operand.contains("$") || operand.contains("%")
      || operand.contains("{") || operand.hasPrefix("@") || namesPage(operand)
  }

  /// An address, or a variable that is called like one.
  private static func namesAddress(_ word: String) -> Bool {
    let lowered = word.lowercased()
    return namesPage(word)
      || ["://", "url", "uri", "http", "ftp", "mirror", "link", "site", "server", "$(…)"]
        .contains(where: lowered.contains)
  }

  /// `www.example.org`, `example.org/install.sh`.
  private static func namesPage(_ operand: String) -> Bool {
    if operand.hasPrefix("www.") { return true }
    let parts = operand.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let labels = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, labels.count > 1, let last = labels.last else { return false }
    return last.utf8.count >= 2 && last.allSatisfy(\.isLetter)
      && labels.allSatisfy {
        !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
  }

  /// `host:path` or `rsync://host/path`.
  private static func namesHost(_ operand: String) -> Bool {
    if operand.contains("://") { return !isLocal(operand) }
    guard let colon = operand.firstIndex(of: ":") else { return false }
    // `C:\x` and `./a:b` are on this machine.
    return operand[..<colon].utf8.count > 1 && !operand[..<colon].contains("/")
  }

  /// Whether an operand certainly names something on this machine.
  static func isLocal(_ operand: String) -> Bool {
    if operand.hasPrefix("file:") || operand.hasPrefix("/") || operand.hasPrefix(".")
      || operand.hasPrefix("~") || beginsInFolder(operand)
    {
      return true
    }
    guard let mark = operand.utf8.range(of: "://") else {
      return operand == "localhost" || operand.hasPrefix("localhost:")
        || operand.hasPrefix("localhost/") || operand.hasPrefix("127.0.0.1")
    }
    let host = operand[mark.upperBound...].prefix { !":/?#".contains($0) }
    return ["localhost", "127.0.0.1", "[", "0.0.0.0"].contains(String(host))
  }

  /// `$PWD/x`, `${srcdir}/x`, `%CD%\x`: a variable that is called like a folder of this machine.
  private static func beginsInFolder(_ operand: String) -> Bool {
    guard let mark = operand.first, "$%@".contains(mark), !operand.contains("://") else {
      return false
    }
    let name = operand.dropFirst().drop { "{(~".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || $0 == "_" }.lowercased()
    return ["pwd", "dir", "root", "home", "here", "cwd", "workspace", "folder", "dp0"]
      .contains { name.hasSuffix($0) } || name == "cd"
  }

  /// Whether a package manager's operand is a package in a folder or a file of this machine.
  private static func isLocalPackage(_ operand: String) -> Bool {
    if operand.contains("://") { return isLocal(operand) }
    // What `.[test]` needs beside the package is elsewhere.
    if operand.hasSuffix("]") { return false }
    return isLocal(operand) || operand.hasSuffix(".whl") || operand.hasPrefix("dist/")
  }
}
