import Findings

extension TextScan.Site {
  /// The rule that it breaks, and the message.
  var report: (rule: Rule, message: String) {
    switch kind {
    case .unpairedBidi:
      (HiddenContentRules.bidi, "a bidirectional control, \(detail), is not closed on its line")
    case .pairedBidi:
      (HiddenContentRules.pairedBidi, "bidirectional controls; the first is \(detail)")
    case .invisible: (HiddenContentRules.invisible, "an invisible character, \(detail)")
    case .payload: (HiddenContentRules.payload, detail)
    case .control: (HiddenContentRules.control, detail)
    case .offscreen: (HiddenContentRules.offscreen, "code behind \(detail)")
    case .lookalike: (HiddenContentRules.lookalike, "a word with look-alike letters, \(detail)")
    }
  }
}

extension ScriptScan.Site {
  /// The rule that it breaks, and the message.
  var report: (rule: Rule, message: String) {
    switch kind {
    case .decoded: (HiddenContentRules.decoded, "runs decoded text: \(detail)")
    case .evaluated: (HiddenContentRules.evaluated, "a shell runs what eval prints: \(detail)")
    case .testFile:
      (HiddenContentRules.testFile, "the build runs or looks for a test file: \(detail)")
    case .byteMap: (HiddenContentRules.byteMap, "tr exchanges bytes: \(detail)")
    case .socket: (HiddenContentRules.socket, "opens a network connection: \(detail)")
    case .m4: (HiddenContentRules.m4Command, "m4 runs \(detail)")
    }
  }
}

extension CodeScan.Site {
  /// The rule that it breaks, and the message.
  var report: (rule: Rule, message: String) {
    switch kind {
    case .decoded: (HiddenContentRules.decoded, "runs decoded text: \(detail)")
    case .socket: (HiddenContentRules.socket, "opens a network connection: \(detail)")
    case .resolver: (HiddenContentRules.resolver, "an IFUNC resolver")
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
  static let payload = Rule(
    "hidden-payload", .error, "invisible characters that can hold data",
    help: """
      Variation selectors, tags and other characters without a shape, many in a row, can hide a \
      whole program, which a short loader decodes. Inspect the bytes, and report it upstream.
      """)
  static let control = Rule(
    "hidden-control", .warning, "a control character in text",
    help: """
      A NUL ends a text for some tools; a carriage return, a backspace or an escape sequence lets a \
      terminal show another text than the compiler reads. Inspect the bytes, for example with cat -v.
      """)
  static let offscreen = Rule(
    "hidden-offscreen", .warning, "code beyond the edge of the screen",
    help: """
      Hundreds of blanks before code move it to where no reviewer looks. Read the end of the line.
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

  static let polyglot = Rule(
    "hidden-polyglot", .error, "a file with a second format inside",
    help: """
      Behind an image, a document or a script follows what other programs read as an archive or run \
      as a program. Leave the file out with --exclude, or report it upstream.
      """)
  static let embedded = Rule(
    "hidden-embedded", .error, "a program written as text",
    help: """
      Compiled code as base64, hexadecimal digits or an array cannot be reviewed. Leave the file out \
      with --exclude, or record an exception that says where the program comes from.
      """)
  static let decoded = Rule(
    "hidden-decoded", .error, "decoded text is run",
    help: """
      What is run is not what stands there: a decoder makes it during the build. Decode it by hand, \
      and report it upstream if nothing explains it.
      """)
  static let evaluated = Rule(
    "hidden-evaluated", .error, "a shell runs what eval prints",
    help: """
      The commands are assembled in variables, so that no line shows them; the backdoor of xz 5.6 was \
      started so. Print them instead of running them, and read them.
      """)
  static let byteMap = Rule(
    "hidden-byte-map", .error, "tr exchanges bytes",
    help: """
      Exchanging bytes with each other makes a damaged file of one that looks damaged; the backdoor \
      of xz 5.6 was unpacked so. Find out which file it reads.
      """)
  static let testFile = Rule(
    "hidden-test-file", .error, "a build runs or looks for a test file",
    help: """
      Test files are not reviewed as code; the backdoor of xz 5.6 was in two of them. Find out what \
      the build takes from the file.
      """)
  static let failingCheck = Rule(
    "hidden-failing-check", .error, "a check of the build that cannot succeed",
    help: """
      A stray character in a test program makes a check fail, so that a feature is left out without \
      a word; xz 5.6 was built without its sandbox so. Read the check, and report it upstream.
      """)
  static let socket = Rule(
    "hidden-socket", .warning, "a shell opens a network connection",
    help: """
      /dev/tcp is how scripts open connections without a program that is named for it. Find out what \
      is sent and what is run.
      """)
  static let m4Command = Rule(
    "hidden-m4-command", .error, "m4 runs a command that decodes or downloads",
    help: """
      The output becomes part of configure when it is generated. Run the command by hand, and read \
      what it prints.
      """)
  static let resolver = Rule(
    "hidden-resolver", .note, "an IFUNC resolver",
    help: """
      The dynamic loader runs it before the program begins; the backdoor of xz 5.6 took over from \
      there. Read the resolver once.
      """)

  static let all = [
    bidi, pairedBidi, invisible, payload, control, offscreen, lookalike, binary, archive, polyglot,
    embedded, decoded, evaluated, byteMap, testFile, failingCheck, socket, m4Command, resolver,
    minified,
    executable, large,
  ]
}
