import Testing

@testable import TextFormats

/// Keys that are set in a text, which otherwise stays as it is, byte for byte.
struct TOMLEditTests {
  private static let schema = TOMLSchema.table([
    .optional("version", .integer),
    .optional(
      "icons",
      .array(
        of: .table([
          .optional("name", .string), .optional("master", .string), .optional("from", .string),
          .optional("hash", .string),
        ]))),
  ])

  private func read(_ text: [UInt8]) throws -> [TOMLNode] {
    try TOMLDocument.read(text, named: "t.toml", schema: Self.schema)["icons"]?.elements ?? []
  }

  private func set(_ text: String, at index: Int = 0, _ value: String = "x") throws -> String? {
    let text = Array(text.utf8)
    return TOMLEdit.setting(
      ["from": value, "hash": "h"], of: try read(text)[index], after: "master", in: text
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    // Behind the master, with the comments where they were.
    (
      "[[icons]] # a\nmaster = \"m\" # b\nname = 'n'\n",
      "[[icons]] # a\nmaster = \"m\" # b\nfrom = \"x\"\nhash = \"h\"\nname = 'n'\n"
    ),
    // Without a master behind the header.
    ("[[icons]]\nname = 'n'", "[[icons]]\nfrom = \"x\"\nhash = \"h\"\nname = 'n'"),
    ("  [[icons]]", "  [[icons]]\nfrom = \"x\"\nhash = \"h\"\n"),
    ("[[icons]]\nmaster='m'", "[[icons]]\nmaster='m'\nfrom = \"x\"\nhash = \"h\"\n"),
    // In place, whatever the quotes.
    (
      "[[icons]]\nhash  =  'old' # c\n from=\"o\\\"\\\\\"\n",
      "[[icons]]\nhash  =  \"h\" # c\n from=\"x\"\n"
    ),
    (
      "[[icons]]\nfrom = ''\nmaster = 'm'\n",
      "[[icons]]\nfrom = \"x\"\nmaster = 'm'\nhash = \"h\"\n"
    ),
    (
      "[[icons]]\r\nmaster = 'm'\r\n",
      "[[icons]]\r\nmaster = 'm'\r\nfrom = \"x\"\r\nhash = \"h\"\r\n"
    ),
    ("\u{FEFF}[[icons]]\n", "\u{FEFF}[[icons]]\nfrom = \"x\"\nhash = \"h\"\n"),
  ])
  func onlyTheKeysChange(before: String, after: String) throws {
    #expect(try set(before) == after)
  }

  @Test(arguments: [
    "icons = [{ master = 'm' }]", "[[icons]]\nmaster = '''m'''\n",
    "[[icons]]\nfrom = \"\"\"\no\"\"\"\n",
  ])
  func otherFormsAreLeftAlone(text: String) throws {
    #expect(try set(text) == nil)
  }

  @Test(arguments: 0..<3, ["", "a\"b\\c\n\u{1F}é", "'"])
  func whatIsReadBackIsWhatWasSet(index: Int, value: String) throws {
    let text = """
      version = 1
      [[icons]]
      name = "a"
      [[icons]]
      name = "b"
      master = "m"
      hash = "old"
      # [[icons]]

      [[icons]]
      from = "old"
      """
    let before = try read(Array(text.utf8))
    let edited = try #require(try set(text, at: index, value))
    let after = try read(Array(edited.utf8))
    #expect(after.count == before.count)
    for (number, (old, new)) in zip(before, after).enumerated() {
      let isSet = number == index
      #expect(new["from"]?.string == (isSet ? value : old["from"]?.string))
      #expect(new["hash"]?.string == (isSet ? "h" : old["hash"]?.string))
      #expect(new["name"]?.string == old["name"]?.string)
      #expect(new["master"]?.string == old["master"]?.string)
    }
  }
}
