import Findings
import VendorKit

/// Rules about licences.
enum LicenceRules {
  static let missing = Rule(
    "licence-missing", .error, "no licence was found",
    help: """
      Neither a tag, nor REUSE.toml, nor a licence text of the SPDX list was found in the package. \
      Without a licence there is no permission: ask upstream, or declare what you know with \
      --license.
      """)
  static let mismatch = Rule(
    "licence-mismatch", .error, "declared and found licence disagree",
    help: """
      The lock declares a licence that the package's own licence file contradicts. Read the file \
      and correct the declaration.
      """)
  static let undeclared = Rule(
    "licence-undeclared", .warning, "a licence was found that is not declared",
    help: """
      Some files of the package carry a licence that the declaration does not mention. Add it with \
      AND, or leave those files out of the selection.
      """)
  static let undetermined = Rule(
    "licence-declared-only", .note, "a declared licence was not found",
    help: """
      The declaration names a licence of which the package shows no tag and no text. That may be \
      right; nothing here proves it.
      """)
  static let notAllowed = Rule(
    "licence-not-allowed", .error, "a licence that the policy does not allow",
    help: """
      The licence is denied, or is not on the list of allowed ones. Replace the package, or have \
      the policy changed by whoever answers for it.
      """)
  static let changed = Rule(
    "licence-changed", .error, "the licence text changed since it was pinned",
    help: """
      A file that the lock names as carrying the licence text has gone or is not what was pinned. \
      Compare it with the version that was reviewed.
      """)
  static let invalid = Rule(
    "licence-invalid", .warning, "a licence expression that SPDX does not know",
    help: """
      The text after SPDX-License-Identifier, in REUSE.toml or in the lock is no licence \
      expression, or names a licence that is on no list. Correct the spelling or use LicenseRef-.
      """)
  static let unrecognised = Rule(
    "licence-unrecognised", .warning, "a licence file that is not on the SPDX list",
    help: """
      A file that is named like a licence holds text that resembles no licence of the list closely \
      enough, or much more than that licence. Read it: terms may have been added.
      """)
  static let deprecated = Rule(
    "licence-deprecated", .note, "a licence name that SPDX has replaced",
    help: "The name still has its meaning. Upstream's next version, or the lock, can use today's.")

  static let all = [
    missing, mismatch, undeclared, undetermined, notAllowed, changed, invalid, unrecognised,
    deprecated,
  ]
}
