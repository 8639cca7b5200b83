import Findings
import VendorKit

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
