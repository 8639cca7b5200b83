/// A notice that names licences instead of giving their texts: "distributed under the MIT license".
struct LicenseStatement: Hashable, Sendable {
  /// One of the licences that it names.
  enum Part: Hashable, Sendable {
    /// A licence, with its version.
    case expression(LicenseExpression)
    /// A BSD licence, whichever text of it the package has.
    case someBSD
    /// The licence of libpng, whichever version of it the package has.
    case libpng
  }

  /// The licences in reading order.
  var parts: [Part]
  /// Whether one of them is enough.
  var isChoice: Bool
  /// Whether it speaks of the file or the package that it is in: "This library is …", or a sentence
  /// that begins with "Licensed under".
  let isAboutItself: Bool
  /// Whether it names a GNU licence, or the MPL, without a version.
  let isVague: Bool
  /// Whether it goes on with the name of a licence file: "the FreeType project license, LICENSE.TXT".
  let namesFile: Bool
  /// The range of words it covers in the file's words.
  let words: Range<Int>
  /// The lines it covers.
  var lines: ClosedRange<Int>
}

/// Finds the statements in a text.
///
/// At every name of a licence it looks back for the words that make it a notice ("under the terms
/// of the", "License:") and ahead for the version, "or later", and further names.
struct LicenseStatements {
  private let hashes: [UInt32]
  private let marks: [LicenseWords.Marks]
  private let names = LicenseNames.standard

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
    return statements
  }

  private struct Found {
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
    guard !isDenied(before: start) else { return nil }
    var found = Found(parts: [first.part], isVague: first.isVague, words: start..<first.end)
    var subject = name.subject
    found.isChoice = Words.dual.contains { hashes[max(0, start - 8)..<index].contains($0) }
    if case .choice = name.subject { found.isChoice = true }
    while let next = nextName(from: found.words.upperBound) {
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
    if hashes[start..<index].contains(Words.both), hashes[found.words].contains(Words.found) {
      found.isChoice = true
    }
    // Of "files that are under A or B" some are under A, some under B.
    if hashes[max(0, start - 4)..<start].starts(with: Words.filesThatAre)
      || hashes[max(0, start - 3)..<start].starts(with: Words.filesThatAre)
    {
      found.isChoice = false
    }
    if found.isVague, !isAboutItself(found) { return nil }
    return found
  }

  private func isAboutItself(_ found: Found) -> Bool {
    let start = found.words.lowerBound
    // "Licensed under …", "License: …" at the start of a line or after a sentence.
    let verb = Words.licensing.contains(hashes[max(0, start - 1)]) && start > 0 ? start - 1 : start
    if Words.licensing.contains(hashes[verb]) || hashes[verb] == Words.licenses {
      if marks[verb].contains(.lineStart) || (verb > 0 && marks[verb - 1].contains(.stop)) {
        return true
      }
    }
    let before = max(0, start - 26)..<start
    return before.contains { place in
      Words.pronouns.contains(hashes[place]) && isSubject(place)
        && (hashes[(place + 1)...].prefix(2).contains { Words.works.contains($0) }
          || hashes[(place + 1)...].first == Words.isWord)
    }
  }

  /// Whether the pronoun at `place` begins what its sentence speaks of, or "all files in this …"
  /// does; "the other programs in this distribution" are not this file.
  private func isSubject(_ place: Int) -> Bool {
    guard place > 1, Words.prepositions.contains(hashes[place - 1]) else { return true }
    let phrase = hashes[max(0, place - 6)..<(place - 1)]
    return !phrase.contains { Words.others.contains($0) }
      && (Words.contents.contains(hashes[place - 2]) || phrase.contains { Words.all.contains($0) })
  }

  /// The lists of licences that a phrase such as "one of three licenses" announces: names at the
  /// starts of the lines that follow.
  private func lists() -> [Found] {
    var lists: [Found] = []
    for (index, word) in hashes.enumerated() where word == Words.licenses {
      let before = hashes[max(0, index - 7)..<index]
      guard let counted = before.lastIndex(where: { Words.numbers[$0] != nil }),
        let number = Words.numbers[hashes[counted]],
        hashes[(counted + 1)..<index].allSatisfy({ Words.kinds.contains($0) })
      else { continue }
      var found = Found(words: index..<(index + 1))
      found.isChoice = before.contains(Words.one) || before.contains(Words.exclusive)
      var place = index + 1
      while place < min(index + 400, hashes.count), found.parts.count < number {
        if let name = names.name(in: hashes, at: place), isAtLineStart(place),
          let part = part(name, at: place, isInList: true), !part.isVague
        {
          if !found.parts.contains(part.part) { found.parts.append(part.part) }
          found.words = index..<part.end
          place = part.end
        } else {
          place += 1
        }
      }
      guard found.parts.count == number, number > 1 else { continue }
      found.isChoice =
        found.isChoice
        || hashes[index..<min(hashes.count, found.words.upperBound + 40)].contains(Words.discretion)
        || hashes[index..<min(hashes.count, index + 12)].contains { Words.offers.contains($0) }
      if let last = lists.last, last.words.overlaps(found.words) { continue }
      lists.append(found)
    }
    return lists
  }

  private func isAtLineStart(_ place: Int) -> Bool {
    var index = place
    for _ in 0..<8 {
      if marks[index].contains(.lineStart) { return true }
      guard index > 0,
        Words.between.contains(hashes[index - 1]) || Words.license == hashes[index - 1]
          || Words.listWords.contains(hashes[index - 1])
      else { return false }
      index -= 1
    }
    return false
  }

  // MARK: - Around a name

  /// Where the words begin that make the name at `index` a notice; nil if there are none.
  private func introduction(of name: LicenseNames.Name, at index: Int) -> Int? {
    if name.isNotice { return index }
    let isWeak = name.count == 1 && Words.weak.contains(hashes[index])
    var place = index - 1
    for step in 0..<12 {
      guard place >= 0 else { return nil }
      let word = hashes[place]
      let before = place > 0 ? hashes[place - 1] : LicenseWords.gap
      if word == Words.under {
        return isWeak && !Words.licensing.contains(before) ? nil : place
      }
      if word == Words.licensed { return place }
      if word == Words.by, Words.governed.contains(before) { return place - 1 }
      if word == Words.to, before == Words.subject { return place - 1 }
      if word == Words.license || word == Words.licenses || word == Words.copying {
        if marks[place].contains(.colon) { return place }
        // A heading.
        if word != Words.copying, marks[place].contains(.lineStart), step == 0,
          marks[index].contains(.lineStart)
        {
          return place
        }
      }
      guard Words.between.contains(word) || Words.beforeName.contains(word),
        !isEndOfSentence(place) || Words.digits[word] != nil
      else { return nil }
      place -= 1
    }
    return nil
  }

  /// Whether words after a name make it a notice: "MIT licensed", "LGPL 2.1, see COPYING".
  private func isFollowedAsNotice(_ name: LicenseNames.Name, at end: Int) -> Bool {
    var place = end
    while place < hashes.count, hashes[place] == Words.license || hashes[place] == Words.licenses {
      place += 1
    }
    guard place < hashes.count else { return false }
    if hashes[place] == Words.licensed { return true }
    guard hashes[place] == Words.see, place + 1 < hashes.count else { return false }
    return hashes[(place + 1)...].prefix(4).contains { Words.licenceFiles.contains($0) }
  }

  /// Whether the name of a licence file follows: LICENSE.TXT.
  private func isFollowedByFile(_ end: Int) -> Bool {
    zip(hashes[end...].prefix(4), hashes[end...].dropFirst().prefix(4)).contains {
      Words.licenceFiles.contains($0) && Words.extensions.contains($1)
    }
  }

  private func isDenied(before start: Int) -> Bool {
    hashes[max(0, start - 2)..<start].contains { Words.denials.contains($0) }
  }

  /// The next name of a list; nil if the list ends.
  private func nextName(
    from end: Int
  ) -> (name: LicenseNames.Name, index: Int, isJoined: Bool, isChoice: Bool)? {
    var isJoined = false
    var isChoice = false
    var place = end
    while place < hashes.count, place - end < 20 {
      guard !isEndOfSentence(place - 1) else { return nil }
      if let name = names.name(in: hashes, at: place) { return (name, place, isJoined, isChoice) }
      let word = hashes[place]
      if word == Words.or { (isJoined, isChoice) = (true, true) }
      if word == Words.and { isJoined = true }
      let isFileName = Words.fileWords.contains(hashes[place - 1])
      guard
        word == Words.or || isFileName || Words.between.contains(word)
          || Words.asides.contains(word)
      else {
        return nil
      }
      place += 1
    }
    return nil
  }

  /// Whether a sentence ends with the word; "v." and "ver." are no ends.
  private func isEndOfSentence(_ place: Int) -> Bool {
    marks[place].contains(.stop) && !Words.version.contains(hashes[place])
      && hashes[place] != Words.inc
  }

  // MARK: - Versions

  private typealias NamedPart = (part: LicenseStatement.Part, end: Int, isVague: Bool)

  private func part(
    _ name: LicenseNames.Name, at index: Int, isInList: Bool = false
  ) -> NamedPart? {
    let end = index + name.count
    switch name.subject {
    case .license(let identifier): return (.term(identifier), end, false)
    case .someBSD: return (.someBSD, end, false)
    case .libpng: return (.libpng, end, false)
    case .choice(let identifiers):
      let terms = identifiers.map { LicenseExpression.term(LicenseTerm(identifier: $0)) }
      return LicenseExpression.any(of: terms).map { (.expression($0), end, false) }
    case .creativeCommons(let parts):
      guard let version = version(after: end) else { return nil }
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
    if version.isOpen { return (.term("\(family)-\(number)-or-later"), end, false) }
    if let later = endOfLater(after: end) {
      return (.term("\(family)-\(number)-or-later"), later, false)
    }
    if isInList {
      for place in end..<min(end + 8, hashes.count)
      where hashes[place...].starts(with: Words.anyLater) {
        return (.term("\(family)-\(number)-or-later"), place + 3, false)
      }
    }
    return (.term("\(family)-\(number)-only"), end, false)
  }

  private typealias Version = (text: String, end: Int, isOpen: Bool)

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
    return version(after: end) ?? version(before: index)
  }

  /// The version after a name: "License, Version 2.0", "as published by the FSF; version 2".
  private func version(after end: Int) -> Version? {
    for place in end..<min(end + 16, hashes.count) {
      if isEndOfSentence(place - 1) { return nil }
      if let version = number(at: place) { return version }
      guard Words.beforeVersion.contains(hashes[place]) || isInFoundation(place) else { return nil }
    }
    return nil
  }

  /// Whether the word is the second of "Free Software Foundation", however it is spelt.
  private func isInFoundation(_ place: Int) -> Bool {
    place > 0 && place + 1 < hashes.count && hashes[place - 1] == Words.free
      && hashes[place + 1] == Words.foundation
  }

  /// The version before a name: "version 2 of the", "version 2 or any later version of the".
  private func version(before index: Int) -> Version? {
    var isOpen = false
    for place in (max(0, index - 12)..<index).reversed() {
      let word = hashes[place]
      if Words.version.contains(word) || Words.digits[word] != nil,
        let version = number(at: place + (Words.version.contains(word) ? 1 : 0)),
        version.end <= index,
        Words.version.contains(word) || (place > 0 && Words.version.contains(hashes[place - 1]))
          || Words.shortVersions[word] != nil
      {
        return (version.text, index, isOpen || version.isOpen)
      }
      if Words.later.contains(word) { isOpen = true }
      guard
        Words.afterVersion.contains(word) || Words.later.contains(word)
          || Words.digits[word] != nil || word == Words.or && isOpen
      else { return nil }
    }
    return nil
  }

  /// The version number at `place`: 2, 2.1, v2.
  private func number(at place: Int) -> Version? {
    guard place < hashes.count,
      let major = Words.digits[hashes[place]] ?? Words.shortVersions[hashes[place]]
    else { return nil }
    let next = place + 1
    if next < hashes.count, !marks[place].contains(.stop), !marks[next].contains(.lineStart),
      !marks[place].contains(.plus), let minor = minor(at: next)
    {
      return ("\(major).\(minor)", next + 1, marks[next].contains(.plus))
    }
    return (major, next, marks[place].contains(.plus))
  }

  private func minor(at place: Int) -> String? { Words.digits[hashes[place]] }

  /// Where "or (at your option) any later version" ends after a version; nil if it does not follow.
  private func endOfLater(after end: Int) -> Int? {
    var isJoined = false
    for place in end..<min(end + 22, hashes.count) {
      let word = hashes[place]
      if Words.later.contains(word), isJoined { return place + 1 }
      if isEndOfSentence(place - 1) { return nil }
      if word == Words.or || word == Words.and {
        isJoined = true
      } else if !Words.afterVersion.contains(word) {
        return nil
      }
    }
    return nil
  }

  /// The licence with LLVM's exceptions, if they follow.
  private func exception(after end: Int, to identifier: String) -> NamedPart {
    let words = hashes[end...].prefix(2)
    if identifier == "Apache-2.0", words.elementsEqual(Words.withLLVM) {
      let term = LicenseTerm(identifier: identifier, exception: "LLVM-exception")
      return (.expression(.term(term)), end + 2, false)
    }
    return (.term(identifier), end, false)
  }
}

extension LicenseStatement.Part {
  /// A licence of the list without an exception.
  static func term(_ identifier: String) -> Self {
    .expression(.term(LicenseTerm(identifier: identifier)))
  }
}

/// The words around the names of licences.
private enum Words {
  static func hash(_ word: String) -> UInt32 { LicenseWords.hash(word) }
  static func set(_ words: String) -> Set<UInt32> {
    Set(words.split(separator: " ").map { hash(String($0)) })
  }

  static let under = hash("under")
  static let licensed = hash("licensed")
  static let license = hash("license")
  static let licenses = hash("licenses")
  static let copying = hash("copying")
  static let by = hash("by")
  static let to = hash("to")
  static let subject = hash("subject")
  static let see = hash("see")
  static let or = hash("or")
  static let and = hash("and")
  static let inc = hash("inc")

  static let governed = set("governed covered protected licensed")
  /// Words before "under" that speak of licences, not of systems and circumstances.
  static let licensing = set(
    """
    licensed released distributed available published provided redistributed offered license \
    sourced modify redistribute \
    redistributable usable copyrighted relicensed used shared
    """)
  /// Names that mean other things as well.
  static let weak = set(
    "apache boost zlib expat isc artistic berkeley bsd mit cc0 curl unlicense openssl")
  static let filesThatAre = [hash("files"), hash("that"), hash("are")]
  static let extensions = set("txt md rst")
  static let both = hash("both")
  static let found = hash("found")
  static let free = hash("free")
  static let foundation = hash("foundation")
  static let one = hash("one")
  static let exclusive = hash("exclusive")
  static let discretion = hash("discretion")
  static let offers = set("option either choose choice")
  static let withLLVM = [hash("with"), hash("llvm")]
  static let anyLater = [hash("any"), hash("later"), hash("version")]
  static let numbers = [hash("two"): 2, hash("three"): 3, hash("2"): 2, hash("3"): 3]
  static let isWord = hash("is")
  static let fileWords = set("file files")
  /// Words between "two" and "licenses".
  static let kinds = set(
    """
    compatible bsd style mutually exclusive different separate following open source free software \
    alternative permissive
    """)
  static let listWords = set("more liberal ijg independent jpeg group clause")
  static let pronouns = set("this these")
  static let prepositions = set("in of with within")
  static let all = set("all every everything")
  /// Words before "of this …" that stand for all of it, and words that stand for something else.
  static let contents = set(
    """
    contents content files source sources code software use redistribution distribution copying \
    modification license
    """)
  static let others = set("other others some certain few several remaining rest your")
  static let works = set(
    """
    file files program software library document documentation manual page package code work \
    source script module project font fonts material distribution free product tool header \
    copy utility application template macro repo repository tree
    """)
  static let denials = set("not longer previously formerly isn")
  static let dual = set("dual dually either triple tri choice multi disjunctive")
  static let licenceFiles = set("copying license licenses readme copyright notice")
  static let version = set("version versions v ver")
  static let later = set("later newer above higher greater subsequent")

  /// Words between a notice's verb and the name.
  static let between = set(
    """
    the a an terms term conditions and of version versions v 0 1 2 3 4 either both dual following \
    license licenses new standard open source free software permissive liberal same this its own \
    any later or at your option gnu google s public restrictive simple usual their one two three \
    1 the original very current official as is
    """)
  /// More of them: "licensed with a (you choose) …".
  static let beforeName = set("with you choose")
  /// Words between the names of a list.
  static let asides = set(
    """
    found in file files root directory tree see copying txt under http www org com html spdx \
    which be can that style by at your option licensed user discretion available alternatively \
    published foundation b ii 2 to for md details mozilla opensource under exception exceptions
    """)
  /// Words between a name and its version.
  static let beforeVersion = set(
    """
    license licenses public as published by the free software foundation either version versions \
    v ver of inc fsf mpl gpl lgpl agpl gnu is that in agreement or attribution international
    """)
  /// Words between a version and "later", and between a version and the name after it.
  static let afterVersion = set(
    """
    at your option any the of license as published by free software foundation a version versions \
    this gnu general public lesser library gpl lgpl agpl affero it its inc that my our under terms \
    fsf optionally
    """)
  static let digits: [UInt32: String] = Dictionary(
    uniqueKeysWithValues: (0...5).map { (hash(String($0)), String($0)) })
  static let shortVersions: [UInt32: String] = Dictionary(
    uniqueKeysWithValues: (1...5).map { (hash("v\($0)"), String($0)) })
}
