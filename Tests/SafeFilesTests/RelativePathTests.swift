import SafeFiles
import Testing

/// What may be a path, and what a path is made of.
struct RelativePathTests {
  @Test(arguments: ["a", "a/b", ".a", "..a", "a..", "...", "a/.../b", "a b", "é", "-", "~", "a:b"])
  func takes(_ text: String) throws {
    #expect(try RelativePath(text).bytes == Array(text.utf8))
  }

  @Test(arguments: [
    ("", RelativePath.Violation.empty), ("/", .absolute), ("/a", .absolute),
    ("a/", .emptyComponent), ("a//b", .emptyComponent),
    (".", .dotComponent), ("..", .dotComponent), ("a/..", .dotComponent), ("./a", .dotComponent),
    ("a/../b", .dotComponent), ("a\\b", .backslash), ("a\nb", .control(10)), ("a\0", .control(0)),
    ("\u{7F}", .control(127)), ("\u{1B}[2J", .control(27)),
  ])
  func refuses(_ text: String, _ violation: RelativePath.Violation) {
    #expect(throws: violation) { try RelativePath(text) }
  }

  @Test func bytesThatAreNotTextAreAPath() throws {
    let path = try RelativePath(bytes: [0x61, 0xFF, 0xC3, 0x2F, 0x80])
    #expect(path.description == "a\\xFF\\xC3/\\x80")
  }

  @Test func comparesBytesAndNotText() throws {
    let composed = try RelativePath("\u{E9}")
    let decomposed = try RelativePath("e\u{301}")
    #expect(composed != decomposed)
    #expect(composed.bytes != decomposed.bytes)
    let sorted = try ["b", "a/b", "a-b", "a", "B", "é"].map { try RelativePath($0) }.sorted()
    #expect(sorted.map(\.description) == ["B", "a", "a-b", "a/b", "b", "é"])
  }

  @Test func knowsItsParts() throws {
    let path = try RelativePath("a/b/c.txt")
    #expect(path.components.map(\.description) == ["a", "b", "c.txt"])
    #expect(path.lastComponent.description == "c.txt")
    #expect(path.parent?.description == "a/b")
    #expect(try RelativePath("a").parent == nil)
    #expect(try RelativePath("a").appending(RelativePath("b/c")).description == "a/b/c")
    #expect(try path.isInside(RelativePath("a/b")))
    #expect(path.isInside(path))
    #expect(try !RelativePath("a/bc").isInside(RelativePath("a/b")))
  }

  @Test(arguments: [
    ("\u{1B}]0;x", "\\x1B]0;x"), ("a\\b", "a\\\\b"), ("\u{202E}gnp.exe", "\\u{202E}gnp.exe"),
    ("zero\u{200B}width", "zero\\u{200B}width"), ("\u{9B}", "\\u{9B}"), ("größe 图标", "größe 图标"),
  ])
  func printsWhatATerminalCanTake(_ text: String, _ printed: String) {
    #expect(Printable.text(of: text.utf8) == printed)
  }
}
