extension LicenseStatements {
  /// A licence that a name and what is around it tell, and the first word behind both.
  typealias NamedPart = (part: LicenseStatement.Part, end: Int, isVague: Bool)

  /// The licence that the name at `index` and its version tell; nil if there is none.
  func part(
    _ name: LicenseNames.Name, at index: Int, isInList: Bool = false
  ) -> NamedPart? {
    let end = index + name.count
    switch name.subject {
    case .license(let identifier): return exception(after: end, to: identifier)
    case .family(let versions):
      guard let version = version(of: name, at: index) else {
        return (.family(Set(versions.values).sorted()), end, false)
      }
      guard let identifier = versions[version.text] else { return nil }
      return (.term(identifier), max(end, version.end), false)
    case .someBSD: return (.someBSD, end, false)
    case .libpng: return (.libpng, end, false)
    case .choice(let identifiers):
      let terms = identifiers.map { LicenseExpression.term(LicenseTerm(identifier: $0)) }
      return LicenseExpression.any(of: terms).map { (.expression($0), end, false) }
    case .creativeCommons(let parts):
      guard let version = version(after: end, of: name.subject) else { return nil }
      let identifier = "CC-\(parts)-\(version.text)"
      guard LicenseList.license(named: identifier) != nil else { return nil }
      return (.term(identifier), version.end, false)
    case .versions(let versions):
      let version = version(of: name, at: index)
      guard let identifier = versions[version?.text ?? ""] else { return nil }
      var part = exception(after: max(end, version?.end ?? end), to: identifier)
      part.isVague = version == nil && identifier == "MPL-1.1"
      return part
    case .gnu(let family, let versions, let earliest):
      return gnu(name, at: index, isInList, family, versions, earliest)
    }
  }

  private func gnu(
    _ name: LicenseNames.Name, at index: Int, _ isInList: Bool, _ family: String,
    _ versions: Set<String>, _ earliest: String
  ) -> NamedPart? {
    let nameEnd = index + name.count
    guard let version = version(of: name, at: index) else {
      return (.term("\(family)-\(earliest)-or-later"), nameEnd, true)
    }
    let number = version.text.contains(".") ? version.text : version.text + ".0"
    guard versions.contains(number) else { return nil }
    let end = max(nameEnd, version.end)
    let later = "\(family)-\(number)-or-later"
    if version.isOpen { return exception(after: end, to: later) }
    if let end = endOfLater(after: end) { return exception(after: end, to: later) }
    if isInList {
      for place in end..<min(end + 8, hashes.count)
      where hashes[place...].starts(with: NoticeWords.anyLater) {
        return (.term(later), place + 3, false)
      }
    }
    let isOnly = end < hashes.count && hashes[end] == NoticeWords.only
    return exception(after: isOnly ? end + 1 : end, to: "\(family)-\(number)-only")
  }

  typealias Version = (text: String, end: Int, isOpen: Bool)

  private func version(of name: LicenseNames.Name, at index: Int) -> Version? {
    let end = index + name.count
    if let major = name.version {
      let minor = end < hashes.count && !marks[end - 1].contains(.stop) ? minor(at: end) : nil
      let last = minor == nil ? end - 1 : end
      return (minor.map { "\(major).\($0)" } ?? major, last + 1, marks[last].contains(.plus))
    }
    if marks[end - 1].contains(.plus), let version = version(before: index) {
      return (version.text, version.end, true)
    }
    return version(after: end, of: name.subject) ?? version(before: index)
  }

  /// The version after a name: "License, Version 2.0", "as published by the FSF; version 2".
  ///
  /// - Parameter subject: what the name means; the version of another one is not its own: "the Apache
  ///   License or GPL version 2".
  func version(after end: Int, of subject: LicenseNames.Subject? = nil) -> Version? {
    for place in end..<min(end + 16, hashes.count) {
      if isEndOfSentence(place - 1) { return nil }
      if let subject, let other = names.name(in: hashes, at: place), other.subject != subject {
        return nil
      }
      if let version = number(at: place) { return version }
      guard NoticeWords.beforeVersion.contains(hashes[place]) || isInFoundation(place) else {
        return nil
      }
    }
    return nil
  }

  /// Whether the word is the second of "Free Software Foundation", however it is spelt.
  private func isInFoundation(_ place: Int) -> Bool {
    place > 0 && place + 1 < hashes.count && hashes[place - 1] == NoticeWords.free
      && hashes[place + 1] == NoticeWords.foundation
  }

  /// The version before a name: "version 2 of the", "version 2 or any later version of the".
  private func version(before index: Int) -> Version? {
    var isOpen = false
    for place in (max(0, index - 12)..<index).reversed() {
      let word = hashes[place]
      if NoticeWords.version.contains(word) || NoticeWords.digits[word] != nil,
        let version = number(at: place + (NoticeWords.version.contains(word) ? 1 : 0)),
        version.end <= index,
        NoticeWords.version.contains(word)
          || (place > 0 && NoticeWords.version.contains(hashes[place - 1]))
          || NoticeWords.shortVersions[word] != nil
      {
        return (version.text, index, isOpen || version.isOpen)
      }
      if NoticeWords.later.contains(word) { isOpen = true }
      guard
        NoticeWords.afterVersion.contains(word) || NoticeWords.later.contains(word)
          || NoticeWords.digits[word] != nil || word == NoticeWords.or && isOpen
      else { return nil }
    }
    return nil
  }

  /// The version number at `place`: 2, 2.1, v2.
  private func number(at place: Int) -> Version? {
    guard place < hashes.count,
      let major = NoticeWords.digits[hashes[place]] ?? NoticeWords.shortVersions[hashes[place]]
    else { return nil }
    let next = place + 1
    if next < hashes.count, !marks[place].contains(.stop), !marks[next].contains(.lineStart),
      !marks[place].contains(.plus), let minor = minor(at: next)
    {
      return ("\(major).\(minor)", next + 1, marks[next].contains(.plus))
    }
    return (major, next, marks[place].contains(.plus))
  }

  private func minor(at place: Int) -> String? { NoticeWords.digits[hashes[place]] }

  /// Where "or (at your option) any later version" ends after a version; nil if it does not follow.
  private func endOfLater(after end: Int) -> Int? {
    var isJoined = false
    for place in end..<min(end + 22, hashes.count) {
      let word = hashes[place]
      if NoticeWords.later.contains(word), isJoined { return place + 1 }
      if isEndOfSentence(place - 1) { return nil }
      if word == NoticeWords.or || word == NoticeWords.and {
        isJoined = true
      } else if !NoticeWords.afterVersion.contains(word) {
        return nil
      }
    }
    return nil
  }
}
