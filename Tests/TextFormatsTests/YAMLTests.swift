import Testing
import TextFormats

/// The part of YAML that lock files are written in.
struct YAMLTests {
  private func yaml(_ text: String) throws(YAMLError) -> YAML { try YAML(Array(text.utf8)) }

  @Test func mappingsAndSequencesNest() throws {
    let document = try yaml(
      """
      # A comment
      PODS:
        - A (1.0):
          - B (= 1.0)
          - "C/D (2.0)"
        - 'E''s'   # another

      OPTIONS:
        A:
          :git: https://example.org/a.git#b
          :tag: "1.0\\n"
      SAME COLUMN:
      - one
      -
        key: two
        empty:
      NONE: {}
      """)
    #expect(document.pairs?.map(\.key) == ["PODS", "OPTIONS", "SAME COLUMN", "NONE"])
    #expect(document.pairs?.map(\.line) == [2, 8, 12, 17])
    let pods = document["PODS"]?.elements
    #expect(pods?[0]["A (1.0)"]?.elements?.map(\.text) == ["B (= 1.0)", "C/D (2.0)"])
    #expect(pods?[1].text == "E's")
    #expect(document["OPTIONS"]?["A"]?[":git"]?.text == "https://example.org/a.git#b")
    #expect(document["OPTIONS"]?["A"]?[":tag"]?.text == "1.0\n")
    #expect(document["SAME COLUMN"]?.elements?[1]["key"]?.text == "two")
    #expect(document["SAME COLUMN"]?.elements?[1]["empty"]?.text == "")
    #expect(document["NONE"]?.pairs?.isEmpty == true)
  }

  @Test(arguments: [
    ("a: b: c", 1, "has a second ': '"), ("a: 1\na: 2", 2, "repeats the key 'a'"),
    ("a:\n\t- b", 2, "contains a tab"), ("a: &x b", 1, "begins with '&'"),
    ("a: |\n  b", 1, "begins with '|'"), ("a: [b]", 1, "begins with '['"),
    ("a: b\n  c", 2, "continues the value above"), ("a: 'b", 1, "does not end on the line"),
    ("a: 'b' c", 1, "has text after a quoted value"), ("a: \"\\x41\"", 1, "has an escape"),
    ("a:\n  b: 1\n c: 2", 3, "does not continue the block above it"), ("word", 1, "has no key"),
    ("a: 1\n---\nb: 2", 2, "begins another document"), ("a: 1\n- b", 2, "does not continue"),
    (": b", 1, "has an empty key"),
  ])
  func everythingElseIsRefused(_ text: String, line: Int, problem: String) {
    let error = #expect(throws: YAMLError.self) { try yaml(text) }
    #expect(error?.line == line)
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func limitsHold() {
    let deep = (0..<40).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
    #expect(throws: YAMLError.self) { try yaml(deep) }
    let dashes = String(repeating: "- ", count: 40) + "a"
    #expect(throws: YAMLError.self) { try yaml(dashes) }
    #expect(throws: YAMLError.self) { try yaml("a: " + String(repeating: "b", count: 1 << 17)) }
    #expect(throws: YAMLError.self) { try YAML([UInt8](repeating: 0x0A, count: 17 << 20)) }
    #expect(throws: YAMLError.self) { try YAML([0x61, 0x3A, 0x20, 0xFF]) }
  }
}
