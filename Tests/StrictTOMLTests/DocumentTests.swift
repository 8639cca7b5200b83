import StrictTOML
import Testing

/// What the strict reader takes, what it refuses, and the lines that it names.
struct DocumentTests {
  private static let schema = Schema.table([
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

  private func read(_ text: String) throws(TOMLError) -> Node {
    try Document.read(Array(text.utf8), named: "t.toml", schema: Self.schema)
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
    #expect(document["version"]?.line == 2)
    #expect(document["owner"]?["name"]?.string == "x # no comment")
    #expect(document["owner"]?["name"]?.line == 3)
    let packages = try #require(document["package"])
    #expect(packages.line == 5)
    #expect(packages.elements.count == 2)
    let first = packages.elements[0]
    #expect(first.path == "package[0]")
    #expect(first["name"]?.string == "two\nlines")
    #expect(first["include"]?.elements.map(\.string) == ["a]b", "c"])
    #expect(first["include"]?.elements.map(\.line) == [10, 11])
    #expect(first["extra"]?["deep"]?.line == 14)
    let second = packages.elements[1]
    #expect(second.line == 15)
    #expect(second["name"]?.string == "b\"]")
    #expect(second["name"]?.line == 16)
    #expect(second["extra"]?["deep"]?.path == "package[1].extra.deep")
    #expect(second["extra"]?["deep"]?.line == 17)
  }

  @Test(arguments: [
    ("version = 1\ncolour = 3\n", "t.toml:2", "the key colour is unknown"),
    (
      "version = 1\n[[package]]\nname='a'\n[[package]]\nnam='b'\n", "t.toml:4",
      "package[1].name is missing"
    ),
    ("version = 1\n[=\n", "t.toml:2", "expected a key after '['"),
    ("version = 1\n [ [#]]\n", "t.toml:2", "expected a key after '['"),
    ("\u{FEFF}[é]\n", "t.toml:1", "expected a key after '['"),
    ("[", "t.toml:1", "expected a key after '['"),
    ("version = 1\na = [1,\n}]\n", "t.toml:3", "expected a value or ']' in an array"),
    ("a = [{ b = [\u{A0}] }]\n", "t.toml:1", "expected a value or ']' in an array"),
    ("version = 1\n[[package]]\nname='a'\nb.c=1\n", "t.toml:4", "the key package[0].b is unknown"),
    ("version = '1'\n", "t.toml:1", "version is a string, expected an integer"),
    ("version = 1.5\n", "t.toml:1", "expected a string, an integer"),
    ("version = 1e5\n", "t.toml:1", "version is a number with a fraction"),
    ("version = 1979-05-27\n", "t.toml:1", "expected a string, an integer"),
    ("version = 00:00\n", "t.toml:1", "expected a string, an integer"),
    ("version = nan\n", "t.toml:1", "expected a string, an integer"),
    ("version = \n", "t.toml:1", "expected a string, an integer"),
    ("version = 1\nflag = 1\n", "t.toml:2", "expected true or false"),
    ("version = 1\npackage = 3\n", "t.toml:2", "package is an integer, expected an array"),
    (
      "version = 1\n[[package]]\nname='a'\ninclude=['a',\n2]\n", "t.toml:5",
      "package[0].include[1] is an integer, expected a string"
    ),
    ("version = 1\nversion = 1\n", "t.toml:2", "is not TOML"),
    ("version = 1\n[owner]\nname='a'\n[owner]\n", "t.toml:4", "is not TOML"),
    ("version = 1\n[[package]]\nname='a'\nname='b'\n", "t.toml:4", "is not TOML"),
    ("", "t.toml", "the key version is missing"),
    ("version = 1\n<<<<<<< HEAD\n", "t.toml:2", "is a conflict marker"),
    ("version = \n=======\n", "t.toml:2", "is a conflict marker"),
    ("||||||| base\n", "t.toml:1", "is a conflict marker"),
    ("version = 1\n>>>>>>> theirs\n", "t.toml:2", "is a conflict marker"),
    ("version = 1\n\0\n", "t.toml:2", "holds a NUL character"),
    ("version = 1\nowner.name = \"a\\u0000b\"\n", "t.toml:2", "holds a NUL character"),
    ("version = 1\n\"\\U00000000\" = 1\n", "t.toml:2", "holds a NUL character"),
  ])
  func refusals(text: String, location: String, problem: String) {
    let error = #expect(throws: TOMLError.self) { try read(text) }
    #expect(error?.location == location)
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func bytesThatAreNoTextAreRefused() {
    let error = #expect(throws: TOMLError.self) {
      try Document.read(
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

  @Test func aLimitOnTheLength() {
    let error = #expect(throws: TOMLError.self) {
      try Document.read(
        Array("version = 1\n".utf8), named: "t.toml", schema: Self.schema, limitBytes: 11)
    }
    #expect(error?.problem == "is 12 bytes long, expected at most 11")
  }

  @Test func nestingThatWouldOverflowAStackIsRefused() {
    for depth in [300, 100_000] {
      let text = "version = " + String(repeating: "[", count: depth)
      #expect(throws: TOMLError.self) { try read(text) }
    }
  }

  @Test func damageNeverDoesMoreThanThrow() {
    let whole = Array(
      """
      version = 1
      owner.name = 'x'
      [[package]]
      name = \"""a\\
        b\"""
      include = ["a", 'b', "\\u00e9"]
      extra = { deep = "e" }
      """.utf8)
    var taken = 0
    for index in whole.indices {
      for change in [0x01, 0x20, 0x80] as [UInt8] {
        var damaged = whole
        damaged[index] ^= change
        taken += isTaken(damaged) ? 1 : 0
      }
      taken += isTaken(Array(whole[..<index])) ? 1 : 0
    }
    // Letters inside strings may change; most of the rest may not.
    #expect(taken > 0 && taken < whole.count * 2)
  }

  /// The parser underneath is C++ with assertions: what it does not survive must not reach it.
  @Test(arguments: 1...8) func nonsenseNeverDoesMoreThanThrow(seed: UInt64) {
    let tokens = [
      "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "#", "\n", "\n", "\r\n", " ", "\t", "\"", "'",
      "\"\"\"", "'''", "\\", "\\u", "\\x", "a", "b", "a.b", "version", "package", "name", "1", "+1",
      "-", "0x", "0b1", "0o", "1_0", "_", "1e", "e9", "1.", ".5", "inf", "nan", "+inf", "true",
      "fals",
      "1979-05-27", "T", "07:32:00", ":", "Z", "é", "\u{FEFF}", "\u{A0}", "\u{B}", "\u{7F}", "\r",
      "a = [", "a = {", "a = []\n", "[[a]]\n", "[a]\n", "[a.b]\n", "a = {}\n",
    ]
    var state = seed
    for _ in 0..<4_000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += tokens[Int(state >> 33) % tokens.count]
      }
      _ = isTaken(Array(text.utf8))
    }
  }

  private func isTaken(_ text: [UInt8]) -> Bool {
    (try? Document.read(text, named: "t.toml", schema: Self.schema)) != nil
  }
}
