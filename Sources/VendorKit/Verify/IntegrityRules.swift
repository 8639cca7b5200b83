public import Findings

/// The rules that `verify` checks; the audit includes them.
public enum IntegrityRules {
  static let added = Finding.Rule(
    "integrity-added", .error, "a file that is not on the list",
    help: """
      It is in a package's folder, but comes neither from upstream nor from a patch. \
      Remove it, or keep it with 'assetkit vendor patch'.
      """)
  static let missing = Finding.Rule(
    "integrity-missing", .error, "a listed file is missing",
    help: "Restore it with 'assetkit vendor sync', or from version control.")
  static let changed = Finding.Rule(
    "integrity-changed", .error, "a file's contents differ from the list",
    help: """
      'assetkit vendor diff' shows the change, 'assetkit vendor patch' keeps it, 'assetkit vendor \
      sync --force' undoes it.
      """)
  static let lineEndings = Finding.Rule(
    "integrity-line-endings", .error, "a file differs only in its line endings",
    help: """
      git converted it at checkout. Add 'Vendor/** -text' to .gitattributes, commit that, remove the \
      files and check them out again.
      """)
  static let mode = Finding.Rule(
    "integrity-mode", .error, "a file is executable and should not be, or the reverse",
    help: "Vendored files have mode 644 or 755. Restore it with chmod or 'assetkit vendor sync'.")
  static let type = Finding.Rule(
    "integrity-type", .error, "a file, link or folder is something else",
    help: "Restore it with 'assetkit vendor sync --force', or from version control.")
  static let link = Finding.Rule(
    "integrity-link", .error, "a symbolic link points elsewhere",
    help: "Restore it with 'assetkit vendor sync --force', or from version control.")
  static let clash = Finding.Rule(
    "integrity-clash", .error, "two names clash on a disk that ignores case or accents",
    help: "A checkout on such a disk loses one of the two files. Remove or rename one.")
  static let list = Finding.Rule(
    "integrity-list", .error, "a package's list of files does not match its pin",
    help: """
      vendor.lock pins the digest of Vendor/NAME.sums. Restore both from version control, or \
      recreate them with 'assetkit vendor sync'.
      """)
  static let folder = Finding.Rule(
    "integrity-folder", .error, "a package's folder is missing",
    help: "Restore it with 'assetkit vendor sync', or from version control.")
  static let patch = Finding.Rule(
    "integrity-patch", .error, "a patch does not match its pin",
    help: "Restore it from version control, or pin the new one with 'assetkit vendor update'.")
  static let signature = Finding.Rule(
    "integrity-signature", .error, "a signature or its key does not match its pin",
    help: """
      Restore it from version control, or pin it again with 'assetkit vendor update --signature'.
      """)
  static let orphan = Finding.Rule(
    "integrity-orphan", .error, "something under Vendor/ belongs to no package",
    help: """
      Remove it, or pin it with 'assetkit vendor add'. Beside packages only a README, .gitignore, \
      .gitattributes or .gitkeep may be in Vendor/.
      """)
  static let unreadable = Finding.Rule(
    "integrity-unreadable", .error, "something could not be read",
    help: "Nothing is known about its contents. Make it readable.")
  static let ignored = Finding.Rule(
    Lock.Package.Acknowledgement.ignored.rawValue, .warning, "git would ignore vendored files",
    help: """
      A .gitignore hides them from 'git add', so they can be missing from other people's \
      checkouts. Add them with 'git add --force'. Where that is done, accept the warning with \
      'acknowledged' in vendor.lock.
      """)
  static let rewritten = Finding.Rule(
    Lock.Package.Acknowledgement.rewritten.rawValue, .warning, "git would rewrite vendored files",
    help: """
      A .gitattributes inside the package makes git convert them at checkout, on some machines. \
      Leave it out with --exclude, or accept it with 'acknowledged' in vendor.lock.
      """)

  /// All of them.
  public static let all = [
    added, missing, changed, lineEndings, mode, type, link, clash, list, folder, patch,
    signature, orphan,
    unreadable, ignored, rewritten,
  ]
}
