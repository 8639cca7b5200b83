/// What the commands of a pipeline do with text that nobody can read.
extension ScriptPipeline.Command {
  /// What stands before the command in other files than scripts: keys of YAML, CMake's keyword.
  private static let marks: Set<String> = ["run:", "script:", "-", "COMMAND"]
  private static let interpreters = ScriptLanguage.interpreters.union(["php"])

  /// The command without keywords, assignments and wrappers before it.
  var unwrapped: ScriptPipeline.Command {
    var command = self
    while let first = command.words.first {
      let isAssigned = command.words.count > 1 && Self.assigned(first.text) != nil
      if isAssigned || ShellWords.keywords.contains(first.text) || Self.marks.contains(first.text) {
        command.words.removeFirst()
      } else if let wrapper = CommandWrapper.byName[command.name], command.words.count > 1 {
        let count = 1 + wrapper.prefixCount(of: command.arguments.lazy.map(\.text))
        guard count < command.words.count else { break }
        command.words.removeFirst(count)
        if wrapper.addsOperands { command.words.append(ScriptPipeline.Word(text: "…")) }
      } else {
        // make's marks before a recipe.
        let plain = first.text.drop { "@+-".contains($0) }
        guard plain.utf8.count < first.text.utf8.count, !plain.isEmpty,
          !plain.utf8.contains(UInt8(ascii: "@"))
        else { break }
        command.words[0].text = String(plain)
      }
    }
    return command
  }

  /// The variable that `NAME=value` sets; nil for other words.
  static func assigned(_ word: String) -> String? {
    guard let equals = word.firstIndex(of: "="), equals != word.startIndex else { return nil }
    let name = word[..<equals].drop { $0 == "@" }
    return name.utf8.allSatisfy(\.isIdentifier) && !name.isEmpty ? String(name) : nil
  }

  /// Whether it is a shell, also by a variable such as `$SHELL` or `@SHELL@`.
  var isShell: Bool {
    if ShellWords.shells.contains(name) { return true }
    guard let text = words.first?.text.utf8, let mark = text.first else { return false }
    return (mark == UInt8(ascii: "$") || mark == UInt8(ascii: "@")) && text.count < 40
      && text.range(of: "SHELL") != nil
  }

  /// Whether it is an interpreter of another language than the shell's.
  var isInterpreter: Bool { Self.interpreters.contains(name) }

  /// Whether it runs what it reads, wherever that comes from.
  var readsScript: Bool {
    var command = self
    command.inputs = []
    return command.runsInput
  }

  /// Whether it runs the text that it reads from its input.
  var runsInput: Bool {
    let options = arguments.map(\.text)
    if isShell || Self.interpreters.contains(name) {
      if options.contains("-s") || options.contains("/dev/stdin") { return true }
      return inputs.isEmpty
        && options.allSatisfy {
          $0.hasPrefix("-") && !($0.dropFirst().contains { "ceEnpm".contains($0) })
        }
    }
    return (name == "." || name == "source") && options.first == "/dev/stdin"
  }

  /// Whether it writes readable text from text that was not.
  var decodes: Bool {
    let options = arguments.map(\.text)
    func has(_ wanted: String...) -> Bool { options.contains { wanted.contains($0) } }
    switch name {
    case "base64", "base32", "basenc", "b64decode":
      return has("-d", "-D", "--decode", "-di", "-id", "--d") || name == "b64decode"
    case "xxd": return options.contains { $0.hasPrefix("-r") || $0 == "-p" && has("-r") }
    case "openssl": return has("-d", "-decrypt") && (has("base64", "enc") || has("-base64", "-a"))
    case "uudecode", "gunzip", "zcat", "xzcat", "unxz", "unlzma", "lzcat", "bzcat", "bunzip2",
      "zstdcat", "unzstd", "lz4cat":
      return true
    case "gzip", "xz", "lzma", "bzip2", "zstd", "lz4", "brotli", "lzip":
      return options.contains { option in
        option == "--decompress" || option == "--uncompress"
          || (option.hasPrefix("-") && !option.hasPrefix("--") && option.contains("d"))
      }
    case "rev": return true
    case "printf", "echo", "/bin/echo": return options.contains { Self.hasManyEscapes($0) }
    case "tr": return byteMap?.isCipher ?? false
    case _ where Self.interpreters.contains(name):
      return options.contains { text in
        ["b64decode", "decode_base64", "decode64", "fromhex", "unhexlify", "pack(", "decompress"]
          .contains { text.contains($0) }
      }
    default: return false
    }
  }

  /// The bytes that a `tr` with two sets exchanges.
  var byteMap: ByteMap? {
    guard name == "tr" else { return nil }
    let sets = arguments.map(\.text).filter { !($0.hasPrefix("-") && $0.count <= 3) }
    return sets.count == 2 ? ByteMap(sets[0], sets[1]) : nil
  }

  /// `\x…`, `\0…` and `\…` in octal, more of them than colours of a terminal need.
  private static func hasManyEscapes(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let escapes = bytes.indices.dropLast().count { index in
      bytes[index] == UInt8(ascii: "\\")
        && (bytes[index + 1] == UInt8(ascii: "x") || (48...55).contains(bytes[index + 1]))
    }
    return escapes >= 4 && escapes * 5 >= bytes.count
  }

  /// A file of tests that it reads; nil if it reads none.
  var testFile: String? {
    let candidates =
      inputs
      + arguments.map { $0.text.hasPrefix("if=") ? String($0.text.dropFirst(3)) : $0.text }
    return candidates.first { text in
      let components = text.split(separator: "/")
      return components.count > 1 && !text.hasPrefix("s/") && !text.contains(" ")
        && components.dropLast().contains { Self.testFolders.contains(String($0)) }
    }
  }

  /// Whether a shell runs a file of tests that is named like data.
  var runsTestData: Bool {
    guard isShell || name == "." || name == "source", let file = testFile,
      let ending = file.split(separator: "/").last?.split(separator: ".").dropFirst().last
    else { return false }
    return Self.dataEndings.contains(ending.lowercased())
  }

  private static let dataEndings: Set<String> = [
    "dat", "data", "bin", "raw", "txt", "xz", "lzma", "gz", "bz2", "zst", "lz", "png", "jpg", "gif",
    "zip", "tar", "corpus", "in", "out",
  ]

  /// Whether it connects a shell to the network.
  var connects: Bool {
    ["nc", "ncat", "netcat"].contains(name)
      && arguments.contains { ["-e", "-c", "--exec", "--sh-exec"].contains($0.text) }
  }

  private static let testFolders: Set<String> = [
    "test", "tests", "testdata", "test-data", "test_data", "testing", "fixtures", "fixture",
    "corpus", "corpora", "samples",
  ]

  /// Whether a folder of that name has tests.
  static func isTestFolder(_ name: String) -> Bool { testFolders.contains(name) }

  /// `grep` with options to search binary files recursively and list them.
  var searchesBinaries: Bool {
    guard name == "grep" || name == "egrep" || name == "$GREP" else { return false }
    let options = arguments.map(\.text).filter { $0.hasPrefix("-") && !$0.hasPrefix("--") }.joined()
    return options.contains("a") && options.contains("l")
      && (options.contains("r") || options.contains("R"))
  }

  /// The file that `of=` or a redirection names.
  var output: String? {
    outputs.first { $0 != "/dev/null" }
      ?? arguments.first { $0.text.hasPrefix("of=") }.map { String($0.text.dropFirst(3)) }
  }
}
