/// Finds the phrases that say that one of several licences is enough.
enum LicenseChoiceMarks {
  /// A phrase at a place in a text.
  struct Mark: Hashable, Sendable {
    /// Whether it stands between the two licences: "Alternatively, this software may be …".
    let isBetween: Bool
    /// The index of its first word.
    let word: Int
    /// The line of its first word.
    var line: Int
  }

  /// All phrases of `words` in reading order.
  static func all(in words: LicenseWords) -> [Mark] {
    var found: [Mark] = []
    for index in words.hashes.indices {
      guard firstWords.mayContain(words.hashes[index]),
        let candidates = phrases[words.hashes[index]]
      else { continue }
      for phrase in candidates where words.hashes[index...].starts(with: phrase.words) {
        found.append(
          Mark(isBetween: phrase.isBetween, word: index, line: Int(words.lines[index])))
        break
      }
    }
    return found
  }

  /// The paragraph between the conditions and the disclaimer of a licence that offers another one:
  /// "ALTERNATIVELY, this product may be distributed under …".
  ///
  /// - Parameter marks: all phrases of the words.
  static func interruption(in words: LicenseWords, _ marks: [Mark]) -> Range<Int>? {
    for mark in marks where mark.isBetween {
      let rest = mark.word..<min(mark.word + 120, words.hashes.count)
      if let end = rest.first(where: { words.hashes[$0...].starts(with: disclaimer) }) {
        return mark.word..<end
      }
    }
    return nil
  }

  private static let disclaimer = ["this", "software", "is", "provided"].map(LicenseWords.hash)

  private static let phrases: [UInt32: [(words: [UInt32], isBetween: Bool)]] = {
    var phrases: [UInt32: [(words: [UInt32], isBetween: Bool)]] = [:]
    for (texts, isBetween) in [(general, false), (between, true)] {
      for text in texts {
        let words = text.split(separator: " ").map { LicenseWords.hash(String($0)) }
        phrases[words[0], default: []].append((words, isBetween))
      }
    }
    return phrases
  }()

  private static let firstWords = phrases.keys.reduce(into: WordFilter()) { $0.insert($1) }

  private static let general = [
    "choose whichever you", "choose which of these", "choose which license", "whichever you prefer",
    "you may select at your option one", "may choose either", "may choose between",
    "you can choose between", "you can choose which", "at your choice", "your choice of license",
    "your choice of the", "discretion of the user", "under one of the following",
    "one of three licenses", "one of two licenses", "either of the following licenses",
    "either of these licenses", "under either license", "under either of", "dual licensed",
    "dual license", "dually licensed", "triple licensed", "tri licensed", "multi licensed",
    "available under 2 licenses", "available under two licenses", "either of the above licenses",
    "any one of the following licenses", "choose either license", "choose one of", "user s choice",
    "at your option under either", "at your option either", "choice of licenses",
    "under two open source licenses", "under two licenses", "under 2 licenses",
    "under two different licenses", "choice of license",
    "at your option the terms of these licenses", "ability to choose from",
    "must apply one of these licenses",
  ]
  private static let between = [
    "alternatively this", "alternatively the contents", "alternatively you may",
    "alternatively redistribution", "alternatively permission", "alternatively it may",
    "alternatively at your option", "alternatively under", "alternatively you can",
    "alternatively the", "alternatively for", "alternatively redistribution and use",
  ]
}
