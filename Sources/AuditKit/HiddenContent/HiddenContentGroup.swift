import Findings
import SafeFiles

/// Finds content in packages that reviewers do not see.
struct HiddenContentGroup: AuditGroup {
  /// The size from which a file is large.
  static let largeBytes = 10 << 20
  /// The longest line that may be written by hand.
  static let longLineBytes = 2000

  struct Facts: Sendable {
    var signature: FileSignature?
    var isText = true
    var hasInterpreter = false
    /// Whether its name says that it is a document, an image or the like, which nothing runs.
    var isNamedAsMedium = false
    /// Whether all of its text is scanned.
    var isScanned = false
    var text = TextScan()
    /// Programs inside of the file, where it is not one itself.
    var programs = EmbeddedPrograms()
    var trailing: TrailingData?
    var image: ImageTail?
    var script: ScriptScan?
    var code: CodeScan?
    /// Hidden characters and look-alike words in the file's name.
    var nameSites: [TextScan.Site] = []

    /// A second format in the file, in words; nil if there is none to be seen.
    fileprivate func secondFormat(in file: AuditedFile) -> String? {
      if let message = trailing?.report(fileSize: file.size) ?? image?.report { return message }
      if hasInterpreter, isNamedAsMedium { return "a script that is named .\(file.fileExtension)" }
      return hasInterpreter && !text.isText && signature == nil
        ? "a script with binary data behind it" : nil
    }

    /// The mark that is a line of a build's check by itself.
    fileprivate var loneMark: (line: Int, mark: Character)? {
      script?.language == .m4 || script?.language == .cmake ? text.loneMark : nil
    }

    /// Whether more than the file's first bytes says something.
    fileprivate var hasSites: Bool {
      !text.sites.isEmpty || loneMark != nil || text.packedLine != nil || !nameSites.isEmpty
        || !programs.sites.isEmpty
        || !(script?.sites ?? []).isEmpty || !(code?.sites ?? []).isEmpty
    }
  }

  var rules: [Finding.Rule] { HiddenContentRules.all }

  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.package != nil else { return .none }
    guard file.kind == .file else { return .presence }
    // Of a file beyond the engine's limit that is not source, what is large is said anyway.
    return isSource(file) ? .whole : .head(limitBytes: FileScan.limitBytes - 1)
  }

  private func isSource(_ file: AuditedFile) -> Bool {
    SourceKind.isSource(ending: file.fileExtension)
  }

  private static let javaEndings: Set<String> = ["jar", "war", "ear", "aar", "apk"]

  /// Documents in which code stands that something runs.
  private static let documentsWithCode: Set<String> = [
    "html", "htm", "xhtml", "svg", "yml", "yaml", "json",
  ]

  /// Formats of documents, images, sounds and fonts, which begin with other bytes than `#!`.
  private static let media: Set<String> = [
    "pdf", "ps", "eps", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf",
    "png", "jpg", "jpeg", "gif", "bmp", "ico", "icns", "webp", "avif", "heic", "tif", "tiff", "svg",
    "psd", "mp3", "ogg", "flac", "wav", "mp4", "mov", "avi", "mkv", "webm", "ttf", "otf", "woff",
    "woff2", "eot",
  ]

  func begin(_ file: AuditedFile, context: AuditContext) -> Facts { Facts() }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    if chunk.offset == 0 { beginContents(chunk, of: file, &facts) }
    guard facts.signature == nil else { return }
    scanMarks(of: chunk, ending: file.fileExtension, &facts)
    facts.trailing?.scan(chunk)
    facts.image?.scan(chunk)
    guard facts.isText else { return }
    if facts.isScanned { facts.text.scan(chunk.bytes) }
    facts.script?.scan(chunk)
  }

  /// The beginnings of programs, and what code that runs decoded text has, in one pass.
  private static let marksOfCode = NeedleSet(EmbeddedPrograms.needles + CodeScan.needles)
  private static let marksOfPrograms = NeedleSet(EmbeddedPrograms.needles)

  private func scanMarks(of chunk: FileChunk, ending: String, _ facts: inout Facts) {
    let marks = facts.code == nil ? Self.marksOfPrograms : Self.marksOfCode
    var cursor = chunk.lineCursor
    var start = 0
    while let (index, needle) = marks.firstMatch(in: chunk.bytes, from: start) {
      start = index + 1
      let line = { cursor.line(at: index) }
      if needle < EmbeddedPrograms.needles.count {
        // What a file begins with is its own format.
        guard chunk.offset + index > 0 || !EmbeddedPrograms.isRaw(needle) else { continue }
        facts.programs.take(needle, at: index, in: chunk.bytes, line: facts.isText ? line : nil)
      } else {
        facts.code?.take(
          needle - EmbeddedPrograms.needles.count, at: index, in: chunk.bytes, ending, line: line)
      }
    }
  }

  private func beginContents(_ chunk: FileChunk, of file: AuditedFile, _ facts: inout Facts) {
    let head = UnsafeRawBufferPointer(rebasing: chunk.bytes.prefix(FileSignature.headBytes))
    facts.signature = FileSignature(head, size: file.size)
    if facts.signature == .archive("zip"), Self.javaEndings.contains(file.fileExtension) {
      facts.signature = .binary("Java archive")
    }
    facts.trailing = TrailingData(head)
    facts.hasInterpreter = head.starts(with: "#!".utf8)
    facts.isNamedAsMedium = Self.media.contains(file.fileExtension)
    let language = ScriptScan.Language(file, head: head)
    let isDocument = Self.documentsWithCode.contains(file.fileExtension)
    let isSource =
      isSource(file) || facts.hasInterpreter || (language != nil && !isDocument)
      || Self.isNamedAsScript(file, head)
    let style = isSource ? .source : Self.style(of: file)
    facts.text = TextScan(style, isRun: Self.isRun(file))
    let isNamedAsText = isSource || style != .data && Self.isScanned(file)
    // A NUL in what is named like text, or begins like a script, does not end its scan.
    facts.isText =
      facts.trailing == nil && ImageTail(head) == nil && (isNamedAsText || !head.contains(0))
    facts.isScanned = isSource || Self.isScanned(file)
    if let language {
      facts.script = ScriptScan(language, isTest: Self.isInTests(file))
    }
    if isSource || isDocument {
      facts.code = CodeScan(isScript: language != nil && !isDocument)
    }
    facts.image = ImageTail(head)
  }

  /// Whether a file that is no source is read as text.
  private static func isScanned(_ file: AuditedFile) -> Bool {
    file.fileExtension.isEmpty || SourceKind.isProse(ending: file.fileExtension)
      || isPatch(file)
  }

  private static func isPatch(_ file: AuditedFile) -> Bool {
    file.fileExtension == "patch" || file.fileExtension == "diff"
  }

  /// Whether a file without an ending is a part of a build, also without `#!`.
  private static func isNamedAsScript(_ file: AuditedFile, _ head: UnsafeRawBufferPointer) -> Bool {
    file.fileExtension.isEmpty
      && (["configure", "gradlew", "mvnw"].contains(file.name)
        || BuildFile(name: file.name, head: Array(head.prefix(128))) != nil)
  }

  /// Whether a file of settings is one that names commands, as those of CI services do.
  private static func isRun(_ file: AuditedFile) -> Bool {
    switch file.fileExtension {
    case "yml", "yaml", "patch", "diff": true
    case "json", "toml", "ini", "cfg":
      ["package.json", "composer.json", "pyproject.toml", "tox.ini", "setup.cfg"]
        .contains(file.name.lowercased())
    default: false
    }
  }

  /// README, LICENSE and the like are documents; other files without an ending may be anything.
  private static func style(of file: AuditedFile) -> TextScan.Style {
    if SourceKind.isSettings(ending: file.fileExtension) { return .settings }
    if isPatch(file) { return .changes }
    let isNamedAsDocument =
      file.path.lastComponent.bytes.first?.isCapital ?? false
    return file.fileExtension.isEmpty && !isNamedAsDocument ? .data : .prose
  }

  /// Whether a folder of tests contains the file.
  private static func isInTests(_ file: AuditedFile) -> Bool {
    file.path.bytes.split(separator: UInt8(ascii: "/")).dropLast().contains {
      ScriptPipeline.Command.isTestFolder(String(decoding: $0, as: UTF8.self))
    }
  }

  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? {
    var facts = facts
    facts.text.finish()
    facts.isText = facts.isText && facts.text.isText
    var name = TextScan()
    file.path.bytes.withUnsafeBytes { name.scan($0) }
    name.finish()
    facts.nameSites = name.sites
    let isSuspect =
      file.isExecutable || file.size >= Self.largeBytes || facts.signature != nil
      || facts.hasSites || facts.secondFormat(in: file) != nil
      || facts.text.longestLineBytes > Self.longLineBytes
    return isSuspect ? facts : nil
  }

  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink
  ) {
    for (file, facts) in files {
      for site in facts.nameSites {
        let (rule, message) = site.report
        report.report(rule, in: file, of: context, "in the file's name: \(message)")
      }
      guard file.kind == .file else { continue }
      switch facts.signature {
      case .binary(let format):
        report.report(
          HiddenContentRules.binary, in: file, of: context, "a prebuilt binary: \(format)",
          remedy: "leave it out with --exclude")
      case .archive(let format):
        report.report(
          HiddenContentRules.archive, in: file, of: context,
          "an archive inside the package: \(format)",
          remedy: "leave it out with --exclude, or unpack and vendor it")
      case nil: break
      }
      for site in facts.text.sites {
        let (rule, message) = site.report
        report.report(rule, in: file, of: context, line: site.line, message)
      }
      if facts.text.siteCount > facts.text.sites.count {
        report.report(
          AuditRules.cut, in: file, of: context,
          "contains \(facts.text.siteCount) hidden characters; \(facts.text.sites.count) are listed"
        )
      }
      reportPrograms(in: file, facts, of: context, to: &report)
      reportCommands(in: file, facts, of: context, to: &report)
      reportShape(of: file, facts, in: context, to: &report)
    }
  }

  private func reportPrograms(
    in file: AuditedFile, _ facts: Facts, of context: AuditContext, to report: inout FindingSink
  ) {
    for site in facts.programs.sites {
      if let encoding = site.encoding {
        report.report(
          HiddenContentRules.embedded, in: file, of: context, line: site.line,
          "contains \(site.format) \(encoding)")
      } else {
        report.report(
          HiddenContentRules.polyglot, in: file, of: context, line: site.line,
          "contains \(site.format) as well")
      }
    }
    if let message = facts.secondFormat(in: file), facts.programs.sites.isEmpty {
      report.report(HiddenContentRules.polyglot, in: file, of: context, message)
    }
  }

  private func reportCommands(
    in file: AuditedFile, _ facts: Facts, of context: AuditContext, to report: inout FindingSink
  ) {
    for site in facts.script?.sites ?? [] {
      let (rule, message) = site.report
      report.report(rule, in: file, of: context, line: site.line, message)
    }
    let known = Set(facts.script?.sites.map { "\($0.line) \($0.report.rule.id)" } ?? [])
    for site in facts.code?.sites ?? [] {
      let (rule, message) = site.report
      guard !known.contains("\(site.line) \(rule.id)") else { continue }
      report.report(rule, in: file, of: context, line: site.line, message)
    }
  }

  private func reportShape(
    of file: AuditedFile, _ facts: Facts, in context: AuditContext, to report: inout FindingSink
  ) {
    let isPlainText = facts.isText && facts.signature == nil && file.size > 0
    if file.isExecutable, isPlainText, !facts.hasInterpreter {
      report.report(
        HiddenContentRules.executable, in: file, of: context,
        "executable, but its first line names no interpreter",
        remedy: "clear the mode bit with a patch, or leave the file out")
    }
    if let (line, mark) = facts.loneMark {
      report.report(
        HiddenContentRules.failingCheck, in: file, of: context, line: line,
        "a line has nothing but \"\(mark)\", which no test program can contain")
    }
    reportPacking(of: file, facts, isPlainText, in: context, to: &report)
    if file.size >= Self.largeBytes {
      report.report(
        HiddenContentRules.large, in: file, of: context, "\(file.size >> 20) MiB in one file",
        remedy: "check that it is needed")
    }
  }

  private func reportPacking(
    of file: AuditedFile, _ facts: Facts, _ isPlainText: Bool, in context: AuditContext,
    to report: inout FindingSink
  ) {
    // A few short lines, such as a licence comment, must not hide that the rest is packed.
    let text = facts.text
    let isPacked =
      SourceKind.isMinifiable(ending: file.fileExtension)
      && text.longestLineBytes > Self.longLineBytes
      && text.byteCount / max(text.lineCount, 1) > 250
    guard isPlainText, isPacked || text.style != .data && text.packedLine != nil else { return }
    let length = isPacked ? text.longestLineBytes : text.packedLine?.byteCount ?? 0
    report.report(
      HiddenContentRules.minified, in: file, of: context,
      line: isPacked ? nil : text.packedLine?.line,
      "minified or packed: \(isPacked ? "its longest line has" : "one line has") \(length) bytes",
      remedy: "vendor the source it was generated from")
  }
}
