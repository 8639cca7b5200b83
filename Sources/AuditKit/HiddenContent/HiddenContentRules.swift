import Findings
import VendorKit

/// Rules about what a reviewer does not see.
enum HiddenContentRules {
  static let bidi = Rule(
    "hidden-bidi", .error, "a bidirectional control that is not closed in its line",
    help: """
      Unpaired controls make source text read in another order than the compiler reads it \
      (CVE-2021-42574). Look at the bytes, and leave the file out or have upstream mend it.
      """)
  static let pairedBidi = Rule(
    "hidden-bidi-paired", .note, "bidirectional controls in source text",
    help: "The controls are closed in their line, as in honest right-to-left text. Look once.")
  static let invisible = Rule(
    "hidden-invisible", .warning, "invisible characters in source text",
    help: """
      Characters without a shape can hide text, and make two names look like one. Look at the bytes.
      """)
  static let lookalike = Rule(
    "hidden-lookalike", .warning, "a word of letters that only look alike",
    help: """
      A word mixes Latin letters with Cyrillic or Greek ones of the same shape, so it is not the word \
      that it seems to be.
      """)
  static let binary = Rule(
    "hidden-binary", .error, "a prebuilt binary",
    help: """
      Nobody can review machine code, and the repository does not rebuild it. Leave it out with \
      --exclude, or record an exception that says where it comes from.
      """)
  static let archive = Rule(
    "hidden-archive", .warning, "an archive inside the package",
    help: """
      What is packed inside was not looked at. Leave it out with --exclude, or unpack and vendor it.
      """)
  static let minified = Rule(
    "hidden-minified", .warning, "minified or packed text",
    help: "It is not the form that people edit. Vendor the source it was made from.")
  static let executable = Rule(
    "hidden-executable", .warning, "text that is executable but names no interpreter",
    help:
      "A file without #! has no reason to be executable. Drop the bit with a patch or leave it out."
  )
  static let large = Rule(
    "hidden-large", .note, "a large file",
    help: "Large files are rarely source, and every clone pays for them. Check that it is needed.")

  static let all = [
    bidi, pairedBidi, invisible, lookalike, binary, archive, minified, executable, large,
  ]
}
