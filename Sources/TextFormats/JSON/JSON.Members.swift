extension JSON {
  /// The members of an object in the order of the document, each name once.
  ///
  /// Two are equal if they contain the same members in any order.
  public struct Members: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    /// The members, in their order.
    public private(set) var pairs: [(key: String, value: JSON)]

    /// The members that are not nil.
    ///
    /// - Precondition: each name appears once.
    public init(_ members: [(String, JSON?)]) {
      pairs = members.compactMap { key, value in value.map { (key, $0) } }
      precondition(Set(pairs.map(\.key)).count == pairs.count, "a name appears twice")
    }

    /// The members that are not nil.
    public init(dictionaryLiteral members: (String, JSON?)...) {
      self.init(members)
    }

    /// The value of that name; setting it keeps its place, a new name goes to the end.
    ///
    /// - Complexity: O(n).
    public subscript(key: String) -> JSON? {
      get { pairs.first { $0.key == key }?.value }
      set {
        let place = pairs.firstIndex { $0.key == key }
        switch (place, newValue) {
        case (let place?, let value?): pairs[place].value = value
        case (let place?, nil): pairs.remove(at: place)
        case (nil, let value?): pairs.append((key, value))
        case (nil, nil): break
        }
      }
    }

    /// These members and then those of `other`.
    ///
    /// - Precondition: they have no name in common.
    public static func + (left: Members, right: Members) -> Members {
      Members((left.pairs + right.pairs).map { ($0.key, $0.value) })
    }

    /// The members in the order of the UTF-8 bytes of their names.
    var sorted: [(key: String, value: JSON)] {
      pairs.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// Whether both contain the same members, in any order.
    ///
    /// - Complexity: O(n log n).
    public static func == (left: Members, right: Members) -> Bool {
      left.pairs.count == right.pairs.count
        && left.sorted.elementsEqual(right.sorted, by: ==)
    }
  }
}
