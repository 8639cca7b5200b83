/// Notes without duplicates, at most ``limit`` of them.
struct NoteList {
  static let limit = 50
  private(set) var texts: [String]

  init(_ texts: [String] = []) {
    self.texts = texts
  }

  /// Adds a note unless it is already in the list.
  mutating func add(_ text: String) {
    guard !texts.contains(text), texts.count <= Self.limit else { return }
    texts.append(texts.count == Self.limit ? "further notes were omitted" : text)
  }
}
