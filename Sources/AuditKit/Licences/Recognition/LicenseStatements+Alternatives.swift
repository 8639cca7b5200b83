extension LicenseStatements {
  /// The lists of alternatives that are announced as such: "under the terms of EITHER:", "one of the
  /// following licenses, at your option:", "dual-licensed under", "as alternatives:".
  ///
  /// Each entry begins a line and begins with the name of a licence, after a number, a bullet or
  /// nothing. What else an entry says, such as the file with the text, is passed over.
  func alternatives() -> [Found] {
    var lists: [Found] = []
    var index = 0
    while index < hashes.count {
      if announces(index), let found = alternatives(after: index) {
        lists.append(found)
        index = found.words.upperBound
      } else {
        index += 1
      }
    }
    return lists
  }

  /// The most words between an announcement and the list, between a number and the name behind it,
  /// and between two entries without and with numbers.
  private static let limits = (announcement: 18, name: 6, entry: 40, numbered: 400)

  /// Whether the word at `index` says that one of several is enough.
  private func announces(_ index: Int) -> Bool {
    let word = hashes[index]
    guard Announcements.filter.mayContain(word), Announcements.all.contains(word) else {
      return false
    }
    let next = index + 1 < hashes.count ? hashes[index + 1] : LicenseWords.gap
    if Announcements.counted.contains(word) {
      return next == NoticeWords.of || next == NoticeWords.one
    }
    if Announcements.multiple.contains(word) {
      return next == NoticeWords.licensed || next == NoticeWords.license
    }
    if word == Announcements.option { return next != Announcements.any }
    return true
  }

  private func alternatives(after announcement: Int) -> Found? {
    let limit = min(announcement + Self.limits.announcement, hashes.count)
    guard let first = (announcement + 1..<limit).first(where: { isEntry($0) }),
      !isNumbered(first) || isFirst(first),
      hashes[max(0, announcement - 26)..<first].contains(where: Announcements.context.contains)
    else { return nil }
    let hasNumbers = isNumbered(first)
    var found = Found(words: announcement..<first)
    found.isChoice = true
    var place = first
    let reach = hasNumbers ? Self.limits.numbered : Self.limits.entry
    var entries = 0
    // No list is longer; a hostile one would be read again from each of its announcements.
    while entries < 32, place < min(found.words.upperBound + reach, hashes.count),
      hashes[place] != LicenseWords.gap
    {
      if place > first, isNumbered(place) ? isFirst(place) : ends(at: place) && !hasNumbers {
        break
      }
      if isNumbered(place) == hasNumbers, let entry = entry(at: place) {
        entries += 1
        place = entry.end
        // "… copies of the GNU General Public License" below the list is none of it.
        if entry.isVague, !found.parts.isEmpty, !hasNumbers, repeats(entry.part, found.parts) {
          break
        }
        if !found.parts.contains(entry.part) { found.parts.append(entry.part) }
        found.words = announcement..<entry.end
      } else {
        place += 1
      }
    }
    return found.parts.count > 1 ? found : nil
  }

  /// Whether the list does not go on at the word: another one is announced, or a heading ends.
  private func ends(at place: Int) -> Bool {
    marks[place].contains(.colon) && hashes[place] != Announcements.http
      && hashes[place] != NoticeWords.license || Announcements.multiple.contains(hashes[place])
  }

  /// Whether one of `parts` is the GNU licence or the MPL that `part` names without its version.
  private func repeats(
    _ part: LicenseStatement.Part, _ parts: [LicenseStatement.Part]
  ) -> Bool {
    func family(_ part: LicenseStatement.Part) -> String? {
      guard case .expression(.term(let term)) = part else { return nil }
      return String(term.identifier.prefix { $0 != "-" })
    }
    return parts.contains { family($0) == family(part) }
  }

  private func isEntry(_ place: Int) -> Bool {
    (marks[place].contains(.lineStart) || isNumbered(place)) && entry(at: place) != nil
  }

  /// The licence of the entry that begins at `place`.
  private func entry(at place: Int) -> NamedPart? {
    let isNumbered = isNumbered(place)
    guard
      isNumbered
        || marks[place].contains(.lineStart)
          && (place == 0 || marks[place - 1].contains(.colon)
            || !Announcements.inSentence.contains(hashes[place - 1]))
    else { return nil }
    for index in place..<min(place + Self.limits.name, hashes.count) {
      // "… any of the following licenses:" ends with words that may stand before a name.
      if index > place, marks[index].contains(.bullet) || marks[index - 1].contains(.colon) {
        return nil
      }
      if let name = names.name(in: hashes, at: index),
        let part = part(name, at: index, isInList: true)
      {
        return part
      }
      let word = hashes[index]
      guard
        NoticeWords.between.contains(word) || NoticeWords.listWords.contains(word)
          || Announcements.beforeName.contains(word) || isNumbered && index == place
      else { return nil }
    }
    return nil
  }

  /// Whether a number or letter stands before the word, or is the word itself where markup precedes.
  private func isNumbered(_ place: Int) -> Bool {
    marks[place].contains(.bullet)
      || marks[place].isSuperset(of: [.lineStart, .stop])
        && NoticeWords.digits[hashes[place]] != nil
  }

  private func isFirst(_ place: Int) -> Bool {
    marks[place].contains(.firstBullet) || NoticeWords.digits[hashes[place]] == "1"
  }
}

/// The words that announce alternatives.
private enum Announcements {
  static let any = NoticeWords.hash("any")
  static let option = NoticeWords.hash("option")
  static let http = NoticeWords.hash("http")
  /// Followed by "of".
  static let counted = NoticeWords.set("any one choice")
  /// Followed by "licensed".
  static let multiple = NoticeWords.set("dual dually double triple triply tri multi multiple quad")
  static let all = counted.union(multiple).union(
    NoticeWords.set("either alternative alternatives alternatively option choose select discretion")
  )
  static let filter = all.reduce(into: WordFilter()) { $0.insert($1) }
  /// Words before the list without one of which it is not about licences.
  static let context = NoticeWords.set("license licenses licensed licensing terms under")
  /// Words before the end of a line whose sentence goes on in the next one.
  static let inSentence = NoticeWords.set("of by to see from for as gnu with version license")
  static let beforeName = NoticeWords.set("under terms or and")
}
