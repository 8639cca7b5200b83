/// Words that take back a part of what a permissive licence gives: "for non-commercial purposes only".
///
/// One such word changes a text so little that it is still similar to the licence, and a sentence beside it
/// not at all. Therefore these are looked for by themselves: in the text of a permissive licence that has
/// none of them, and in a licence file also outside of all texts.
struct UseRestriction: Hashable, Sendable {
  /// What is restricted, for a person.
  let phrase: String
  /// The place of the word in the file's words.
  let word: Int

  /// All restrictions in the words of a file.
  ///
  /// - Parameter isWhole: whether `words` are all of a licence file.
  /// - Complexity: O(n).
  static func all(
    in words: LicenseWords, _ matches: [LicenseMatch], isWhole: Bool
  ) -> [UseRestriction] {
    let texts = matches.filter { $0.kind != .header }
    let plain = texts.filter(\.isPermissive)
    var places = plain.map(\.words)
    // What stands around other texts is often a part of them.
    if isWhole, plain.count == texts.count {
      var rest = RangeSet(words.hashes.indices)
      for text in texts { rest.remove(contentsOf: text.words) }
      places += rest.ranges
    }
    return places.flatMap { place in
      place.compactMap { index in
        UseRestriction(in: words, at: index).flatMap { restriction in
          // Licences that nobody knows may be about copies without modification.
          restriction.isOfTexts && !texts.contains { $0.words.contains(index) } ? nil : restriction
        }
      }
    }
  }

  /// Whether the words restrict only in the text of a licence that permits what they leave out.
  private var isOfTexts: Bool { phrase == Self.unmodified }

  private static let unmodified = "without modification"

  /// The restriction whose main word is at `index`; nil if that is another word.
  private init?(in words: LicenseWords, at index: Int) {
    let hashes = words.hashes
    guard let kind = Words.kinds[hashes[index]] else { return nil }
    func before(_ count: Int) -> ArraySlice<UInt32> {
      let start = max(0, index - count)
      // The sentence that the word is in.
      let stop = words.marks[start..<index].lastIndex { $0.contains(.stop) }
      return hashes[(stop.map { $0 + 1 } ?? start)..<index]
    }
    func after(_ count: Int) -> ArraySlice<UInt32> {
      guard !words.marks[index].contains(.stop) else { return [] }
      let end = min(hashes.count, index + 1 + count)
      let stop = words.marks[(index + 1)..<end].firstIndex { $0.contains(.stop) }
      return hashes[(index + 1)..<(stop.map { $0 + 1 } ?? end)]
    }
    func isNegated() -> Bool {
      before(10).contains(where: Words.negations.contains)
        || after(6).contains(where: Words.prohibitions.contains)
    }
    switch kind {
    case .commercial:
      let isNon = before(1).last == Words.non || hashes[index] == Words.noncommercial
      // "Commercial or non-commercial" and "commercial or not" leave nothing out.
      let others = before(5).dropLast(isNon ? 1 : 0) + after(5)
      guard !others.contains(where: Words.commercial.contains),
        after(2) != [NoticeWords.or, Words.not]
      else { return nil }
      guard isNon || isNegated() else { return nil }
      phrase = isNon ? "non-commercial" : "no commercial use"
    case .purpose:
      guard
        after(4).contains(Words.only) || after(2).contains(Words.only)
          || before(3).contains(where: Words.alone.contains)
      else { return nil }
      phrase = "only for some purposes or people"
    case .clause:
      guard before(1).last == Words.commons else { return nil }
      phrase = "Commons Clause"
    case .proprietary:
      guard before(1).contains(where: Words.being.contains) else { return nil }
      phrase = "proprietary"
    case .service:
      guard before(2).contains(where: Words.hosted.contains), isNegated() else { return nil }
      phrase = "no hosted service"
    case .modification:
      // "With or without modification" leaves nothing out.
      let words = before(2)
      guard words.last == Words.without, words.first != NoticeWords.or,
        words.first != NoticeWords.and
      else { return nil }
      phrase = Self.unmodified
    }
    word = index
  }

  private enum Kind { case commercial, purpose, clause, proprietary, service, modification }

  /// The words, as hashes.
  private enum Words {
    static let kinds: [UInt32: Kind] = {
      let words: [(Kind, String)] = [
        (.commercial, "commercial commercially noncommercial"),
        (.purpose, "evaluation academic educational nonprofit personal research"),
        (.clause, "clause"), (.proprietary, "proprietary"), (.service, "service services"),
        (.modification, "modification modifications"),
      ]
      return Dictionary(
        uniqueKeysWithValues: words.flatMap { kind, words in
          NoticeWords.set(words).map { ($0, kind) }
        })
    }()
    static let commercial = NoticeWords.set("commercial commercially noncommercial")
    static let noncommercial = NoticeWords.hash("noncommercial")
    static let non = NoticeWords.hash("non")
    static let not = NoticeWords.hash("not")
    static let only = NoticeWords.only
    static let alone = NoticeWords.set("only solely exclusively")
    static let commons = NoticeWords.hash("commons")
    static let being = NoticeWords.set("are remains remain")
    static let hosted = NoticeWords.set("hosted managed")
    static let without = NoticeWords.hash("without")
    static let negations = NoticeWords.set(
      "not no never excluding except prohibited forbidden without cannot")
    static let prohibitions = NoticeWords.set("prohibited forbidden excluded not requires")
  }
}

extension LicenseMatch {
  /// Permissive licences whose own texts have such words.
  private static let speakingOfUse: Set<String> = [
    "3D-Slicer-1.0", "AFL-1.1", "AFL-1.2", "AFL-2.0", "AFL-2.1", "AFL-3.0", "BSD-2-Clause-Darwin",
    "BSD-3-Clause-acpica", "BSD-Source-beginning-file", "CC-BY-2.5-AU", "CC0-1.0", "CECILL-B",
    "CERN-OHL-1.2", "Catharon", "FTL",
    "GD", "HDF5", "InnoSetup", "ODC-By-1.0", "OPUBL-1.0", "PDDL-1.0", "iMatix", "libselinux-1.0",
    "libutil-David-Nugent", "mplus",
  ]

  /// Whether the text permits any use.
  fileprivate var isPermissive: Bool {
    kind == .text
      && identifiers.allSatisfy {
        LicensePreset.permissive.licenses.contains($0) && !Self.speakingOfUse.contains($0)
      }
  }
}
