/// A name of the Common Platform Enumeration 2.3, bound to a formatted string (NISTIR 7695, 6.2.3).
enum PlatformName {
  /// What is wrong with `text`, as the end of a sentence that begins with it; nil where it is valid.
  ///
  /// - Complexity: O(length).
  static func problem(with text: String) -> String? {
    guard let attributes = attributes(of: text) else {
      return "is not a CPE 2.3 name of 11 attributes after 'cpe:2.3:'"
    }
    guard ["a", "o", "h", "*", "-"].contains(attributes[0]) else {
      return "has the part '\(attributes[0])', expected a, o or h"
    }
    for (index, attribute) in attributes.enumerated().dropFirst() {
      let isValid = index == 6 ? isLanguage(attribute) : isValue(attribute)
      if !isValid {
        return "has the invalid attribute '\(attribute)'; a character other than letters, digits, "
          + "'_', '-' and '.' needs a backslash before it"
      }
    }
    return nil
  }

  /// The eleven attributes, with their quoting; nil where `text` has not so many.
  static func attributes(of text: String) -> [String]? {
    guard text.hasPrefix("cpe:2.3:"), text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
      return nil
    }
    var attributes = [""]
    var isQuoted = false
    for character in text.dropFirst(8) {
      if character == ":", !isQuoted {
        attributes.append("")
      } else {
        attributes[attributes.count - 1].append(character)
      }
      isQuoted = character == "\\" && !isQuoted
    }
    return attributes.count == 11 && !isQuoted ? attributes : nil
  }

  /// A version as an attribute: all but letters, digits, `_`, `.` and `-` are quoted by a backslash.
  static func quoted(_ version: String) -> String {
    version.lowercased().reduce(into: "") { text, character in
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      text += isPlain || "_.-".contains(character) ? "\(character)" : "\\\(character)"
    }
  }

  /// `ANY`, `NA`, or letters, digits and quoted characters between wildcards: one `*`, or any number of `?`.
  private static func isValue(_ text: String) -> Bool {
    if text == "*" || text == "-" { return true }
    var rest = Substring(text)
    func dropWildcards() {
      if rest.first == "*" { rest.removeFirst() } else { rest = rest.drop { $0 == "?" } }
    }
    dropWildcards()
    var count = 0
    while let character = rest.first {
      if character == "\\" {
        guard let next = rest.dropFirst().first, next.isASCII, !next.isLetter, !next.isNumber else {
          return false
        }
        rest = rest.dropFirst(2)
      } else if character.isASCII,
        character.isLetter || character.isNumber || "_-.".contains(character)
      {
        rest.removeFirst()
      } else {
        break
      }
      count += 1
    }
    dropWildcards()
    return count > 0 && rest.isEmpty
  }

  /// A language, and a region of letters or digits (RFC 5646, as NISTIR 7695 narrows it).
  private static func isLanguage(_ text: String) -> Bool {
    if text == "*" || text == "-" { return true }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (2...3).contains(parts[0].count),
      parts[0].allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    guard parts.count == 2 else { return true }
    let region = parts[1]
    return region.count == 2 && region.allSatisfy { $0.isASCII && $0.isLetter }
      || region.count == 3 && region.allSatisfy { $0.isASCII && $0.isNumber }
  }
}
