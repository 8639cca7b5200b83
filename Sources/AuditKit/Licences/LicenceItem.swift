/// A licence that a file says it is under: a text, a notice or a statement, or a choice of several.
struct LicenceItem: Hashable, Sendable {
  /// What says it.
  enum Kind: Sendable {
    /// The text of a licence.
    case text
    /// A notice that the list gives with a licence.
    case header
    /// A statement in other words.
    case statement
    /// The text of an exception without a licence that it could belong to.
    case exception
  }

  let kind: Kind
  /// The licences.
  var parts: [LicenseStatement.Part]
  /// Whether one of the parts is enough.
  var isChoice = false
  /// Other identifiers with the same text: `GPL-2.0-or-later` for `GPL-2.0-only`.
  var twins: [String] = []
  /// Whether the words it covers are the text of a licence, or texts of a choice.
  var hasText = false
  /// Whether it speaks of the file or the package that it is in, not of another one.
  var isAboutItself = true
  /// Whether it names a GNU licence, or the MPL, without a version.
  var isVague = false
  /// Whether it is a statement that goes on with the name of a licence file.
  var namesFile = false
  /// The similarity of the words, up to 1.
  var similarity = 1.0
  /// The range of words it covers in the file's words.
  var words: Range<Int>
  /// The lines it covers; the first one says it.
  var lines: ClosedRange<Int>

  /// The identifiers of all its parts.
  var identifiers: Set<String> {
    Set(
      parts.flatMap { part -> [String] in
        switch part {
        case .expression(let expression): expression.terms.map(\.identifier)
        case .excepted(let identifier): [identifier]
        case .someBSD, .libpng, .family: []
        }
      })
  }
}

extension LicenceItem {
  /// The items of a file with `matches` and all of `marks` in its `words`, and at `interruption` a
  /// paragraph that stands inside one of the matches.
  static func items(
    of matches: [LicenseMatch], _ marks: [LicenseChoiceMarks.Mark], in words: LicenseWords,
    around interruption: Range<Int>?
  ) -> [LicenceItem] {
    let texts = matches.filter { $0.kind == .text }.map(\.words)
    let taken = matches.filter { $0.kind != .header }.map(\.words)
    let statements = LicenseStatements.all(in: words).filter { statement in
      interruption?.contains(statement.words.lowerBound) ?? false
        || !taken.contains { $0.overlaps(statement.words) }
    }
    // A statement tells the version, which headers of one family hardly differ in.
    let headers = matches.filter { match in
      match.kind != .header || !statements.contains { $0.words.overlaps(match.words) }
    }
    var items = headers.map(LicenceItem.init) + statements.map(LicenceItem.init)
    items.sort { $0.words.lowerBound < $1.words.lowerBound }
    items = withExceptions(items)
    for mark in marks
    where interruption?.lowerBound == mark.word
      || !texts.contains(where: { $0.contains(mark.word) })
    {
      join(&items, at: mark)
    }
    return withoutRepetition(items)
  }

  private init(_ match: LicenseMatch) {
    kind =
      switch match.kind {
      case .text: .text
      case .header: .header
      case .exception: .exception
      }
    parts = [.term(match.identifiers[0])]
    let isGNU = match.identifiers.allSatisfy { LicenseList.gnuFamily(of: $0) != nil }
    twins = match.kind == .text && match.identifiers.count > 1 && isGNU ? match.identifiers : []
    hasText = match.kind == .text
    similarity = match.similarity
    words = match.words
    lines = match.lines
  }

  private init(_ statement: LicenseStatement) {
    kind = .statement
    parts = statement.parts
    isChoice = statement.isChoice && statement.parts.count > 1
    isAboutItself = statement.isAboutItself
    isVague = statement.isVague
    namesFile = statement.namesFile
    words = statement.words
    lines = statement.lines
  }

  // MARK: - Exceptions

  /// How far apart, in words, a notice and its exception may be.
  private static let reach = 200

  /// Gives each exception to the notice of a GNU licence before it, else after it.
  private static func withExceptions(_ items: [LicenceItem]) -> [LicenceItem] {
    var result = items
    var given: [Int] = []
    for (index, item) in items.enumerated() where item.kind == .exception {
      guard let name = item.identifiers.first else { continue }
      let before = items[..<index].lastIndex {
        $0.takes(exception: name) && item.words.lowerBound - $0.words.upperBound <= reach
      }
      let after = items[index...].firstIndex {
        $0.takes(exception: name) && $0.words.lowerBound - item.words.upperBound <= reach
      }
      guard let place = before ?? after else { continue }
      result[place].add(exception: name)
      result[place].words =
        min(
          item.words.lowerBound, result[place].words.lowerBound)..<max(
          item.words.upperBound, result[place].words.upperBound)
      given.append(index)
    }
    for index in given.reversed() { result.remove(at: index) }
    return result
  }

  /// The licences that an exception belongs to, by the beginning of their identifiers, if they are
  /// not the GNU licences.
  private static let bases = ["LLVM-exception": "Apache-2.0", "PCRE2-exception": "BSD-3-Clause"]

  private func takes(exception: String) -> Bool {
    kind != .exception && identifiers.contains { Self.takes($0, exception) }
  }

  private static func takes(_ identifier: String, _ exception: String) -> Bool {
    bases[exception].map { identifier == $0 } ?? (LicenseList.gnuFamily(of: identifier) != nil)
  }

  private mutating func add(exception: String) {
    parts = parts.map { part in
      if case .excepted(let identifier) = part {
        return .expression(.term(LicenseTerm(identifier: identifier, exception: exception)))
      }
      guard case .expression(.term(var term)) = part, term.exception == nil,
        Self.takes(term.identifier, exception)
      else { return part }
      term.exception = exception
      return .expression(.term(term))
    }
  }

  // MARK: - Choices

  /// Makes a choice of what a mark speaks of.
  private static func join(_ items: inout [LicenceItem], at mark: LicenseChoiceMarks.Mark) {
    let licences = items.indices.filter { items[$0].kind != .exception }
    if mark.isBetween {
      guard
        let before = licences.last(where: {
          items[$0].words.lowerBound < mark.word && mark.word - items[$0].words.upperBound <= 400
        }),
        let after = licences.first(where: {
          items[$0].words.lowerBound >= mark.word && items[$0].words.lowerBound - mark.word <= 60
        })
      else { return }
      merge(&items, [before, after], line: items[before].lines.lowerBound)
      return
    }
    let near = licences.first { index in
      items[index].kind == .statement && items[index].parts.count > 1
        && items[index].words.lowerBound - 80 <= mark.word
        && mark.word <= items[index].words.upperBound + 80
    }
    if let near {
      items[near].isChoice = true
    } else {
      // Those that follow one upon another after the mark; else those that stand so before it.
      var end = mark.word + 60
      var places = licences.filter { index in
        let words = items[index].words
        guard words.lowerBound >= mark.word - 40, words.lowerBound - end <= 140 else {
          return false
        }
        end = max(end, words.upperBound)
        return true
      }
      let isBelow = !places.contains { items[$0].words.lowerBound >= mark.word }
      var start = places.first.map { items[$0].words.lowerBound } ?? mark.word
      for index in licences.reversed() where isBelow && places.count < 2 {
        let words = items[index].words
        guard words.lowerBound < start, start - words.upperBound <= 60 else { continue }
        places.insert(index, at: 0)
        start = words.lowerBound
      }
      if places.count > 1 { merge(&items, places, line: mark.line) }
    }
  }

  /// Replaces the items at `places` by one choice of them all.
  private static func merge(_ items: inout [LicenceItem], _ places: [Int], line: Int) {
    var merged = items[places[0]]
    merged.parts = []
    let exact = places.map { items[$0] }.filter { !$0.isVague }
    let families = Set(exact.flatMap(\.identifiers).compactMap(family))
    for place in places {
      for part in items[place].parts where !merged.parts.contains(part) {
        // "Under the MPL" adds nothing to the version that another of them names.
        if items[place].isVague, case .expression(.term(let term)) = part,
          family(of: term.identifier).map(families.contains) ?? false
        {
          continue
        }
        merged.parts.append(part)
      }
    }
    merged = LicenceItem(
      kind: .statement, parts: merged.parts, isChoice: merged.parts.count > 1, twins: [],
      hasText: places.contains { items[$0].hasText }, isAboutItself: true,
      similarity: places.map { items[$0].similarity }.min() ?? 1,
      words: merged.words.lowerBound..<items[places[places.count - 1]].words.upperBound,
      lines: line...max(line, items[places[places.count - 1]].lines.upperBound))
    for place in places.reversed() { items.remove(at: place) }
    let index = items.firstIndex { $0.words.lowerBound > merged.words.lowerBound } ?? items.count
    items.insert(merged, at: index)
  }

  /// Whether this is a text that a statement just before it names in fewer words.
  private func isText(titledBy item: LicenceItem) -> Bool {
    guard kind == .text, item.kind == .statement, let part = item.parts.first,
      words.lowerBound >= item.words.upperBound, item.parts.count == 1
    else { return false }
    let isNear = words.lowerBound - item.words.upperBound < 40
    let prefix =
      switch part {
      // "The BSD licence, as specified below" may be far above it.
      case .someBSD: "BSD-"
      case .libpng: "libpng"
      case .expression(.term(let term)) where isNear: term.identifier
      case .family(let identifiers): String(identifiers[0].prefix { $0 != "-" }) + "-"
      case .expression, .excepted: "?"
      }
    return identifiers.contains { $0.lowercased().hasPrefix(prefix.lowercased()) }
  }

  /// Drops texts that only supply a choice, and statements that only repeat a text.
  private static func withoutRepetition(_ items: [LicenceItem]) -> [LicenceItem] {
    let choices = items.filter(\.isChoice)
    var chosen = Set(choices.flatMap(\.identifiers))
    if chosen.contains("Artistic-1.0-Perl") { chosen.insert("Artistic-1.0") }
    let rest = Rest(items)
    let kept = items.filter { item in
      if item.isVague, !rest.exact.isDisjoint(with: item.identifiers.compactMap(family)) {
        return false
      }
      if item.isChoice {
        return !choices.contains { other in
          other.words.upperBound <= item.words.lowerBound && other.parts.count > item.parts.count
            && item.parts.allSatisfy(other.parts.contains)
        }
      }
      return item.kind == .text || item.kind == .exception
        || !item.isRepetition(in: rest, choices, of: chosen)
    }
    // A notice tells more than the text does: "or later".
    let said = Set(kept.filter { $0.kind != .text }.flatMap(\.identifiers))
    // What stands above all choices is what the file begins with, whatever it offers below.
    let firstChoice = choices.map(\.words.lowerBound).min() ?? 0
    return kept.filter { item in
      item.kind != .text || item.isChoice || item.words.lowerBound < firstChoice
        || item.identifiers.union(item.twins).isDisjoint(with: chosen)
          && (item.twins.isEmpty || said.isDisjoint(with: item.twins))
    }
  }

  /// What each item is compared with, found once: a file may have thousands.
  private struct Rest {
    /// The families of licences that are named with their version.
    let exact: Set<Substring>
    let identifiers: Set<String>
    let texts: [LicenceItem]
    /// Where a BSD licence is named; two are enough to tell one from another.
    let bsd: [Range<Int>]

    init(_ items: [LicenceItem]) {
      exact = Set(
        items.lazy.filter { !$0.isVague }.flatMap(\.identifiers).compactMap(LicenceItem.family))
      identifiers = Set(items.lazy.flatMap(\.identifiers))
      texts = items.filter { $0.kind == .text }
      bsd = items.lazy.filter(\.namesBSD).prefix(2).map(\.words)
    }
  }

  /// Whether this is a notice or a statement that says nothing new.
  private func isRepetition(
    in rest: Rest, _ choices: [LicenceItem], of chosen: Set<String>
  ) -> Bool {
    if parts == [.someBSD], rest.bsd.contains(where: { $0 != words }) { return true }
    if case .family(let names)? = parts.first, parts.count == 1,
      !rest.identifiers.isDisjoint(with: names)
    {
      return true
    }
    if !identifiers.isEmpty, identifiers.isSubset(of: chosen),
      kind == .header || choices.contains(where: { $0.repeats(self) })
    {
      return true
    }
    guard kind == .statement else { return false }
    // The example of a notice after the text of its licence is not a notice, nor is a title.
    return rest.texts.contains { text in
      text.isText(titledBy: self)
        || text.words.lowerBound < words.lowerBound && !identifiers.isEmpty
          && identifiers.isSubset(of: text.identifiers.union(text.twins))
    }
  }

  /// Whether a statement of one of the licences of this choice only repeats it: it stands below, or
  /// is the summary of what the end of the file says in full.
  private func repeats(_ item: LicenceItem) -> Bool {
    let distance = item.words.lowerBound - words.upperBound
    return distance < 0 ? !item.isGNU : distance < 200
  }

  private var namesBSD: Bool {
    identifiers.contains { $0.hasPrefix("BSD-") } || isChoice && parts.contains(.someBSD)
  }

  private var isGNU: Bool { identifiers.contains { LicenseList.gnuFamily(of: $0) != nil } }

  private static func family(of identifier: String) -> Substring? {
    let isMozilla = identifier.hasPrefix("MPL-")
    return isMozilla ? "MPL" : LicenseList.gnuFamily(of: identifier)?.prefix { $0 != "-" }
  }
}
