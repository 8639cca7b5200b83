import Testing

@testable import TextFormats

/// What the strict reader takes, what it refuses, and the lines that it names.
struct TOMLDocumentTests {
  private static let schema = TOMLSchema.table([
    .required("version", .integer),
    .optional("flag", .boolean),
    .optional("owner", .table([.optional("name", .string)])),
    .optional(
      "package",
      .array(
        of: .table([
          .required("name", .string), .optional("include", .array(of: .string)),
          .optional("extra", .table([.optional("deep", .string)])),
        ]))),
  ])

  private func read(_ text: String) throws(TOMLError) -> TOMLNode {
    try TOMLDocument.read(Array(text.utf8), named: "t.toml", schema: Self.schema)
  }

  @Test func everyValueKnowsItsPathAndLine() throws {
    let document = try read(
      """
      # a comment = [ "
      version = 1
      owner.name = 'x # no comment'

      [[package]] # one
      name = \"""
      two
      lines\"""
      include = [ # [
        "a]b",
        "c",
      ]
      [package.extra]
      deep = "d"
      [[package]]
      "name" = "b\\"]"
      extra = { deep = "e" }
      """)
    #expect(document["version"]?.integer == 1)
    #expect(document["version"]?.position.description == "2:11")
    #expect(document["version"]?.keyPosition.description == "2:1")
    #expect(document["owner"]?["name"]?.string == "x # no comment")
    #expect(document["owner"]?["name"]?.position.description == "3:14")
    #expect(document["owner"]?["name"]?.keyPosition.description == "3:7")
    let packages = try #require(document["package"])
    #expect(packages.position.description == "5:3")
    #expect(packages.elements.count == 2)
    let first = packages.elements[0]
    #expect(first.path == "package[0]")
    #expect(first["name"]?.string == "two\nlines")
    #expect(first["include"]?.elements.map(\.string) == ["a]b", "c"])
    #expect(first["include"]?.elements.map(\.line) == [10, 11])
    #expect(first["extra"]?.position.description == "13:10")
    #expect(first["extra"]?["deep"]?.line == 14)
    let second = packages.elements[1]
    #expect(second.line == 15)
    #expect(second["name"]?.string == "b\"]")
    #expect(second["name"]?.line == 16)
    #expect(second["extra"]?["deep"]?.path == "package[1].extra.deep")
    #expect(second["extra"]?["deep"]?.line == 17)
  }

  @Test(arguments: [
    ("version = 1\ncolour = 3\n", "t.toml:2:1", "the key colour is unknown; expected one of"),
    ("version = 1\nflga = true\n", "t.toml:2:1", "the key flga is unknown; did you mean 'flag'?"),
    ("version = 1\n[[Packages]]\n", "t.toml:2:3", "Packages is unknown; did you mean 'package'?"),
    ("version = 1\n[owner.nme]\n", "t.toml:2:8", "owner.nme is unknown; did you mean 'name'?"),
    (
      "version = 1\n[[package]]\nname='a'\n[[package]]\nnam='b'\n", "t.toml:4:3",
      "package[1].name is missing; line 5: the key package[1].nam is unknown; did you mean 'name'?"
    ),
    ("version = 1\n[=\n", "t.toml:2:2", "expected a key after '[', found '='"),
    ("version = 1\n [ [#]]\n", "t.toml:2:4", "expected a key after '[', found '['"),
    ("version = 1\n[a.]\n", "t.toml:2:4", "expected a key after '.', found ']'"),
    ("version = 1\n[[a]\n", "t.toml:2:5", "expected '.' or ']]', found the end of the line"),
    ("\u{FEFF}[é]\n", "t.toml:1:2", "expected a key after '[', found 'é'"),
    ("[", "t.toml:1:2", "expected a key after '[', found the end of the file"),
    ("version\n", "t.toml:1:8", "expected '=' after the key, found the end of the line"),
    ("version = 1 flag = true\n", "t.toml:1:13", "expected the end of the line, found 'f'"),
    ("version = 1\na = [1,\n}]\n", "t.toml:3:1", "expected a value, found '}'"),
    ("a = [,]\n", "t.toml:1:6", "expected a value or ']' in the array, found ','"),
    ("a = [1 2]\n", "t.toml:1:8", "expected ',' or ']' in the array, found '2'"),
    ("a = [{ b = [\u{A0}] }]\n", "t.toml:1:13", "expected a value, found the character U+A0"),
    ("a = { b = 1, }\n", "t.toml:1:14", "expected a key, found '}'"),
    ("a = { b = 1\n}\n", "t.toml:1:12", "expected ',' or '}' in the inline table"),
    (
      "version = 1\n[[package]]\nname='a'\nb.c=1\n", "t.toml:4:1", "the key package[0].b is unknown"
    ),
    ("version = '1'\n", "t.toml:1:11", "version is a string, expected an integer"),
    ("version = 1.5\n", "t.toml:1:11", "version is a number with a fraction, expected an integer"),
    ("version = 1e5\n", "t.toml:1:11", "version is a number with a fraction"),
    ("version = 1979-05-27\n", "t.toml:1:11", "version is a date, expected an integer"),
    ("version = 00:00:00\n", "t.toml:1:11", "version is a time, expected an integer"),
    ("version = 1979-02-29\n", "t.toml:1:11", "'1979-02-29' is not a date or a time of RFC 3339"),
    ("version = nan\n", "t.toml:1:11", "version is a number with a fraction"),
    ("version = one\n", "t.toml:1:11", "found 'one'; write a string in quotes"),
    ("version = 1__0\n", "t.toml:1:11", "'1__0' is not a number"),
    ("version = 9223372036854775808\n", "t.toml:1:11", "does not fit in 64 bits"),
    ("version = \n", "t.toml:1:11", "expected a value, found the end of the line"),
    ("owner.name = 'a\n", "t.toml:1:16", "expected \"'\" at the string's end"),
    ("owner.name = \"a\\q\"\n", "t.toml:1:16", "write '\\\\' for a backslash"),
    ("owner.name = \"a\\uD800\"\n", "t.toml:1:16", "expected one of"),
    ("owner.name = \"\"\"\na\n", "t.toml:3:1", "at the string's end, found the end of the file"),
    ("version = 1\nflag = 1\n", "t.toml:2:8", "expected true or false"),
    ("version = 1\npackage = 3\n", "t.toml:2:11", "package is an integer, expected an array"),
    (
      "version = 1\n[[package]]\nname='a'\ninclude=['a',\n2]\n", "t.toml:5:1",
      "package[0].include[1] is an integer, expected a string"
    ),
    (
      "version = 1\nversion = 1\n", "t.toml:2:1",
      "is not TOML: the key version is already defined on line 1"
    ),
    (
      "version = 1\n[owner]\nname='a'\n[owner]\n", "t.toml:4:2",
      "the key owner is already defined on line 2"
    ),
    (
      "version = 1\n[[package]]\nname='a'\nname='b'\n", "t.toml:4:1",
      "the key package[0].name is already defined on line 3"
    ),
    ("", "t.toml", "the key version is missing"),
    ("version = 1\n<<<<<<< HEAD\n", "t.toml:2", "is a conflict marker"),
    ("version = \n=======\n", "t.toml:2", "is a conflict marker"),
    ("||||||| base\n", "t.toml:1", "is a conflict marker"),
    ("version = 1\n>>>>>>> theirs\n", "t.toml:2", "is a conflict marker"),
    ("version = 1\n\0\n", "t.toml:2:1", "expected a key, found the character U+0"),
    ("version = 1\nowner.name = \"a\\u0000b\"\n", "t.toml:2:14", "contains a NUL character"),
    ("version = 1\n\"\\U00000000\" = 1\n", "t.toml:2:1", "the key \"\\0\" is unknown"),
  ])
  func refusals(text: String, location: String, problem: String) {
    let error = #expect(throws: TOMLError.self) { try read(text) }
    #expect(error?.location == location)
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    let error = #expect(throws: TOMLError.self) {
      try TOMLDocument.read(
        Array("version = 1\nowner.name = \"".utf8) + [0xFF] + Array("\"\n".utf8), named: "t.toml",
        schema: Self.schema)
    }
    #expect(error?.description == "t.toml:2: is not UTF-8")
  }

  @Test func everyProblemIsNamedInOneRun() {
    let error = #expect(throws: TOMLError.self) { try read("a = 1\nversion = 'x'\nb = 2\n") }
    #expect(error?.problems.map(\.line) == [1, 2, 3])
    #expect(error?.problem.contains("; line 3: the key b is unknown") == true)
  }

  @Test func keysAreEqualWhenTheirBytesAre() throws {
    // One character of two spellings, and the Kelvin sign, which Unicode takes for the letter.
    let tree = try TOMLDocument.tree(
      of: Array("'\u{E9}' = 1\n'e\u{301}' = 2\nK = 3\n'\u{212A}' = 4\n".utf8), named: "t.toml")
    #expect(
      tree.children(of: TOMLTree.root).map { tree[$0].content } == (1...4).map { .integer($0) })
  }

  @Test func oneValueAndAnArrayOfOneAreTheSameWhereEitherMayStand() throws {
    let schema = TOMLSchema.table([.optional("a", .oneOrMore(of: .string))])
    for text in ["a = 'x'", "a = ['x']"] {
      let node = try TOMLDocument.read(Array(text.utf8), named: "t.toml", schema: schema)
      #expect(node["a"]?.elements.map(\.string) == ["x"])
    }
  }
}
