/// Recognises licence files by name.
public enum LicenseFile {
  /// Whether a file called `name` counts as a licence file: LICENSE, LICENCE, COPYING, NOTICE,
  /// COPYRIGHT, UNLICENSE or PATENTS in any case, alone or followed by `.`, `-` or `_` and more, but
  /// not a program's source such as `license.c`.
  public static func isLicense(name: some Sequence<UInt8>) -> Bool {
    let name = name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    guard let word = words.first(where: { name.starts(with: $0) }) else { return false }
    let rest = name.dropFirst(word.count)
    guard let separator = rest.first else { return true }
    guard separators.contains(separator) else { return false }
    guard let dot = rest.lastIndex(of: UInt8(ascii: ".")) else { return true }
    return !sourceExtensions.contains(Array(rest[(dot + 1)...]))
  }

  /// Longer words first, so that `licenses` is not taken for `license` and a stray `s`.
  private static let words = [
    "unlicense", "unlicence", "licenses", "licences", "license", "licence", "copyright", "copying",
    "notices", "notice", "patents",
  ].map { Array($0.utf8) }
  private static let separators = Set(".-_".utf8)
  private static let sourceExtensions = Set(
    [
      "c", "cc", "cpp", "cs", "cxx", "css", "go", "h", "hh", "hpp", "in", "java", "js", "json",
      "kt",
      "m", "mm", "php", "pl", "plist", "py", "rb", "rs", "sh", "svg", "swift", "toml", "ts", "xml",
      "yaml", "yml",
    ].map { Array($0.utf8) })
}
