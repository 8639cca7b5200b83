import Findings
import VendorKit

/// Rules about licences.
enum LicenceRules {
  static let missing = Rule(
    "licence-missing", .error, "no licence was found",
    help: """
      The package contains no licence tag, no REUSE.toml and no licence text from the SPDX list. \
      Without a licence you may not use it: ask upstream, or declare the licence with --license.
      """)
  static let mismatch = Rule(
    "licence-mismatch", .error, "the declared licence differs from the one found",
    help: """
      The licence declared in vendor.lock contradicts the package's own licence file. Read \
      the file and correct the declaration.
      """)
  static let undeclared = Rule(
    "licence-undeclared", .warning, "an undeclared licence was found",
    help: """
      Some files of the package carry a licence that the declaration does not mention. Add it with \
      AND, or leave those files out with --exclude.
      """)
  static let undetermined = Rule(
    "licence-declared-only", .note, "a declared licence was not found",
    help: """
      The package contains neither a tag nor the text of a licence that vendor.lock declares. The \
      declaration may be right; check it against upstream.
      """)
  static let notAllowed = Rule(
    "licence-not-allowed", .error, "a licence that the policy does not allow",
    help: """
      The policy in assetkit.toml denies the licence or does not list it as allowed. Replace the \
      package, or ask the owner of the policy to change it.
      """)
  static let changed = Rule(
    "licence-changed", .error, "the licence text changed since it was pinned",
    help: """
      A licence file named in vendor.lock is missing or differs from the pinned one. Compare it \
      with the version that was reviewed.
      """)
  static let invalid = Rule(
    "licence-invalid", .warning, "an invalid licence expression",
    help: """
      The text after SPDX-License-Identifier, in REUSE.toml or in vendor.lock is not a licence \
      expression, or names a licence that is not on the SPDX list. Correct it or use LicenseRef-.
      """)
  static let unrecognised = Rule(
    "licence-unrecognised", .warning, "an unrecognised licence file",
    help: """
      A file named like a licence does not match any licence on the SPDX list closely enough, or \
      contains much more text. Read it: terms may have been added.
      """)
  static let deprecated = Rule(
    "licence-deprecated", .note, "a deprecated licence identifier",
    help:
      "The identifier is still valid, but SPDX has replaced it. Use the new one in vendor.lock.")

  static let all = [
    missing, mismatch, undeclared, undetermined, notAllowed, changed, invalid, unrecognised,
    deprecated,
  ]
}
