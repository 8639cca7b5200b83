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
    var text = TextScan()
    /// Hidden characters and look-alike words in the file's name.
    var nameSites: [TextScan.Site] = []
  }

  var rules: [Finding.Rule] { HiddenContentRules.all }

  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.package != nil else { return .none }
    guard file.kind == .file else { return .presence }
    return isScanned(file) ? .whole : .head(limitBytes: FileSignature.headBytes)
  }

  private func isScanned(_ file: AuditedFile) -> Bool {
    SourceKind.isSource(ending: file.fileExtension) || file.fileExtension.isEmpty
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> Facts { Facts() }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    if chunk.offset == 0 {
      let head = UnsafeRawBufferPointer(rebasing: chunk.bytes.prefix(FileSignature.headBytes))
      facts.signature = FileSignature(head)
      facts.isText = !head.contains(0)
      facts.hasInterpreter = head.starts(with: "#!".utf8)
    }
    if facts.isText, facts.signature == nil, isScanned(file) { facts.text.scan(chunk.bytes) }
  }

  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? {
    var facts = facts
    facts.text.finish()
    var name = TextScan()
    file.path.bytes.withUnsafeBytes { name.scan($0) }
    name.finish()
    facts.nameSites = name.sites
    let isSuspect =
      file.isExecutable || file.size >= Self.largeBytes || facts.signature != nil
      || !facts.text.sites.isEmpty || !facts.nameSites.isEmpty
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
      reportShape(of: file, facts, in: context, to: &report)
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
    // A few short lines, such as a licence comment, must not hide that the rest is packed.
    let text = facts.text
    if isPlainText, SourceKind.isMinifiable(ending: file.fileExtension),
      text.longestLineBytes > Self.longLineBytes,
      text.byteCount / max(text.lineCount, 1) > 250
    {
      report.report(
        HiddenContentRules.minified, in: file, of: context,
        "minified or packed: its longest line has \(text.longestLineBytes) bytes",
        remedy: "vendor the source it was generated from")
    }
    if file.size >= Self.largeBytes {
      report.report(
        HiddenContentRules.large, in: file, of: context, "\(file.size >> 20) MiB in one file",
        remedy: "check that it is needed")
    }
  }
}

extension TextScan.Site {
  /// The rule that it breaks, and the message.
  var report: (rule: Rule, message: String) {
    switch kind {
    case .unpairedBidi:
      (HiddenContentRules.bidi, "a bidirectional control, \(detail), is not closed on its line")
    case .pairedBidi:
      (HiddenContentRules.pairedBidi, "bidirectional controls; the first is \(detail)")
    case .invisible: (HiddenContentRules.invisible, "an invisible character, \(detail)")
    case .lookalike: (HiddenContentRules.lookalike, "a word with look-alike letters, \(detail)")
    }
  }
}

/// Rules about content that reviewers do not see.
enum HiddenContentRules {
  static let bidi = Rule(
    "hidden-bidi", .error, "a bidirectional control that is not closed on its line",
    help: """
      Unclosed controls display source text in a different order than the compiler reads it \
      (CVE-2021-42574). Inspect the bytes, and leave the file out or report it upstream.
      """)
  static let pairedBidi = Rule(
    "hidden-bidi-paired", .note, "bidirectional controls in source text",
    help:
      "The controls are closed on their line, as in ordinary right-to-left text. Check them once.")
  static let invisible = Rule(
    "hidden-invisible", .warning, "invisible characters in source text",
    help: """
      Invisible characters can hide text and make different names look equal. Inspect the bytes.
      """)
  static let lookalike = Rule(
    "hidden-lookalike", .warning, "a word with look-alike letters",
    help: """
      A word mixes Latin letters with Cyrillic or Greek ones of the same shape, so it is not the \
      word it appears to be. Inspect the bytes.
      """)
  static let binary = Rule(
    "hidden-binary", .error, "a prebuilt binary",
    help: """
      Compiled code cannot be reviewed, and this repository does not build it. Leave it out with \
      --exclude, or record an exception that says where it comes from.
      """)
  static let archive = Rule(
    "hidden-archive", .warning, "an archive inside the package",
    help: """
      The archive's contents were not checked. Leave it out with --exclude, or unpack and vendor it.
      """)
  static let minified = Rule(
    "hidden-minified", .warning, "minified or packed text",
    help: "This is not the source that people edit. Vendor the source it was generated from.")
  static let executable = Rule(
    "hidden-executable", .warning, "an executable text file without an interpreter",
    help:
      "A text file without #! need not be executable. Clear the bit with a patch or leave it out."
  )
  static let large = Rule(
    "hidden-large", .note, "a large file",
    help:
      "Large files are rarely source, and they slow down every clone. Check that it is needed.")

  static let all = [
    bidi, pairedBidi, invisible, lookalike, binary, archive, minified, executable, large,
  ]
}
