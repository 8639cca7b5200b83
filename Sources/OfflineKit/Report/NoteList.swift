/// Sentences, each once, and not more than a person reads.
struct NoteList {
  static let limit = 50
  private(set) var texts: [String]

  init(_ texts: [String] = []) {
    self.texts = texts
  }

  /// Adds a sentence that is not there yet.
  mutating func add(_ text: String) {
    guard !texts.contains(text), texts.count <= Self.limit else { return }
    texts.append(texts.count == Self.limit ? "more of the like was left out" : text)
  }
}
