/// Finds the statements in a text.
///
/// At every name of a licence it looks back for the words that make it a notice ("under the terms
/// of the", "License:") and ahead for the version, "or later", and further names.
struct LicenseStatements {
  let hashes: [UInt32]
  let marks: [LicenseWords.Marks]
  let names = LicenseNames.standard

  init(_ words: LicenseWords) {
    hashes = words.hashes
    marks = words.marks
  }

  /// All statements of `words` in reading order.
  static func all(in words: LicenseWords) -> [LicenseStatement] {
    let finder = LicenseStatements(words)
    var statements: [LicenseStatement] = []
    var index = 0
    while index < finder.hashes.count {
      if let name = finder.names.name(in: finder.hashes, at: index),
        let found = finder.statement(name, at: index)
      {
        statements.append(
          found.statement(
            in: words, isAboutItself: finder.isAboutItself(found),
            namesFile: finder.isFollowedByFile(found.words.upperBound)))
        index = found.words.upperBound
      } else {
        index += 1
      }
    }
    for list in finder.lists() {
      statements.removeAll { $0.words.overlaps(list.words) }
      statements.append(list.statement(in: words, isAboutItself: true))
    }
    for list in finder.alternatives() {
      let replaced = statements.filter { $0.words.overlaps(list.words) }
      // A sentence that offers more than the lines do is not such a list.
      if replaced.contains(where: { statement in
        statement.isChoice && !statement.parts.allSatisfy(list.parts.contains)
      }) {
        continue
      }
      statements.removeAll { $0.words.overlaps(list.words) }
      statements.append(
        list.statement(
          in: words,
          isAboutItself:
            finder.isAboutItself(list) || replaced.contains(where: \.isAboutItself)))
    }
    return statements
  }

  /// A statement that is being read.
  struct Found {
    var parts: [LicenseStatement.Part] = []
    var isChoice = false
    var isVague = false
    var words: Range<Int>

    func statement(
      in words: LicenseWords, isAboutItself: Bool, namesFile: Bool = false
    ) -> LicenseStatement {
      LicenseStatement(
        parts: parts, isChoice: isChoice, isAboutItself: isAboutItself, isVague: isVague,
        namesFile: namesFile, words: self.words, lines: words.lines(of: self.words))
    }
  }

  private func statement(_ name: LicenseNames.Name, at index: Int) -> Found? {
    guard let first = part(name, at: index) else { return nil }
    let start = introduction(of: name, at: index)
    guard let start = start ?? (isFollowedAsNotice(name, at: first.end) ? index : nil) else {
      return nil
    }
    guard !isDenied(before: start), !isOfAnother(start) else { return nil }
    var found = Found(parts: [first.part], isVague: first.isVague, words: start..<first.end)
    var subject = name.subject
    found.isChoice = NoticeWords.dual.contains { hashes[max(0, start - 8)..<index].contains($0) }
    if case .choice = name.subject { found.isChoice = true }
    var namesRead = 1
    // No notice names more; a hostile one would be read again from each of its names.
    while namesRead < 32, let next = nextName(from: found.words.upperBound) {
      namesRead += 1
      guard next.isJoined || next.name.subject != subject,
        let more = part(next.name, at: next.index)
      else {
        if next.isJoined { break }
        // The same name again, in parentheses or in an address, which may tell the version.
        found.words = start..<(next.index + next.name.count)
        if found.isVague, found.parts.count == 1, case .versions = subject,
          let told = part(next.name, at: next.index), !told.isVague
        {
          found = Found(parts: [told.part], isChoice: found.isChoice, words: start..<told.end)
        }
        continue
      }
      if !found.parts.contains(more.part) { found.parts.append(more.part) }
      found.isChoice = found.isChoice || next.isChoice
      found.isVague = found.isVague && more.isVague
      subject = next.name.subject
      found.words = start..<more.end
    }
    // "Under both", each in a file of its own, offers either; "both" alone may mean that both apply.
    if hashes[start..<index].contains(NoticeWords.both),
      hashes[found.words].contains(NoticeWords.found)
    {
      found.isChoice = true
    }
    // Of "files that are under A or B" some are under A, some under B.
    if hashes[max(0, start - 4)..<start].starts(with: NoticeWords.filesThatAre)
      || hashes[max(0, start - 3)..<start].starts(with: NoticeWords.filesThatAre)
    {
      found.isChoice = false
    }
    if found.isVague, !isAboutItself(found) { return nil }
    return found
  }

  private func isAboutItself(_ found: Found) -> Bool {
    let start = found.words.lowerBound
    // "Licensed under …", "License: …" at the start of a line or after a sentence.
    let verb =
      NoticeWords.licensing.contains(hashes[max(0, start - 1)]) && start > 0 ? start - 1 : start
    if NoticeWords.licensing.contains(hashes[verb]) || hashes[verb] == NoticeWords.licenses {
      if marks[verb].contains(.lineStart) || (verb > 0 && marks[verb - 1].contains(.stop)) {
        return true
      }
    }
    let before = max(0, start - 26)..<start
    // "Redistribution and use are permitted only as authorized by …".
    if let place = before.last(where: { hashes[$0] == NoticeWords.redistribution }),
      marks[place].contains(.lineStart) || place > 0 && marks[place - 1].contains(.stop),
      !(place..<start).contains(where: isEndOfSentence)
    {
      return true
    }
    return before.contains { place in
      NoticeWords.pronouns.contains(hashes[place]) && isSubject(place)
        && (hashes[(place + 1)...].prefix(2).contains { NoticeWords.works.contains($0) }
          || hashes[(place + 1)...].first == NoticeWords.isWord)
    }
  }

  /// Whether the pronoun at `place` begins what its sentence speaks of, or "all files in this …"
  /// does; "the other programs in this distribution" are not this file.
  private func isSubject(_ place: Int) -> Bool {
    guard place > 1, NoticeWords.prepositions.contains(hashes[place - 1]) else { return true }
    let phrase = hashes[max(0, place - 6)..<(place - 1)]
    return !phrase.contains { NoticeWords.others.contains($0) }
      && (NoticeWords.contents.contains(hashes[place - 2])
        || phrase.contains { NoticeWords.all.contains($0) })
  }
}
