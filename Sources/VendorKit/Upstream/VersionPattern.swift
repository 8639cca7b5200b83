/// A file, folder or tag name with a version placeholder, such as `zlib-{version}.tar.gz`.
struct VersionPattern: Hashable, Sendable {
  /// The version's placeholder in a pattern.
  static let hole = "{version}"

  private let pattern: String
  private let current: String

  /// A name with at least one placeholder, with `current` as the version in use; nil without one.
  init?(_ pattern: some StringProtocol, current: String) {
    guard pattern.contains(Self.hole), !current.isEmpty else { return nil }
    self.pattern = String(pattern)
    self.current = current
  }

  /// The pattern of a name that contains `current`, replacing its last occurrence; nil when it does
  /// not.
  init?(of name: String, current: String) {
    guard !current.isEmpty, let place = name.ranges(of: current).last else { return nil }
    pattern = String(name[..<place.lowerBound]) + Self.hole + String(name[place.upperBound...])
    self.current = current
  }

  /// The newest of `names` that is newer than the one in use; nil when there is none.
  ///
  /// - Parameter prereleases: whether alpha, beta and the like count; they do anyway when the
  ///   version in use is one.
  /// - Complexity: O(characters of the names).
  func newest(among names: some Sequence<String>, prereleases: Bool) -> String? {
    let present = NaturalVersion(current)
    let takesAll = prereleases || Self.isPrerelease(current)
    var newest: (text: String, version: NaturalVersion)?
    for name in names {
      guard let text = version(in: name), isLike(text), takesAll || !Self.isPrerelease(text) else {
        continue
      }
      let version = NaturalVersion(text)
      if version.compare(newest?.version ?? present) > 0 { newest = (text, version) }
    }
    return newest?.text
  }

  /// The version that turns the pattern into `name`.
  func version(in name: String) -> String? {
    let holes = pattern.ranges(of: Self.hole)
    guard let first = holes.first else { return nil }
    let spare = name.count - (pattern.count - holes.count * Self.hole.count)
    guard spare > 0, spare.isMultiple(of: holes.count) else { return nil }
    let prefix = pattern[..<first.lowerBound]
    let version = name.dropFirst(prefix.count).prefix(spare / holes.count)
    return pattern.replacing(Self.hole, with: version) == name ? String(version) : nil
  }

  /// Whether `text` is a version of the same series and not another file next to it, such as
  /// `8.1-win64`: it begins as the one in use does, with a digit or not, and has no words but those
  /// of that one, those for unfinished releases, and a single letter after a digit.
  private func isLike(_ text: String) -> Bool {
    func beginsWithDigit(_ text: String) -> Bool { text.utf8.first.map(Self.isDigit) ?? false }
    let isPlain = text.utf8.allSatisfy {
      Self.isDigit($0) || Self.isLetter($0) || "._+~-".utf8.contains($0)
    }
    guard isPlain, text.utf8.contains(where: Self.isDigit),
      beginsWithDigit(text) == beginsWithDigit(current)
    else { return false }
    let known = Set(Self.words(of: current))
    return Self.words(of: text).allSatisfy {
      known.contains($0) || $0.utf8.count == 1 || NaturalVersion($0).isPrerelease
    }
  }

  /// Also `1.0a1` and `1.0b2`, as Python writes alpha and beta; `1.1.1a` is a release.
  private static func isPrerelease(_ text: String) -> Bool {
    if NaturalVersion(text).isPrerelease { return true }
    let bytes = Array(text.lowercased().utf8)
    return bytes.indices.dropFirst().dropLast().contains {
      (bytes[$0] == UInt8(ascii: "a") || bytes[$0] == UInt8(ascii: "b"))
        && isDigit(bytes[$0 - 1]) && isDigit(bytes[$0 + 1])
    }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().utf8.split { !isLetter($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }
}
