/// File patterns of podspecs, which are those of Ruby's `Dir.glob`, as globs of a selection.
enum PodPatterns {
  /// The most globs that one pattern may expand to.
  private static let maxExpansions = 256

  /// The globs that match what `pattern` matches, or a little more: a class such as `[A-Z]` becomes `?`.
  ///
  /// Empty where the pattern has too many alternatives, or leaves the package.
  static func globs(_ pattern: String) -> [String] {
    let plain = pattern.split(separator: "/", omittingEmptySubsequences: true)
      .filter { $0 != "." }.joined(separator: "/")
    guard let expanded = expanding(braces: plain) else { return [] }
    var known: Set<String> = []
    return expanded.filter { known.insert($0).inserted }.compactMap { text in
      let parts = text.split(separator: "/").map { part($0) }
      return parts.isEmpty || parts.contains("..") ? nil : parts.joined(separator: "/")
    }
  }

  /// One component: classes as `?`, and `**` beside other characters as `*`.
  private static func part(_ text: Substring) -> String {
    if text == "**" { return "**" }
    var result = ""
    var rest = text
    while let character = rest.popFirst() {
      if character == "[", let end = rest.firstIndex(of: "]") {
        result += "?"
        rest = rest[rest.index(after: end)...]
      } else if character != "*" || result.last != "*" {
        result.append(character)
      }
    }
    return result
  }

  /// All alternatives of `{a,b}`, also nested; nil if there are too many.
  private static func expanding(braces text: String) -> [String]? {
    var done: [String] = []
    var open = [text]
    while let next = open.popLast() {
      guard done.count + open.count < maxExpansions else { return nil }
      guard let start = next.lastIndex(of: "{"),
        let end = next[start...].firstIndex(of: "}")
      else {
        done.append(next)
        continue
      }
      let choices = next[next.index(after: start)..<end].split(
        separator: ",", omittingEmptySubsequences: false)
      open += choices.reversed().map { "\(next[..<start])\($0)\(next[next.index(after: end)...])" }
    }
    return done
  }
}
