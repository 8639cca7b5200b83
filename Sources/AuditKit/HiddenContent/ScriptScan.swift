/// Finds commands of scripts, makefiles and m4 macros that run what a reviewer cannot read.
struct ScriptScan: Sendable {
  /// What the lines of a file are.
  enum Language: Sendable {
    case shell
    case make
    case m4
    case cmake
  }

  /// Such a command, with its line.
  struct Site: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// A shell runs what a decoder writes.
      case decoded
      /// A shell runs what `eval` writes.
      case evaluated
      /// A build runs, links or looks for a file of tests.
      case testFile
      /// `tr` exchanges bytes.
      case byteMap
      /// A shell opens a connection.
      case socket
      /// m4 runs a command whose output becomes part of `configure`.
      case m4
    }
    let kind: Kind
    let line: Int
    let detail: String
  }

  private static let limitSites = 20
  /// The longest line that is parsed; code is not written in longer ones.
  private static let limitLineBytes = 64 << 10
  private static let limitNames = 50

  let language: Language
  /// Whether the script itself is a test, which may read other files of tests.
  let isTest: Bool
  private(set) var sites: [Site] = []
  /// Variables and files that contain decoded text.
  private var decodedVariables: Set<String> = []
  private var decodedFiles: [String: Site.Kind] = [:]
  /// What the lines so far, whatever they have, set variables to.
  private var values = ShortValues()
  /// Lines that may still belong to a call of `m4_esyscmd`.
  private var m4Lines = 0

  init(_ language: Language, isTest: Bool) {
    self.language = language
    self.isTest = isTest
  }

  /// Looks at the next chunk: at lines with a mark, and at all of them where a line before makes it
  /// necessary.
  mutating func scan(_ chunk: FileChunk) {
    let bytes = chunk.bytes
    var cursor = chunk.lineCursor
    var start = 0
    while start < bytes.count, sites.count < Self.limitSites {
      var lines = start..<start
      if m4Lines > 0 || !decodedFiles.isEmpty || !decodedVariables.isEmpty {
        lines = Self.logicalLine(around: start, from: start, in: bytes)
      } else if let hit = Self.marks.firstIndex(in: bytes, from: start) {
        lines = Self.logicalLine(around: hit, from: start, in: bytes)
      } else {
        return
      }
      if lines.count <= Self.limitLineBytes {
        let code = Array(bytes[lines])
        if ShortValues.areJoined(in: code) {
          values.collect(from: bytes, upTo: lines.upperBound, chunk: chunk.offset)
        }
        look(
          at: language == .make ? Self.expanded(code, before: lines.lowerBound, in: bytes) : code,
          line: cursor.line(at: lines.lowerBound))
      }
      start = lines.upperBound + 1
    }
  }

  /// What lines have that can matter: decoders, shells at the end of a pipeline, and the rest of what
  /// is judged.
  private static let marks = NeedleSet([
    "base64", "base32", "basenc", "xxd -", "openssl", "uudecode", "gunzip", "zcat", "xzcat", "unxz",
    "unlzma", "lzcat", "bzcat", "bunzip2", "zstdcat", "unzstd", "lz4cat", "gzip -", "xz -",
    "lzma -",
    "bzip2 -", "zstd -", "brotli -", "lzip -", "GZIP", "| rev", "|rev", "b64decode", "decode64",
    "fromhex", "pack(", "decompress", "printf '\\", "printf \"\\", "printf %b", "printf '%b",
    "printf \"%b", "echo -e", "echo -ne", "tr '", "tr \"", "tr \\", "tr a-", "tr A-", "tr [a",
    "tr n-",
    "| sh", "|sh ", "| bash", "|bash", "| dash", "| zsh", "| $SHELL", "|$SHELL", "| ${SHELL",
    "| $(SHELL", "| \"$SHELL", "| @SHELL", "| $CONFIG_SHELL", "| /bin/", "|/bin/", "| /usr/bin/",
    "| python", "|python", "| perl", "|perl", "| . /dev", "| source", "/dev/tcp", "/dev/udp",
    "syscmd", "grep -", "GREP -", "GREP} -", "nc -", "ncat ", "tests/", "/test/", "testdata/",
    "fixtures/", "corpus/", "samples/", #"$'\x"#, #"$'\0"#, #"$'\1"#, #"$'\u"#, ":1}${",
    "printf -v",
  ])

  /// The lines around `index`, not before `start`, that are one by their ends: a backslash, or a `|`.
  private static func logicalLine(
    around index: Int, from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> Range<Int> {
    func goesOn(_ feed: Int) -> Bool {
      feed > start
        && (bytes[feed - 1] == UInt8(ascii: "\\") || bytes[feed - 1] == UInt8(ascii: "|"))
    }
    let feed = UInt8(ascii: "\n")
    var lower = bytes[start..<index].lastIndex(of: feed)
    while let found = lower, goesOn(found) { lower = bytes[start..<found].lastIndex(of: feed) }
    // A mark may begin with the end of the line before.
    let first = bytes[index] == feed ? index + 1 : index
    var upper = bytes[first...].firstIndex(of: feed) ?? bytes.count
    while upper < bytes.count, goesOn(upper) {
      upper = bytes[(upper + 1)...].firstIndex(of: feed) ?? bytes.count
    }
    return (bytes[index] == feed ? first : lower.map { $0 + 1 } ?? start)..<max(upper, first)
  }

  /// A recipe of make with `$<`, `$^` and `$@` in place, by the rule above it.
  private static func expanded(
    _ recipe: [UInt8], before start: Int, in bytes: UnsafeRawBufferPointer
  ) -> [UInt8] {
    guard recipe.first == UInt8(ascii: "\t"), recipe.contains(UInt8(ascii: "$")) else {
      return recipe
    }
    var end = start - 1
    while end > 0 {
      let begin = bytes[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      if bytes[begin] != UInt8(ascii: "\t"), begin < end {
        let rule = Array(bytes[begin..<end])[...]
        guard let colon = rule.firstIndex(of: UInt8(ascii: ":")), colon > 0,
          colon + 1 < rule.endIndex
        else { return recipe }
        return replaced(recipe, targets: rule[..<colon], sources: rule[(colon + 1)...])
      }
      end = begin - 1
    }
    return recipe
  }

  private static func replaced(
    _ recipe: [UInt8], targets: ArraySlice<UInt8>, sources: ArraySlice<UInt8>
  ) -> [UInt8] {
    func first(_ words: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      words.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
    }
    var result: [UInt8] = []
    var start = 0
    while let mark = recipe[start...].firstIndex(of: UInt8(ascii: "$")), mark + 1 < recipe.count {
      result += recipe[start..<mark]
      start = mark + 2
      switch recipe[mark + 1] {
      case UInt8(ascii: "<"): result += first(sources)
      case UInt8(ascii: "^"): result += sources
      case UInt8(ascii: "@"): result += first(targets)
      default:
        result.append(recipe[mark])
        start = mark + 1
      }
    }
    return result + recipe[start...]
  }

  /// Looks at one line.
  mutating func look(at text: [UInt8], line: Int) {
    let plain = text.drop { $0.isBlank }
    if plain.first == UInt8(ascii: "#") || language == .m4 && plain.starts(with: "dnl".utf8) {
      return
    }
    if let socket = ["/dev/tcp/", "/dev/udp/"].first(where: { text.range(of: $0) != nil }) {
      add(.socket, line, "\(socket)…")
    }
    let pipelines = ScriptPipeline.pipelines(in: text, isM4: language == .m4)
    if language == .m4 {
      if text.range(of: "syscmd(") != nil || text.range(of: "syscmd_s(") != nil {
        m4Lines = 40
      }
      if m4Lines > 0 {
        for pipeline in pipelines { judgeM4(pipeline, line) }
        m4Lines = text.range(of: "])") != nil ? 0 : m4Lines - 1
      }
    }
    for pipeline in pipelines { judge(pipeline, line) }
  }

  // MARK: - Judging

  private mutating func judge(_ pipeline: ScriptPipeline, _ line: Int) {
    let commands = pipeline.commands.map(\.unwrapped)
    for command in commands {
      for word in command.words + command.texts {
        for inner in word.inner { judge(inner, line) }
      }
      judge(command, line)
    }
    judgeFlow(commands, line)
    noteOutputs(commands, line)
  }

  /// What one command does by itself.
  private mutating func judge(_ command: ScriptPipeline.Command, _ line: Int) {
    if command.byteMap?.exchangesBytes ?? false {
      add(.byteMap, line, command.arguments.map(\.text).joined(separator: " "))
    }
    if command.connects { add(.socket, line, command.name) }
    if let name = command.words.first.flatMap({ values.program(in: $0.text) }) {
      add(.decoded, line, "\(name), whose name is put together")
    }
    if command.runsTestData, !isTest { add(.testFile, line, command.testFile ?? "") }
    if command.searchesBinaries, !isTest { add(.testFile, line, "grep looks for a binary file") }
    noteVariables(of: command)
    let executed = executedWords(of: command) + (command.readsScript ? command.texts : [])
    for word in executed where word.isSubstitution {
      for pipeline in word.inner { judgeExecuted(pipeline.commands.map(\.unwrapped), line) }
    }
    if executed.contains(where: { mentionsDecoded($0.text) }) {
      add(.decoded, line, "a variable that a decoder filled")
    }
    if executed.contains(where: { HiddenWord.isDisguised($0.text) }) {
      add(.decoded, line, "a command in escape sequences or single letters of variables")
    }
    judgeFiles(of: command, line)
  }

  /// Remembers the variables that get decoded text, or text that nobody can read.
  private mutating func noteVariables(of command: ScriptPipeline.Command) {
    guard decodedVariables.count < Self.limitNames else { return }
    if command.name == "printf", command.decodes, command.arguments.count > 1,
      command.words[1].text == "-v"
    {
      decodedVariables.insert(command.words[2].text)
    }
    let words =
      ShellWords.declarations.contains(command.name)
      ? command.arguments : command.words[...]
    for word in words {
      guard let name = ScriptPipeline.Command.assigned(word.text) else {
        if word.text.hasPrefix("-") { continue }
        return
      }
      let isDecoded =
        word.isSubstitution
        && word.inner.contains { $0.commands.last?.unwrapped.decodes ?? false }
      if isDecoded || HiddenWord.isDisguised(word.text) { decodedVariables.insert(name) }
    }
  }

  /// The words of a command whose text is run: of `eval`, `sh -c`, `. <(…)`, or itself.
  private func executedWords(of command: ScriptPipeline.Command) -> [ScriptPipeline.Word] {
    if command.name == "eval" { return Array(command.arguments) }
    if command.name == "." || command.name == "source" {
      return command.arguments.filter { $0.text == "<(…)" }
    }
    if command.isShell {
      if let option = command.arguments.firstIndex(where: {
        $0.text.hasSuffix("c") && $0.text.hasPrefix("-")
      }) {
        return Array(command.words[(option + 1)...].prefix(1))
      }
      return command.arguments.filter { $0.text == "<(…)" }
    }
    if command.isInterpreter {
      let option = command.arguments.firstIndex {
        ["-c", "-e", "-E", "-r", "--eval"].contains($0.text)
      }
      return option.map { Array(command.words[($0 + 1)...].prefix(1)) } ?? []
    }
    guard let first = command.words.first, ScriptPipeline.Command.assigned(first.text) == nil,
      ["$(…)", "`…`"].contains(first.text) || first.text.hasPrefix("$")
    else { return [] }
    return [first]
  }

  private func mentionsDecoded(_ text: String) -> Bool {
    guard !decodedVariables.isEmpty else { return false }
    return text.split(separator: "$", omittingEmptySubsequences: false).dropFirst().contains {
      let name = $0.drop { $0 == "{" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return decodedVariables.contains(String(name))
    }
  }

  private func printsDecoded(_ command: ScriptPipeline.Command) -> Bool {
    ["echo", "printf", "print"].contains(command.name)
      && command.arguments.contains { mentionsDecoded($0.text) }
  }

  private mutating func judgeExecuted(_ commands: [ScriptPipeline.Command], _ line: Int) {
    if let decoder = commands.first(where: \.decodes) {
      add(.decoded, line, "the output of \(decoder.name)")
    } else if commands.contains(where: printsDecoded) {
      add(.decoded, line, "a variable that a decoder filled")
    } else if !isTest, commands.count > 1, let file = commands.lazy.compactMap(\.testFile).first {
      add(.testFile, line, file)
    }
  }

  /// A pipeline into a shell.
  private mutating func judgeFlow(_ commands: [ScriptPipeline.Command], _ line: Int) {
    guard let last = commands.lastIndex(where: \.runsInput), last > 0 else { return }
    let before = commands[..<last]
    if before.contains(where: { $0.name == "eval" }) {
      add(.evaluated, line, "eval | \(commands[last].name)")
    }
    if !isTest, let file = before.lazy.compactMap(\.testFile).first { add(.testFile, line, file) }
    if let decoder = before.first(where: \.decodes) {
      add(.decoded, line, "the output of \(decoder.name)")
    } else if before.contains(where: { $0.words.contains { mentionsDecoded($0.text) } }) {
      add(.decoded, line, "a variable that a decoder filled")
    }
  }

  /// Remembers the file that decoded text goes to; an object file is linked.
  private mutating func noteOutputs(_ commands: [ScriptPipeline.Command], _ line: Int) {
    guard let output = commands.last?.output, output.utf8.count > 1 else { return }
    let test = isTest ? nil : commands.lazy.compactMap(\.testFile).first
    if commands.contains(where: \.decodes), decodedFiles.count < Self.limitNames {
      decodedFiles[output] = test == nil ? .decoded : .testFile
    }
    if let test, [".o", ".lo", ".a", ".so", ".la", ".obj"].contains(where: output.hasSuffix) {
      add(.testFile, line, test)
    }
  }

  /// Whether a decoded file is run or linked.
  private mutating func judgeFiles(of command: ScriptPipeline.Command, _ line: Int) {
    guard !decodedFiles.isEmpty, let first = command.words.first else { return }
    func decoded(_ text: String) -> Site.Kind? {
      decodedFiles[text] ?? (text.hasPrefix("./") ? decodedFiles[String(text.dropFirst(2))] : nil)
    }
    var file: String?
    if decoded(first.text) != nil {
      file = first.text
    } else if command.isShell || command.name == "." || command.name == "source" {
      file = (command.arguments.map(\.text) + (command.readsScript ? command.inputs : []))
        .first { decoded($0) != nil }
    } else if command.name == "chmod", let mode = command.arguments.first?.text,
      mode.contains("x") || mode.contains("7") || mode.contains("5")
    {
      file = command.arguments.map(\.text).first { decoded($0) != nil }
    }
    if let file, let kind = decoded(file) { add(kind, line, file) }
  }

  /// A command of `m4_esyscmd`, which is harmless if it asks git for a version.
  private mutating func judgeM4(_ pipeline: ScriptPipeline, _ line: Int) {
    for command in pipeline.commands.map(\.unwrapped) {
      if command.decodes || command.testFile != nil
        || command.runsInput && pipeline.commands.count > 1
        || ["curl", "wget", "nc", "eval"].contains(command.name)
      {
        add(.m4, line, command.name)
      }
      for word in command.words {
        for inner in word.inner { judgeM4(inner, line) }
      }
    }
  }

  private mutating func add(_ kind: Site.Kind, _ line: Int, _ detail: String) {
    guard !sites.contains(where: { $0.kind == kind && $0.line == line }) else { return }
    sites.append(Site(kind: kind, line: line, detail: detail))
  }
}

extension ScriptScan.Language {
  /// The language of a file by its name and its first bytes; nil if it is no script of a build.
  init?(_ file: AuditedFile, head: UnsafeRawBufferPointer) {
    var plain = file.name
    var ending = file.fileExtension
    if ending == "in" {
      if plain == "configure.in" {
        self = .m4
        return
      }
      // automake and configure fill in the marks of `x.in`.
      plain.removeLast(3)
      ending = plain.split(separator: ".").last.map(String.init) ?? ""
    }
    switch ending {
    case "m4", "ac": self = .m4
    case "am": self = .make
    default:
      switch BuildFile(name: plain, head: Array(head.prefix(128))) {
      case .shell, .dockerfile: self = .shell
      case .make: self = .make
      case .cmake, .meson: self = .cmake
      default:
        guard ["yml", "yaml", "spec"].contains(file.fileExtension) else { return nil }
        self = .shell
      }
    }
  }
}
