/// The numbers of a release, in whatever form a version is written: `1.2.3`, `v1.2.3`, `REL1_2_3`,
/// `1.2.3-rc1`, `pcre2-10.42`, `1.1.1w`.
struct ReleaseNumber: Hashable, Sendable {
  /// At least two numbers.
  private let numbers: [Int]
  /// The letter right after the last number, as OpenSSL's releases had; nil without one.
  private let letter: Character?
  /// Whether the first number is a year, as of a calendar version or the date of a snapshot.
  private let isDate: Bool

  /// The numbers of `version`; nil if it has fewer than two or names no release: a commit between
  /// two releases, a placeholder of zeros.
  init?(_ version: some StringProtocol) {
    let text = version.lowercased()
    let between = ["git", "svn", "hg", "snapshot", "nightly", "unreleased", "head", "trunk"]
    guard !between.contains(where: { text.contains($0) }), let start = Self.start(in: text) else {
      return nil
    }
    var numbers: [Int] = []
    var rest = text[start...]
    while case let digits = rest.prefix(while: { $0.isASCII && $0.isNumber }), !digits.isEmpty {
      guard let number = Int(digits) else { return nil }
      numbers.append(number)
      rest = rest.dropFirst(digits.count)
      guard let separator = rest.first, "._-".contains(separator) else { break }
      let after = rest.dropFirst()
      guard after.first?.isNumber == true else { break }
      rest = after
    }
    guard numbers.count >= 2, numbers.contains(where: { $0 != 0 }) else { return nil }
    letter = rest.count == 1 ? rest.first.flatMap { $0.isLetter ? $0 : nil } : nil
    isDate = numbers[0] >= 1900
    self.numbers = numbers
  }

  /// The first digit that begins a word, or follows nothing in its word but what stands for a release.
  private static func start(in text: String) -> String.Index? {
    var word = ""
    var first: String.Index?
    for index in text.indices {
      let character = text[index]
      if character.isASCII, character.isNumber {
        if word.isEmpty || ["v", "r", "rel", "release", "ver", "version"].contains(word) {
          return index
        }
        first = first ?? index
      }
      if character.isLetter || character.isNumber { word.append(character) } else { word = "" }
    }
    return first
  }

  /// Whether both may be one release: equal but for zeros at the end, or the code says fewer numbers.
  ///
  /// - Parameter stated: what the code says.
  func agrees(with stated: ReleaseNumber) -> Bool {
    guard isDate == stated.isDate else { return true }
    if let letter, let other = stated.letter, letter != other { return false }
    let missing = max(0, stated.numbers.count - numbers.count)
    return (numbers + repeatElement(0, count: missing)).starts(with: stated.numbers)
  }
}
