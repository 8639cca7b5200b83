extension LicenseStatements {
  /// Where the words begin that make the name at `index` a notice; nil if there are none.
  func introduction(of name: LicenseNames.Name, at index: Int) -> Int? {
    if name.isNotice { return index }
    let isWeak = name.isWeak || name.count == 1 && NoticeWords.weak.contains(hashes[index])
    var isOfTerms = false
    var place = index - 1
    for step in 0..<12 {
      guard place >= 0 else { return nil }
      let word = hashes[place]
      let before = place > 0 ? hashes[place - 1] : LicenseWords.gap
      if word == NoticeWords.under {
        // "Can be used under X11 or Wayland", "available under fair or reasonable terms".
        if name.isWord, !isOfTerms, before != NoticeWords.licensed,
          hashes[(index + name.count)...].first != NoticeWords.license
        {
          return nil
        }
        return isWeak && !isOfTerms && !NoticeWords.licensing.contains(before) ? nil : place
      }
      if word == NoticeWords.licensed { return place }
      let isPlain = !isWeak || isOfTerms
      if word == NoticeWords.by, isPlain, NoticeWords.governed.contains(before) { return place - 1 }
      if word == NoticeWords.to, isPlain, NoticeWords.beforeTo.contains(before) { return place - 1 }
      if word == NoticeWords.with, isPlain, before == NoticeWords.accordance { return place - 1 }
      if word == NoticeWords.terms { isOfTerms = true }
      // "… with a 'you choose' license. Specifically: …".
      if NoticeWords.details.contains(word), marks[place].contains(.colon),
        before == NoticeWords.license || before == NoticeWords.licenses
      {
        return place - 1
      }
      if word == NoticeWords.license || word == NoticeWords.licenses || word == NoticeWords.copying
      {
        if marks[place].contains(.colon) { return place }
        // A heading.
        if word != NoticeWords.copying, marks[place].contains(.lineStart), step == 0,
          marks[index].contains(.lineStart)
        {
          return place
        }
      }
      guard NoticeWords.between.contains(word) || NoticeWords.beforeName.contains(word),
        !isEndOfSentence(place) || NoticeWords.digits[word] != nil
      else { return nil }
      place -= 1
    }
    return nil
  }

  /// Whether the notice that begins at `start` is about something that its sentence only mentions:
  /// "built on top of the CU library licensed under the LGPL".
  func isOfAnother(_ start: Int) -> Bool {
    if isPermissionToLink(start) { return true }
    let noun = start - 2
    guard noun > 0, NoticeWords.licensing.contains(hashes[start - 1]),
      NoticeWords.works.contains(hashes[noun]), !isEndOfSentence(noun)
    else { return false }
    for place in (max(0, noun - 8)..<noun).reversed() {
      let word = hashes[place]
      if isEndOfSentence(place) || NoticeWords.pronouns.contains(word) || word == LicenseWords.gap {
        return false
      }
      if NoticeWords.needs.contains(word) { return true }
    }
    return false
  }

  /// Whether the sentence before `start` permits to link this with something, which is what is under
  /// the licence: "permission is given to link this to that and to distribute it under …".
  private func isPermissionToLink(_ start: Int) -> Bool {
    var links = false
    for place in (max(0, start - 30)..<start).reversed() {
      let word = hashes[place]
      if isEndOfSentence(place) || word == LicenseWords.gap { return false }
      if NoticeWords.linking.contains(word),
        hashes[place..<min(place + 10, start)].contains(where: NoticeWords.linkedTo.contains)
      {
        links = true
      }
      if NoticeWords.permissions.contains(word) { return links }
    }
    return false
  }

  /// Whether words after a name make it a notice: "MIT licensed", "LGPL 2.1, see COPYING".
  func isFollowedAsNotice(_ name: LicenseNames.Name, at end: Int) -> Bool {
    var place = end
    while place < hashes.count,
      hashes[place] == NoticeWords.license || hashes[place] == NoticeWords.licenses
    {
      place += 1
    }
    guard place < hashes.count else { return false }
    if hashes[place] == NoticeWords.licensed { return true }
    guard hashes[place] == NoticeWords.see, place + 1 < hashes.count else { return false }
    return hashes[(place + 1)...].prefix(4).contains { NoticeWords.licenceFiles.contains($0) }
  }

  /// Whether the name of a licence file follows: LICENSE.TXT.
  func isFollowedByFile(_ end: Int) -> Bool {
    zip(hashes[end...].prefix(4), hashes[end...].dropFirst().prefix(4)).contains {
      NoticeWords.licenceFiles.contains($0) && NoticeWords.extensions.contains($1)
    }
  }

  /// The next name of a list; nil if the list ends.
  func nextName(
    from end: Int
  ) -> (name: LicenseNames.Name, index: Int, isJoined: Bool, isChoice: Bool)? {
    var isJoined = false
    var isChoice = false
    var place = end
    while place < hashes.count, place - end < 20 {
      guard !isEndOfSentence(place - 1) else { return nil }
      if let name = names.name(in: hashes, at: place) { return (name, place, isJoined, isChoice) }
      let word = hashes[place]
      if word == NoticeWords.or { (isJoined, isChoice) = (true, true) }
      if word == NoticeWords.and { isJoined = true }
      let isOwnName = NoticeWords.beforeOwnName.contains(hashes[place - 1])
      guard
        word == NoticeWords.or || isOwnName || NoticeWords.between.contains(word)
          || NoticeWords.asides.contains(word)
      else {
        return nil
      }
      place += 1
    }
    return nil
  }

  /// Whether a sentence ends with the word; "v." and "ver." are no ends.
  func isEndOfSentence(_ place: Int) -> Bool {
    marks[place].contains(.stop) && !NoticeWords.version.contains(hashes[place])
      && hashes[place] != NoticeWords.inc
  }
}
