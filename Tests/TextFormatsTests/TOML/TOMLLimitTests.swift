import Testing

@testable import TextFormats

/// What hostile texts cost: never more than in proportion to their length.
struct TOMLLimitTests {
  private static let schema = TOMLSchema.table([.optional("name", .array(of: .string))])

  private func error(_ text: String) throws -> TOMLError {
    try #require(throws: TOMLError.self) {
      _ = try TOMLDocument.read(Array(text.utf8), named: "t.toml", schema: Self.schema)
    }
  }

  @Test func aLimitOnTheLength() {
    let error = #expect(throws: TOMLError.self) {
      try TOMLDocument.read(
        Array("name = []\n".utf8), named: "t.toml", schema: Self.schema, limitBytes: 9)
    }
    #expect(error?.problem == "is 10 bytes long, expected at most 9")
  }

  @Test(arguments: [("a = ", "["), ("a = ", "{a="), ("", "a."), ("[", "a."), ("[[", "a.")])
  func aLimitOnTheDepth(start: String, part: String) throws {
    for depth in [TOMLTree.maxDepth + 1, 1_000, 100_000] {
      let error = try error(start + String(repeating: part, count: depth) + "a")
      #expect(error.problem.contains("at most 64 levels of nesting"), "\(error)")
    }
  }

  @Test func aLimitOnTheNumberOfValues() throws {
    let text = Array("name = ['a', 'b']\n".utf8)
    _ = try TOMLDocument.read(text, named: "t.toml", schema: Self.schema, limitValues: 3)
    let error = #expect(throws: TOMLError.self) {
      try TOMLDocument.read(text, named: "t.toml", schema: Self.schema, limitValues: 2)
    }
    #expect(error?.description == "t.toml:1:14: is not TOML: expected at most 2 values")
  }

  /// What took a gigabyte once: 64 KB of dotted keys.
  @Test func valuesAreNoMoreThanTheText() throws {
    let deep = Array(repeating: "a", count: TOMLTree.maxDepth - 4).joined(separator: ".")
    let texts = [
      (0..<500).map { "a\($0).\(deep) = 1\n" }.joined(),
      (0..<500).map { "[b\($0).\(deep)]\n" }.joined(),
      (0..<500).map { "[[c.\(deep)]]\nd\($0) = 1\n" }.joined(),
      "e = [" + String(repeating: "{},", count: 10_000) + "]",
    ]
    for text in texts {
      let tree = try TOMLDocument.tree(of: Array(text.utf8), named: "t.toml")
      #expect(tree.count <= text.utf8.count / 2)
    }
  }

  @Test(arguments: [1, 2, 23, 24, 25, 26, 60])
  func everyKeyIsFoundHoweverManyATableHas(count: Int) throws {
    let keys = (0..<count).map { "key-\($0)" }
    let text = "[t]\n" + keys.map { "\($0) = 1\n" }.joined()
    let tree = try TOMLDocument.tree(of: Array(text.utf8), named: "t.toml")
    let table = try #require(tree.child("t", of: TOMLTree.root))
    for key in keys {
      let found = try #require(tree.child(key, of: table))
      #expect(tree[found].key == key)
      #expect(throws: TOMLError.self) {
        try TOMLDocument.tree(of: Array((text + "\(key) = 2\n").utf8), named: "t.toml")
      }
    }
    #expect(tree.child("key-\(count)", of: table) == nil)
    #expect(tree.child("key-0", of: TOMLTree.root) == nil)
  }

  @Test func messagesAreShort() throws {
    let key = String(repeating: "k", count: 30_000)
    let lines = (0..<2_000).map { "l\($0) = 1\n" }.joined()
    #expect(try error(lines).problems.count == 50)
    #expect(try error("[\(key).\(key)]\n" + lines).description.utf8.count < 300)
    #expect(try error("name = \(key)").description.utf8.count < 300)
    let numbers = String(repeating: "1,", count: 5_000)
    #expect(try error("name = [\(numbers)]").problems.count == 50)
  }
}
