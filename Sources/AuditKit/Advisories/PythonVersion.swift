import VendorKit

/// A version by PEP 440, in the sort order of its section "Summary of permitted suffixes and relative
/// ordering".
struct PythonVersion: Sendable {
  private var epoch: DigitString = .zero
  private var release: [DigitString] = []
  /// Phase and number; the phase is -4 for a dev release of a final, -3 for a, -2 for b, -1 for rc,
  /// 0 for a final.
  private var pre: (phase: Int, number: DigitString) = (0, .zero)
  /// Nil without a post release, which comes after its final.
  private var post: DigitString?
  /// Nil without a dev release, which comes before what it develops.
  private var dev: DigitString?
  private var local: [Substring] = []

  /// Parses `text` with the normalisations that PEP 440 allows: case, separators, spellings.
  init?(_ text: String) {
    let lowered = text.lowercased()
    var rest = Substring(lowered)
    if rest.first == "v" { rest = rest.dropFirst() }
    if let plus = rest.firstIndex(of: "+") {
      local = rest[rest.index(after: plus)...].split { ".-_".contains($0) }
      rest = rest[..<plus]
    }
    if let mark = rest.firstIndex(of: "!") {
      guard let epoch = DigitString(rest[..<mark]) else { return nil }
      self.epoch = epoch
      rest = rest[rest.index(after: mark)...]
    }
    guard let first = rest.takeNumber() else { return nil }
    release.append(first)
    while rest.first == ".", let next = rest.dropFirst().first, next.isASCII, next.isNumber {
      rest = rest.dropFirst()
      guard let number = rest.takeNumber() else { return nil }
      release.append(number)
    }
    var hasPre = false
    while !rest.isEmpty {
      let dashed = rest.first == "-"
      rest = rest.drop { ".-_".contains($0) }
      let word = rest.prefix(while: \.isLetter)
      rest = rest[word.endIndex...]
      if !word.isEmpty { rest = rest.drop { ".-_".contains($0) } }
      let number = rest.takeNumber()
      switch word {
      case "a", "alpha": pre = (-3, number ?? .zero)
      case "b", "beta": pre = (-2, number ?? .zero)
      case "rc", "c", "pre", "preview": pre = (-1, number ?? .zero)
      case "post", "rev", "r": post = number ?? .zero
      case "dev": dev = number ?? .zero
      case "" where dashed && number != nil: post = number
      default: return nil
      }
      hasPre = hasPre || pre.phase != 0
    }
    if dev != nil, !hasPre, post == nil { pre.phase = -4 }
  }

  func compare(_ other: PythonVersion) -> Int {
    let steps: [() -> Int] = [
      { epoch.compare(other.epoch) },
      { compareLists(release, other.release, filler: .zero) { $0.compare($1) } },
      { pre.phase - other.pre.phase },
      { pre.number.compare(other.pre.number) },
      { Self.compare(post, other.post, missing: -1) },
      { Self.compare(dev, other.dev, missing: 1) },
      // Numbers after words, a longer label after its beginning.
      { compareIdentifiers(local, other.local, numbersFirst: false) },
    ]
    for step in steps {
      let order = step()
      if order != 0 { return order }
    }
    return 0
  }

  /// Compares two numbers of which either can be missing; a missing one alone gives `missing`.
  private static func compare(_ left: DigitString?, _ right: DigitString?, missing: Int) -> Int {
    switch (left, right) {
    case (let a?, let b?): a.compare(b)
    case (nil, nil): 0
    case (nil, _?): missing
    case (_?, nil): -missing
    }
  }
}
