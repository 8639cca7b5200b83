import SafeFiles
import TextFormats

/// What `icon.json` may say: the keys of each of its objects, and what is wrong with a value.
///
/// Gathered from documents that Icon Composer 1 and 2 wrote; a key without a check has values that are
/// not known for certain.
enum BundleGrammar {
  /// What is wrong with a value, to follow its key; nil where nothing is.
  typealias Check = @Sendable (JSON) -> String?

  static let root: [String: Check] = [
    "fill": fill, "groups": any, "supported-platforms": platforms, "features": any,
    "color-space-for-untagged-svg-colors": any, "implicit-asset-mirroring": any, "languages": any,
    "canvas-size": any,
  ]

  static let group: [String: Check] = member.merging([
    "layers": any, "lighting": word(of: ["individual", "combined"]), "specular": specular,
    "specular-highlight-placement": any, "blur-material": number, "blur": any,
    "translucency": record(["enabled": bool, "value": number]), "refractivity": any,
    "refractivity-strength": any, "refractivity-depth": any,
    "shadow": record([
      "kind": word(of: ["automatic", "neutral", "layer-color", "none"]), "opacity": number,
    ]),
  ]) { $1 }

  static let layer: [String: Check] = member.merging([
    "image-name": text, "fill": fill, "glass": bool, "is-glass": bool, "kind": any, "material": any,
  ]) { $1 }

  /// What groups and layers have in common.
  private static let member: [String: Check] = [
    "name": text, "hidden": bool, "is-hidden": bool, "opacity": number,
    "blend-mode": word(of: blendModes), "position": position, "asset-mirroring": any,
  ]

  static let blendModes = [
    "normal", "darken", "multiply", "plus-darker", "lighten", "screen", "plus-lighter", "overlay",
    "soft-light", "hard-light",
  ]

  /// The key whose values by appearance `key` has; nil where it has none.
  static func specialized(_ key: String) -> String? {
    let ending = "-specializations"
    return key.hasSuffix(ending) ? String(key.dropLast(ending.count)) : nil
  }

  /// Whether only Icon Composer 2 writes this value, which Xcode 26 does not understand.
  static func isOfVersion2(_ key: String, _ value: JSON) -> Bool {
    key == "specular" && value.text != nil || key == "features" && value.elements != []
  }

  // MARK: - Values

  private static let any: Check = { _ in nil }
  private static let text: Check = { $0.text == nil ? "is not a text" : nil }
  private static let bool: Check = { if case .bool = $0 { nil } else { "is not true or false" } }
  private static let number: Check = { $0.number == nil ? "is not a number" : nil }

  private static func word(of words: [String]) -> Check {
    { value in
      guard let text = value.text else { return "is not a text" }
      return words.contains(text)
        ? nil
        : "is '\(Printable.text(of: text.utf8))', expected one of \(words.joined(separator: ", "))"
    }
  }

  /// An object that must have all of these.
  private static func record(_ fields: [String: Check]) -> Check {
    { value in
      guard case .object = value else { return "is not an object" }
      for (key, check) in fields.sorted(by: { $0.key < $1.key }) {
        guard let field = value[key] else { return "has no '\(key)', which is required" }
        if let problem = check(field) { return "'\(key)' \(problem)" }
      }
      return nil
    }
  }

  private static let specular: Check = { value in
    if value.text != nil { return word(of: ["automatic", "inside", "outside"])(value) }
    return bool(value)
  }

  private static let position: Check = { value in
    // The other form is relative, and has a key of its own.
    if value["relative-translation"] != nil { return nil }
    return record(["scale": number, "translation-in-points": vector])(value)
  }

  private static let vector: Check = { value in
    value.elements?.count == 2 && value.elements?.allSatisfy { $0.number != nil } == true
      ? nil : "is not an array of two numbers"
  }

  private static let platforms: Check = { value in
    guard case .object(let members) = value, !members.pairs.isEmpty else {
      return "names no platform"
    }
    for (key, value) in members.pairs {
      let known = ["squares": ["iOS", "macOS"], "circles": ["watchOS"]][key]
      guard let known else { return "has the unknown shape '\(Printable.text(of: key.utf8))'" }
      if key == "squares", value.text == "shared" { continue }
      guard let names = value.elements, names.allSatisfy({ known.contains($0.text ?? "") }) else {
        return "'\(key)' is not an array of \(known.joined(separator: ", "))"
          + (key == "squares" ? " or 'shared'" : "")
      }
    }
    return nil
  }

  private static let fill: Check = { value in
    if value.text != nil {
      return word(of: ["none", "automatic", "system-light", "system-dark"])(value)
    }
    let kinds = ["solid", "automatic-gradient", "linear-gradient"].filter { value[$0] != nil }
    guard kinds.count == 1, let content = value[kinds[0]] else {
      return "is not one of solid, automatic-gradient, linear-gradient, automatic and none"
    }
    if kinds[0] != "linear-gradient" { return color(content).map { "'\(kinds[0])' \($0)" } }
    guard let colors = content.elements, colors.count == 2 else {
      return "'linear-gradient' does not have two colours"
    }
    return colors.compactMap(color).first.map { "'linear-gradient' \($0)" }
  }

  private static let color: Check = { value in
    guard let text = value.text else { return "is not a colour" }
    if BundleColor(text) != nil || BundleColor.isNamed(text) { return nil }
    return "has the colour '\(Printable.text(of: text.utf8))', expected srgb:, extended-srgb: or "
      + "display-p3: with red, green, blue and alpha, or gray: with white and alpha"
  }
}

extension JSON {
  /// The number, where it is one that a Double can hold.
  var number: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }
}
