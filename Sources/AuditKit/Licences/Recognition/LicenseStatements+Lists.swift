extension LicenseStatements {
  /// The lists of licences that a phrase such as "one of three licenses" announces: names at the
  /// starts of the lines that follow.
  func lists() -> [Found] {
    var lists: [Found] = []
    for (index, word) in hashes.enumerated() where word == NoticeWords.licenses {
      let before = hashes[max(0, index - 7)..<index]
      guard let counted = before.lastIndex(where: { NoticeWords.numbers[$0] != nil }),
        let number = NoticeWords.numbers[hashes[counted]],
        hashes[(counted + 1)..<index].allSatisfy({ NoticeWords.kinds.contains($0) })
      else { continue }
      var found = Found(words: index..<(index + 1))
      found.isChoice = before.contains(NoticeWords.one) || before.contains(NoticeWords.exclusive)
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
        || hashes[index..<min(hashes.count, found.words.upperBound + 40)].contains(
          NoticeWords.discretion)
        || hashes[index..<min(hashes.count, index + 12)].contains {
          NoticeWords.offers.contains($0)
        }
      if let last = lists.last, last.words.overlaps(found.words) { continue }
      lists.append(found)
    }
    return lists
  }

  func isAtLineStart(_ place: Int) -> Bool {
    var index = place
    for _ in 0..<8 {
      if marks[index].contains(.lineStart) { return true }
      guard index > 0,
        NoticeWords.between.contains(hashes[index - 1]) || NoticeWords.license == hashes[index - 1]
          || NoticeWords.listWords.contains(hashes[index - 1])
      else { return false }
      index -= 1
    }
    return false
  }
}
