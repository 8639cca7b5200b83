/// The values of a document in a flat array, in the order of the text.
///
/// Items refer to each other by index, so memory is proportional to the text whatever the shape of
/// the tree, and neither walking nor freeing it recurses.
struct TOMLTree: Sendable {
  typealias ID = Int32

  /// What a value is.
  enum Content: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time or both, as it is written.
    case moment(Moment, String)
    case array
    case arrayOfTables
    case table(TableOrigin)
  }

  /// How a table was defined, which decides what may still be added to it.
  enum TableOrigin: Equatable, Sendable {
    /// `[a]` or an element of `[[a]]`, or the document's own.
    case header
    /// The `a` of `[a.b]`: its own header may follow.
    case implied
    /// The `a` of `a.b = 1`.
    case dottedKey
    /// `{ … }`, to which nothing may be added.
    case inline
  }

  struct Item: Sendable {
    /// The key in the table; empty for an element of an array.
    let key: String
    let parent: ID
    /// How many values it is nested in.
    let depth: Int32
    /// Its index among the values of its parent.
    let index: Int32
    fileprivate(set) var content: Content
    /// Where its key begins; for an element of an array, its value.
    fileprivate(set) var keyPosition: TextPosition
    /// Where its value begins; for a table with a header, its key in the header.
    fileprivate(set) var position: TextPosition
    fileprivate(set) var firstChild = TOMLTree.none
    fileprivate(set) var lastChild = TOMLTree.none
    fileprivate(set) var nextSibling = TOMLTree.none
  }

  /// Keys are compared by bytes; `String` treats `é` and `e` with a combining accent as equal.
  private struct Slot: Hashable {
    let table: ID
    let key: String

    static func == (a: Slot, b: Slot) -> Bool {
      a.table == b.table && a.key.hasSameBytes(as: b.key)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(table)
      var key = key
      key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The document's own table.
  static let root: ID = 0
  /// No item.
  static let none: ID = -1

  /// The deepest nesting of values.
  static let maxDepth = 64
  private var items: [Item]
  /// The values of tables with more keys than ``maxListed``.
  private var idsBySlot: [Slot: ID] = [:]
  /// Up to so many keys are compared one after the other, which is faster than hashing.
  private static let maxListed: Int32 = 24
  private let limitValues: Int

  /// The tree of an empty document, which can hold at most `limitValues` values.
  init(limitValues: Int) {
    precondition(limitValues <= ID.max, "items are numbered in 32 bits")
    self.limitValues = limitValues
    let start = TextPosition(line: 1, column: 1)
    items = [
      Item(
        key: "", parent: TOMLTree.none, depth: 0, index: 0, content: .table(.header),
        keyPosition: start, position: start)
    ]
  }

  subscript(id: ID) -> Item { items[Int(id)] }

  /// How many values there are, the document's own table included.
  var count: Int { items.count }

  /// The value of `key` in `table`; nil when it has no such key.
  func child(_ key: String, of table: ID) -> ID? {
    let last = items[Int(table)].lastChild
    if last != TOMLTree.none, items[Int(last)].index >= Self.maxListed {
      return idsBySlot[Slot(table: table, key: key)]
    }
    var next = items[Int(table)].firstChild
    while next != TOMLTree.none, !items[Int(next)].key.hasSameBytes(as: key) {
      next = items[Int(next)].nextSibling
    }
    return next == TOMLTree.none ? nil : next
  }

  /// The values of a table or an array, in the order of the text.
  func children(of id: ID) -> some Sequence<ID> {
    sequence(state: self[id].firstChild) { next in
      guard next != TOMLTree.none else { return nil }
      defer { next = self[next].nextSibling }
      return next
    }
  }

  /// Adds a value to `parent`, for an element of an array with an empty key.
  ///
  /// - Precondition: a table has no such key yet.
  /// - Throws: `Fault` when there would be too many values, or they would be nested too deeply.
  mutating func add(
    _ content: Content, key: String = "", keyPosition: TextPosition, position: TextPosition,
    to parent: ID
  ) throws(Fault) -> ID {
    let depth = self[parent].depth + 1
    guard depth <= TOMLTree.maxDepth else {
      throw Fault(
        position: position, problem: "expected at most \(TOMLTree.maxDepth) levels of nesting"
      )
    }
    // The document's own table does not count.
    guard items.count <= limitValues else {
      throw Fault(position: position, problem: "expected at most \(limitValues) values")
    }
    let id = ID(items.count)
    let last = self[parent].lastChild
    items.append(
      Item(
        key: key, parent: parent, depth: depth,
        index: last == TOMLTree.none ? 0 : self[last].index + 1,
        content: content, keyPosition: keyPosition, position: position))
    if case .table = self[parent].content {
      precondition(child(key, of: parent) == nil, "the table has that key")
      let index = items[Int(id)].index
      if index == Self.maxListed {
        var next = items[Int(parent)].firstChild
        while next != TOMLTree.none {
          idsBySlot[Slot(table: parent, key: items[Int(next)].key)] = next
          next = items[Int(next)].nextSibling
        }
      }
      if index >= Self.maxListed { idsBySlot[Slot(table: parent, key: key)] = id }
    }
    if last == TOMLTree.none {
      items[Int(parent)].firstChild = id
    } else {
      items[Int(last)].nextSibling = id
    }
    items[Int(parent)].lastChild = id
    return id
  }

  /// Records that an implied table has been defined at `position`.
  mutating func define(_ table: ID, as origin: TableOrigin, at position: TextPosition) {
    precondition(self[table].content == .table(.implied), "only an implied table can be defined")
    items[Int(table)].content = .table(origin)
    items[Int(table)].keyPosition = position
    items[Int(table)].position = position
  }
}

extension String {
  /// Whether the bytes are the same: `==` takes `é` and `e` with a combining accent for equal.
  @inline(__always)
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (a, b) = (self, other)
    return a.withUTF8 { a in b.withUTF8 { b in a.elementsEqual(b) } }
  }
}
