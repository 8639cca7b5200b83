extension LicenseStatements {
  /// Whether the words before `start`, where a notice begins, say that it does not hold: "not licensed
  /// under", "you may not use it under", "no part of this is under".
  ///
  /// What stands between the denial and the notice decides. "Not … except under" and "not only under"
  /// are notices, and "not part of …, and is licensed under" denies something else, so only words that
  /// carry the denial on are allowed there.
  func isDenied(before start: Int) -> Bool {
    var place = start - 1
    while place >= max(0, start - 12), !isEndOfSentence(place) {
      let word = hashes[place]
      let between = hashes[(place + 1)..<start]
      // "Modified or not, under …" denies nothing; "whether or not licensed under …" grants nothing.
      if word == Denials.not, place > 1, hashes[place - 1] == NoticeWords.or,
        hashes[place - 2] != Denials.whether
      {
        return false
      }
      if Denials.adverbs.contains(word) || isContraction(place) {
        return between.allSatisfy { Denials.passive.contains($0) } || isOrder(between)
          || between.count == 1 && !between.contains { Denials.exceptions.contains($0) }
      }
      if Denials.subjects.contains(word) {
        return between.allSatisfy {
          Denials.passive.contains($0) || Denials.things.contains($0) || Denials.verbs.contains($0)
        }
      }
      place -= 1
    }
    return false
  }

  /// "Can't" and "don't", whose parts are words of their own.
  private func isContraction(_ place: Int) -> Bool {
    hashes[place] == Denials.t && place > 0 && Denials.contracted.contains(hashes[place - 1])
  }

  /// Whether the words after "may not" are something that a licence permits: "use or copy it".
  private func isOrder(_ words: ArraySlice<UInt32>) -> Bool {
    guard let verb = words.first, Denials.actions.contains(verb) else { return false }
    return words.allSatisfy {
      Denials.actions.contains($0) || Denials.things.contains($0) || Denials.passive.contains($0)
    }
  }
}

/// The words of sentences that deny a licence.
private enum Denials {
  static let adverbs = NoticeWords.set("not never cannot longer previously formerly isn")
  static let t = NoticeWords.hash("t")
  static let not = NoticeWords.hash("not")
  static let whether = NoticeWords.hash("whether")
  static let contracted = NoticeWords.set(
    "isn aren wasn weren can couldn don doesn didn won wouldn mustn shouldn")
  static let subjects = NoticeWords.set("no none nothing neither nor")
  static let exceptions = NoticeWords.set("only except unless just merely but")
  /// Words after "not" in "is not licensed under", "may not be distributed under the".
  static let passive = NoticeWords.set(
    """
    be been being made currently actually available licensed released distributed offered published \
    provided covered governed protected redistributed relicensed sublicensed used copied modified \
    shared sold t to you subject yet anymore any more ever by us under the terms of or
    """)
  static let actions = NoticeWords.set(
    """
    use copy distribute redistribute modify sell license relicense sublicense release publish share \
    offer treat take or
    """)
  static let things = NoticeWords.set(
    """
    it them this that these those the any all part parts of in here itself file files software \
    program programs code source sources library package work works product project material document
    """)
  static let verbs = NoticeWords.set("is are was were may can must shall will has have")
}
