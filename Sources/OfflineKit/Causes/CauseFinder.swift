/// Looks for what was varied in two versions of a file.
struct CauseFinder {
  private let values: VariedValues
  private let times: TimeSearch
  private(set) var causes: [Cause] = []
  /// Archives inside archives that are opened.
  private static let depthLimit = 5

  init(_ values: VariedValues) {
    self.values = values
    times = TimeSearch(values)
  }

  /// Compares two versions of a file, or of a part of one.
  ///
  /// - Parameter places: the parts that enclose it, the innermost first.
  mutating func examine(_ first: [UInt8], _ second: [UInt8], in places: [String] = []) {
    if first == second { return }
    guard places.count < Self.depthLimit, let one = Dissection(first),
      let other = Dissection(second), one.noun == other.noun
    else {
      examineText(first, second, in: places)
      return
    }
    let count = causes.count
    var isSame = compareOrder(one, other, in: places)
    var rest = Dictionary(grouping: other.parts, by: \.name).mapValues { $0[...] }
    var missing: [String] = []
    for part in one.parts {
      guard let match = rest[part.name]?.popFirst() else {
        missing.append(part.name)
        continue
      }
      if !compare(part, match, one.noun, in: places) { isSame = false }
    }
    let added = rest.values.flatMap { $0 }.map(\.name).sorted()
    if !missing.isEmpty || !added.isEmpty {
      isSame = false
      examineText(
        Array(missing.sorted().joined(separator: "\n").utf8),
        Array(added.joined(separator: "\n").utf8), in: ["the names of \(one.noun)s"] + places)
    }
    if isSame, causes.count == count, one.isCompressed {
      add(.compression, "the compressed bytes, while what they contain is the same", places)
    }
  }

  /// Whether the parts have the same order.
  private mutating func compareOrder(
    _ one: Dissection, _ other: Dissection, in places: [String]
  ) -> Bool {
    let (names, others) = (one.parts.map(\.name), other.parts.map(\.name))
    guard one.hasOrder, names != others, names.sorted() == others.sorted() else { return true }
    let order = Order(names.map { Array($0.utf8) }, others.map { Array($0.utf8) })
    add(order.kind, "the order of \(one.noun)s\(order.hint)", places)
    return false
  }

  /// Whether both are the same.
  private mutating func compare(
    _ one: Dissection.Part, _ other: Dissection.Part, _ noun: String, in places: [String]
  ) -> Bool {
    let label =
      one.name.isEmpty ? [] : one.name == noun ? [noun] : ["\(noun) \(one.name)"]
    for (field, match) in zip(one.fields, other.fields) where field.text != match.text {
      compare(field, match, in: ["field \(field.name) of the \(label.joined())"] + places)
    }
    if one.bytes != other.bytes { examine(one.bytes, other.bytes, in: label + places) }
    return one.bytes == other.bytes && one.fields.map(\.text) == other.fields.map(\.text)
  }

  private mutating func compare(
    _ one: Dissection.Field, _ other: Dissection.Field, in places: [String]
  ) {
    switch one.meaning {
    case .time, .localTime:
      guard let first = one.number, let second = other.number else { return }
      let kind = times.kind(of: first, second, areLocal: one.meaning == .localTime)
      add(kind, kind == .fileTimes ? "the time of a source" : "the time of the build", places)
    case .owner: add(.user, "the user, \(one.text) and \(other.text)", places)
    case .mode:
      let isUmask = (one.number ?? 0) ^ (other.number ?? 0) == 0o020
      add(isUmask ? .umask : .order, "the mode, \(one.text) and \(other.text)", places)
    case .other: examineText(Array(one.text.utf8), Array(other.text.utf8), in: places)
    }
  }

  /// Compares bytes without a structure that is known here.
  private mutating func examineText(_ first: [UInt8], _ second: [UInt8], in places: [String]) {
    if places.first == "section .note.gnu.build-id" {
      add(.digest, "the build ID", places)
      return
    }
    var (one, other) = (first, second)
    for pair in values.texts {
      if pair.first.isEmpty {
        guard !one.contains(pair.second), other.contains(pair.second) else { continue }
        other = other.replacing(pair.second, with: []).bytes
        add(pair.kind, "\(pair.what) \(String(decoding: pair.second, as: UTF8.self))", places)
      } else if one.contains(pair.first), other.contains(pair.second) {
        // What stays is the same in both, so that what follows is compared at the same place.
        one = one.replacing(pair.first, with: [1]).bytes
        other = other.replacing(pair.second, with: [1]).bytes
        add(pair.kind, "\(pair.what) \(String(decoding: pair.first, as: UTF8.self))", places)
      }
    }
    if one == other { return }
    if let order = Order(separating: one, other) {
      add(order.kind, "the order of its parts\(order.hint)", places)
      return
    }
    let (left, right) = WordPairs.differing(one, other)
    var words = WordPairs(values, times)
    words.compare(left, right)
    for cause in words.causes { add(cause.kind, cause.what, places) }
    for cause in times.causes(left, right) { add(cause.kind, cause.what, places) }
    for cause in times.binaryCauses(one, other) { add(cause.kind, cause.what, places) }
  }

  /// Adds a cause, or its place where the cause is known.
  private mutating func add(_ kind: Cause.Kind, _ what: String, _ places: [String]) {
    let place = places.joined(separator: " of ")
    if let index = causes.firstIndex(where: { $0.kind == kind && $0.what == what }) {
      if !causes[index].places.contains(place) { causes[index].places.append(place) }
    } else {
      causes.append(Cause(kind: kind, what: what, places: place.isEmpty ? [] : [place]))
    }
  }
}
