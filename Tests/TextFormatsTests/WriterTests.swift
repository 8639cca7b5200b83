import Testing
import TextFormats

/// What each writer makes of text that could be taken for its own syntax.
struct WriterTests {
  @Test func textIsEscapedAndMarkupIsNot() {
    let text = "<a href=\"x\">'&'</a>"
    let inner: Markup = "<b>\(text)</b>"
    let outer: Markup = "<p title=\"\(text.prefix(2))\">\(inner)\(7)\([inner, "<i>"])</p>"
    let escaped = "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"
    let bold = "<b>\(escaped)</b>"
    #expect(outer.text == "<p title=\"&lt;a\">\(bold)7\(bold)<i></p>")
    #expect(Markup(text: text).text == escaped)
  }

  @Test func whatXMLCannotContainIsReplaced() {
    #expect(Markup(text: "a\u{0}b\u{1B}\tc\n\u{FFFF}").text == "a\u{FFFD}b\u{FFFD}\tc\n\u{FFFD}")
  }

  @Test(arguments: [
    ("", #""""#), ("a b", #""a b""#), (#"a"\b"#, #""a\"\\b""#), ("a\n\r\tb", #""a\n\r\tb""#),
    ("\u{0}\u{1F}\u{7F}é", #""\u0000\u001F\u007Fé""#), ("a\u{301}\"", "\"a\u{301}\\\"\""),
  ])
  func tomlStrings(_ string: String, _ text: String) {
    #expect(TOMLValue.string(string).text == text)
  }

  @Test func tomlDocuments() {
    var document = TOMLText("version = 1\n")
    document.appendElement(
      of: "package",
      [
        "name": .string("a\"b"), "ref": nil, "strip": .integer(-1),
        "include": .strings(["x", "'"]),
      ])
    document.appendElement(of: "package", ["patches": .strings([])])
    #expect(
      document.text == """
        version = 1

        [[package]]
        name = "a\\"b"
        strip = -1
        include = ["x", "'"]

        [[package]]
        patches = []

        """)
  }

  @Test func tomlComments() {
    var document = TOMLText()
    document.appendComment(["a", ""])
    document.appendKey("version", .integer(1))
    document.appendParagraph(["b"])
    document.appendElement(
      of: "preset", comment: ["c"], isCommentedOut: true,
      ["files": .tables([["path": .string("#"), "size": nil], ["sizes": .integers([1, 2])]])])
    document.appendElement(of: "x", comment: ["d"], ["y": .boolean(true)])
    #expect(
      document.text == """
        # a
        #
        version = 1

        # b

        # c
        # [[preset]]
        # files = [
        #   { path = "#" },
        #   { sizes = [1, 2] },
        # ]

        # d
        [[x]]
        y = true

        """)
  }

  @Test func curlOptions() {
    var options = CurlOptions()
    options.set("url", to: "https://a/\"\nurl = \\x\t\r")
    options.startNextTransfer()
    options.set("fail")
    #expect(options.text == "url = \"https://a/\\\"\\nurl = \\\\x\\t\\r\"\nnext\nfail\n")
    var quoted = CurlOptions()
    quoted.set("url", to: "a\"b\\c\nd\te")
    #expect(quoted.text == #"url = "a\"b\\c\nd\te""# + "\n")
  }
}
