/// Rules for git refs and commit ids.
enum GitRef {
  /// The problem with a requested branch, tag, commit or `HEAD`; nil when it is valid.
  ///
  /// Applies the relevant rules of git-check-ref-format(1), and refuses what git would read as an
  /// option.
  static func problem(with ref: String) -> String? {
    if ref.isEmpty { return "is empty" }
    if ref.utf8.count > 255 { return "is longer than 255 bytes" }
    if ref.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      return "contains a control character"
    }
    for start in ["-", "/"] where ref.hasPrefix(start) { return "begins with '\(start)'" }
    for end in ["/", ".", ".lock"] where ref.hasSuffix(end) { return "ends in '\(end)'" }
    for part in ["..", "@{", "//", "\\", " ", "~", "^", ":", "?", "*", "["]
    where ref.contains(part) {
      return "contains '\(part)'"
    }
    return ref == "@" ? "is '@'" : nil
  }

  /// Checks the requested ref.
  ///
  /// - Throws: `VendorError` with `invalidArgument`.
  static func check(_ ref: String) throws(VendorError) {
    guard let problem = problem(with: ref) else { return }
    throw VendorError(
      .invalidArgument, at: "ref '\(ref)'", "\(problem), expected a branch, a tag or a commit id",
      remedy: "give one with --ref")
  }

  /// Whether `text` is a whole commit id: 40 hexadecimal digits, 64 in a SHA-256 repository.
  static func isCommit(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
