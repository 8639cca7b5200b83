import SafeFiles
import TextFormats

/// The licence that a package's own description states: `license` of `Cargo.toml`, `package.json` and
/// `pyproject.toml`. The texts beside it do not tell whether one of several is enough.
struct PackageManifest {
  /// The licence; nil if the file states none.
  let license: (expression: LicenseExpression, line: Int)?

  static let names: Set<String> = ["Cargo.toml", "package.json", "pyproject.toml"]

  /// Whether the file at this path of a package is read.
  static func isManifest(_ path: RelativePath) -> Bool {
    names.contains(path.lastComponent.description)
  }

  init(_ bytes: [UInt8], at path: RelativePath) {
    let stated =
      path.lastComponent.description == "package.json"
      ? Self.member(of: bytes) : Self.key(of: String(decoding: bytes, as: UTF8.self))
    // Cargo took "MIT/Apache-2.0" for a choice before it took expressions. Other text is no
    // expression, which is no error here: package.json may say "SEE LICENSE IN …".
    guard let stated,
      let expression = try? LicenseExpression(
        parsing: stated.text.replacing(" / ", with: "/").replacing("/", with: " OR ")),
      expression.unlistedNames.isEmpty
    else {
      license = nil
      return
    }
    license = (expression, stated.line)
  }

  /// `"license": "(MIT OR Apache-2.0)"`.
  private static func member(of bytes: [UInt8]) -> (text: String, line: Int)? {
    guard let text = JSON(bytes)?["license"]?.text else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("\"license\"".utf8) }
    return (text, (line ?? 0) + 1)
  }

  /// `license = "MIT OR Apache-2.0"` in `[package]`, `[workspace.package]`, `[project]` or
  /// `[tool.poetry]`.
  private static func key(of text: String) -> (text: String, line: Int)? {
    var isInside = false
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = line.drop { $0.isWhitespace }
      if line.first == "[" {
        let name = line.dropFirst().prefix { $0 != "]" }.filter { !$0.isWhitespace }
        isInside = ["package", "workspace.package", "project", "tool.poetry"].contains(name)
      } else if isInside, line.hasPrefix("license"), let equals = line.firstIndex(of: "="),
        line[..<equals].dropFirst("license".count).allSatisfy(\.isWhitespace)
      {
        let value = line[line.index(after: equals)...].drop { $0.isWhitespace }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return (String(value.dropFirst().prefix { $0 != quote }), index + 1)
      }
    }
    return nil
  }
}
