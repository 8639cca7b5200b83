/// What a file of a project says its version is.
struct StatedVersion: Hashable, Sendable {
  /// The project's name in that file; nil where the kind of file alone tells whose version it is.
  let name: String?
  /// The version, a literal in the file.
  let version: String
  /// Where it is said, from 1.
  let line: Int

  /// Whether two names are of one project, as `GNU MPFR` and `mpfr`, `libpng` and `PNG` are.
  static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (plain(one), plain(other))
    return !one.isEmpty && one == other
  }

  private static func plain(_ name: String) -> String {
    var plain = name.lowercased()[...]
    // The package of a scope or an organisation.
    if let slash = plain.lastIndex(of: "/") { plain = plain[plain.index(after: slash)...] }
    if plain.hasPrefix("gnu ") { plain = plain.dropFirst(4) }
    plain = String(plain.filter { $0.isLetter || $0.isNumber })[...]
    if plain.hasPrefix("lib"), plain.count > 4 { plain = plain.dropFirst(3) }
    return String(plain)
  }
}
