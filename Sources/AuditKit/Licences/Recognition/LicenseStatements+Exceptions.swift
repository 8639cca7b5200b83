extension LicenseStatements {
  /// The licence that ends at `end` with the exception that follows: "with LLVM Exceptions", "with a
  /// linking exception", "WITH Classpath-exception-2.0".
  func exception(after end: Int, to identifier: String) -> NamedPart {
    let plain: NamedPart = (.term(identifier), end, false)
    var start = end
    while start < hashes.count, hashes[start] == NoticeWords.license { start += 1 }
    guard start < hashes.count, hashes[start] == NoticeWords.with else { return plain }
    var words: [UInt32] = []
    var place = start + 1
    while place < min(start + 8, hashes.count), !isEndOfSentence(place - 1),
      !NoticeWords.exceptions.contains(hashes[place])
    {
      if !NoticeWords.articles.contains(hashes[place]) { words.append(hashes[place]) }
      place += 1
    }
    guard place < min(start + 8, hashes.count), NoticeWords.exceptions.contains(hashes[place])
    else {
      return plain
    }
    place += 1
    let candidates = ListedExceptions.standard.identifiers(of: words, for: identifier)
    guard !candidates.isEmpty else {
      let isGNU = LicenseList.gnuFamily(of: identifier) != nil
      return isGNU ? (.excepted(identifier), place, false) : plain
    }
    if let version = version(after: place), candidates.count > 1,
      let exact = candidates.first(where: { $0.hasSuffix("-\(version.text)") })
    {
      return (.term(identifier, with: exact), version.end, false)
    }
    return (.term(identifier, with: candidates[0]), place, false)
  }
}

extension LicenseStatement.Part {
  /// A licence of the list with an exception.
  fileprivate static func term(_ identifier: String, with exception: String) -> Self {
    .expression(.term(LicenseTerm(identifier: identifier, exception: exception)))
  }
}

/// The exceptions of the SPDX list by the words before "exception" in their identifiers.
private struct ListedExceptions {
  static let standard = ListedExceptions()

  private var identifiers: [[UInt32]: [String]] = [:]

  private init() {
    for entry in LicenseList.currentExceptions {
      guard let wording = Wording(entry.identifier) else { continue }
      let words = (wording.base + wording.tail).prefix { $0 != "exception" }
      identifiers[words.map(LicenseWords.hash), default: []].append(entry.identifier)
    }
  }

  /// The exceptions of that name, that of the licence's own version first.
  func identifiers(of words: [UInt32], for license: String) -> [String] {
    let major = license.first(where: \.isNumber).map(String.init) ?? ""
    let found = (identifiers[words] ?? []).filter { exception in
      (exception == "LLVM-exception") == (license == "Apache-2.0")
    }
    return found.filter { $0.contains("-\(major).") } + found.filter { !$0.contains("-\(major).") }
  }
}
