import Testing

@testable import AuditKit

/// Characters that hide text, each with its harmless twin, in source, documents and settings.
struct HiddenTextTests {
  /// Sixteen selectors, each of which stands for a byte.
  static let selectors = (0..<16).map { String(UnicodeScalar(0xE0100 + $0) ?? " ") }.joined()

  static let documents: [(String, String, [String])] = [
    ("README.md", "Run `\u{202E}hs.teg`.\n", ["hidden-bidi"]),
    ("README.md", "Hidden \u{2067}text\n", ["hidden-bidi"]),
    ("README.md", "טקסט \u{2067}עברי\n", []),
    ("README.md", "טקסט \u{202E}עברי\n", ["hidden-bidi"]),
    ("ar.json", #"{"a": "\#u{2068}نص\#u{2069} عربي"}"#, []),
    ("config.json", "{\"user\u{202E}\": 1}", ["hidden-bidi"]),
    ("README", "a \u{202E}b\n", ["hidden-bidi"]),
    ("notes.txt", "curl exam\u{200B}ple.org\n", ["hidden-invisible"]),
    ("index.html", "<p>Donau\u{AD}dampf\u{200B} schiff</p>", []),
    ("th.txt", "ภาษา\u{200B}ไทย", []), ("fa.md", "می\u{200C}خواهم", []),
    ("ci.yml", "image: \u{2060}nginx\n", ["hidden-invisible"]),
    ("ci.yml", "name: ภาษา\u{200B}ไทย\n", []),
    ("a.toml", "al\u{AD}low = []\n", ["hidden-invisible"]),
    ("a.json", "{\"x\": 1, \"al\u{AD}low\": []}\n", ["hidden-invisible"]),
    ("a.yml", "- al\u{AD}low : x\n", ["hidden-invisible"]),
    ("a.ini", "[al\u{AD}low]\n", ["hidden-invisible"]),
    ("a.yml", "image: https://exam\u{AD}ple.org/x\n", ["hidden-invisible"]),
    (
      "de.json",
      "{\"a\": \"Donau\u{AD}dampf\", \"b\": [\"Do\u{AD}nau\"], \"c\": \"Do\u{AD}nau: sie\"}\n", []
    ),
    ("de.yml", "name: Be\u{AD}reit: ja\nb: \"Ein\u{AD}stellung\"\n", []),
    ("de.toml", "name = \"Grü\u{AD}ße\u{A0}– naïve\"\n", []),
    ("fix.patch", "--- a/x\n+++ b/x\n+int b = 1;\u{8}\u{8}\u{8}   \n", ["hidden-control"]),
    ("fix.diff", "--- a/x\n+++ b/x\n+run(); //\r+good();\n", ["hidden-control"]),
    ("fix.patch", "--- a/x\r\n+++ b/x\r\n+int b = 1;\r\n", []),
    ("de.patch", "+++ b/de.md\n+Donau\u{AD}dampf\n-שלום \u{2067}x\n", []),
    (
      "configure", "#!/bin/sh\necho checking\n# \0\0\necho\u{200B}hidden\n",
      ["hidden-control", "hidden-invisible"]
    ),
    ("configure", "echo checking\n# \0\n", ["hidden-control"]),
    (
      "bin/run", "#!/usr/bin/perl\n# \0\neval decode_base64('cHJpbnQ=');\n",
      ["hidden-control", "hidden-decoded"]
    ),
    ("Makefile", "all:\n\techo \0\n", ["hidden-control"]),
    ("README", "Read me.\n\0\nRun a\u{202E}b\n", ["hidden-bidi"]),
    ("configure", "#!/bin/sh\ntr '\\000' '\\n' < list\n", []),
    ("AGENTS.md", "Hi\u{E0048}\u{E0049}\u{E004A}\u{E004B}\u{E004C}\n", ["hidden-payload"]),
    ("README.md", "\u{FEFF}Title ❤\u{FE0F} 1\u{FE0F}\u{20E3} 👩\u{200D}💻 ©\u{FE0F}\n", []),
    ("flags.md", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}\n", []),
    ("ja.md", "葛\u{E0100}飾区、辻\u{E0101}さん\n", []),
    ("README.md", "Download from p\u{0430}ypal.com\n", ["hidden-lookalike"]),
    ("README.md", "Это раураl, опечатка\n", []),
    ("README.md", "\u{1B}]0;title\u{7}\n", ["hidden-control"]),
    ("curl.txt", "B\u{8}Bo\u{8}ol\u{8}ld _\u{8}x\n", []),
    ("euc.txt", "\u{1B}$B%F%9%H\u{1B}(B\n", []),
  ]

  @Test(arguments: documents) func documentsAndSettings(
    name: String, text: String, expected: [String]
  ) throws {
    #expect(try HiddenFiles.rules(name, text) == expected)
  }

  static let sources: [(String, String, [String])] = [
    ("a.js", "eval(d(`\(selectors)`))\n", ["hidden-payload"]),
    ("a.js", "s = 'x\u{FE00}y'\n", ["hidden-invisible"]),
    ("a.js", "s = '❤\u{FE0F}'\n", []),
    (
      "a.js", "x\u{3164}\u{FFA0}\u{3164}\u{3164}\u{FFA0}\u{3164}\u{FFA0}\u{3164} = 1\n",
      ["hidden-payload"]
    ),
    ("a.js", "// note\u{2028}evil()\n", ["hidden-invisible"]),
    ("a.c", "int is\u{200D}Admin;\n", ["hidden-invisible"]),
    ("a.c", "int a;\0\nint b;\n", ["hidden-control"]),
    ("a.c", "int a = 0;\0\n// \u{202E}\n", ["hidden-bidi", "hidden-control"]),
    ("a.c", "evil(); //\rgood();\nint a;\n", ["hidden-control"]),
    ("a.c", "int a;\r\nint b;\r\r\n", []), ("old.c", "int a;\rint b;\r", []),
    ("a.py", "run() # x\u{8}\u{8}\u{8}safe\n", ["hidden-control"]),
    ("a.py", "print('\\b \\033[31m')\n", []),
    ("a.sh", "echo # \u{1B}[2K\u{1B}[1A\n", ["hidden-control"]),
    ("a.sh", "echo # \u{1B}[8mhidden\n", ["hidden-control"]),
    ("a.sh", "echo # \u{9B}2K\n", ["hidden-control"]),
    ("a.sh", "red='\u{1B}[0;31m'; off='\u{1B}[m'\n", []),
    ("a.c", "a();\(String(repeating: " ", count: 240))evil();\n", ["hidden-offscreen"]),
    ("a.c", "a();\(String(repeating: "\t", count: 40))evil();\n", ["hidden-offscreen"]),
    ("ci.yml", "run: make\(String(repeating: "\t", count: 30)); evil\n", ["hidden-offscreen"]),
    (
      "package.json", "{\"a\": 1,\(String(repeating: " ", count: 200))\"install\": \"evil\"}\n",
      ["hidden-offscreen"]
    ),
    (
      "ci.yml",
      "run: make\(String(repeating: " ", count: 60))# all\(String(repeating: "\t", count: 30))\n",
      []
    ),
    ("data.json", "{\"a\": \"x\(String(repeating: " ", count: 240))y\", \"b\": 1}\n", []),
    ("table.txt", "name\(String(repeating: " ", count: 240))value\n", []),
    ("a.c", "s = \"x\(String(repeating: " ", count: 240))y\";\n", []),
    ("a.c", "#define A \(String(repeating: " ", count: 240))\\\n 1\n", []),
    ("copy.py", "соре = 1\n", ["hidden-lookalike"]),
    ("copy.py", "# Слово соре\nсоре = 1\n", []),
    ("copy.py", "սո = 1\n", ["hidden-lookalike"]), ("copy.py", "# αβγ Δx ΝΟ\n", []),
    ("a.c", "int x\u{37E}\n", ["hidden-lookalike"]),
    ("a.js", "if (environment\u{1C3}=1) f()\n", ["hidden-lookalike"]),
  ]

  @Test(arguments: sources) func source(name: String, text: String, expected: [String]) throws {
    #expect(try HiddenFiles.rules(name, text) == expected)
  }

  @Test func aLineOfStatementsIsPackedAnywhere() throws {
    let packed = String(repeating: "a[1]=f(2);", count: 400)
    let lines = String(repeating: "int a = f(2);\n", count: 400)
    let paragraph = String(repeating: "A sentence (of a manual) = text; it goes on. ", count: 99)
    let table = String(repeating: "{0x12,0x34},", count: 400)
    for name in ["a.c", "a.py", "index.html", "notes.md", "x.yml"] {
      #expect(
        try HiddenFiles.rules([name: Array((lines + packed).utf8)]) == [
          "hidden-minified \(name):401"
        ])
      #expect(try HiddenFiles.rules(name, lines + paragraph) == [])
      #expect(try HiddenFiles.rules(name, lines + table) == [])
    }
    let links = String(repeating: "<a href=\"x\">a</a>&#160;&amp;", count: 200)
    #expect(try HiddenFiles.rules("index.html", links) == [])
  }

  /// A file of a test may begin with anything; only what is named like source is.
  @Test func binaryDataIsNoText() throws {
    let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 ^ $0 >> 3) }
    #expect(try HiddenFiles.rules(["a.in": noise, "b.d": noise, "c": noise, "d.txt": noise]) == [])
  }

  /// Quadratic, this would take minutes.
  @Test func aWordOfSoftHyphensIsReadOnce() throws {
    let text = "[\"x\(String(repeating: "\u{AD}", count: 50_000))\"]\n"
    #expect(try !HiddenFiles.rules("a.json", text).contains("hidden-invisible"))
  }
}
