import Findings
import VendorKit

/// Rules about the same library twice.
enum DuplicateCopiesRules {
  static let files = Rule(
    "double-files", .warning, "two packages share files",
    help: """
      Source files of two packages are the same byte for byte, so one library is compiled, reviewed \
      and updated twice. Leave one copy out with --exclude.
      """)
  static let folder = Rule(
    "double-folder", .note, "a package holds the same files twice",
    help: """
      Source files of one folder come again in another, under the same names. Leave out with \
      --exclude what is not compiled.
      """)
  static let embedded = Rule(
    "double-embedded", .warning, "a copy of a known library inside a package",
    help: """
      The lock does not know of the copy, so no advisory about it is matched and no update reaches \
      it. Leave it out with --exclude and build with a vendored package of its own, or record an \
      exception.
      """)
  static let library = Rule(
    "double-library", .warning, "one library is here twice",
    help: """
      Two copies of one library in one program clash at link time or, worse, do not. Keep one.
      """)
  static let versions = Rule(
    "double-versions", .warning, "two versions of one library",
    help: """
      Headers of one version and code of another give a program that fails at run time, and only one \
      of the two is likely to be updated. Keep one.
      """)

  static let all = [files, folder, embedded, library, versions]
}
