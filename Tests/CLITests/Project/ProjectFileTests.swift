import TestSupport
import Testing

/// `assetkit.toml` is one file with one schema, whoever reads it.
struct ProjectFileTests {
  /// Each mistake with its place and what the message says.
  static let mistakes = [
    (
      "[icons]\nmaster = \"a.png\"",
      "3:2: icons is a table, expected an array of tables, which begin with [[icons]]"
    ),
    ("[[icon]]", "3:3: the key icon is unknown; did you mean 'icons'?"),
    ("[[icons]]\nfitt = \"pad\"", "4:1: the key icons[0].fitt is unknown; did you mean 'fit'?"),
    ("[[icons]]\nringing = 1", "4:11: icons[0].ringing is an integer, expected true or false"),
    ("[[icons]]\noutput = 1", "4:10: icons[0].output is an integer, expected a string or a table"),
    ("[[icons]]\nat = { 16 = 1 }", "4:13: icons[0].at.16 is an integer, expected a string"),
    (
      "[[icons]]\nmanifest = { nam = \"a\" }",
      "4:14: the key icons[0].manifest.nam is unknown; did you mean 'name'?"
    ),
    ("[build]\ncomand = \"make\"", "4:1: the key build.comand is unknown; did you mean 'command'?"),
    ("[build]\ncompare = \"a\"", "4:11: build.compare is a string, expected an array"),
    ("[build]\nhome = \"a\"", "4:8: build.home is \"a\", expected one of empty, kept"),
    ("[cache]\nupload = \"yes\"", "4:10: cache.upload is a string, expected true or false"),
    ("[audit]\nalow = []", "4:1: the key audit.alow is unknown; did you mean 'allow'?"),
    ("[audit.severity]\nnothing = \"off\"", "4:1: the key audit.severity.nothing is unknown"),
    ("[[preset]]\nname = \"a\"\nfile = []", "3:3: the key preset[0].files is missing"),
  ]

  @Test func everyReaderRefusesEveryMistake() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"])
    for (text, message) in Self.mistakes {
      try await project.shell("cat >assetkit.toml <<'END'\nversion = 1\n\n\(text)\nEND")
      let readers = [
        try await project.vendor("audit"),
        try await Program.run(["icons", "--list-presets"], in: project.path),
      ]
      for reader in readers {
        #expect(reader.status == 2)
        #expect(reader.errors.contains("assetkit: assetkit.toml:\(message)"), "\(reader.errors)")
      }
    }
  }

  @Test func everyTableIsReadByEveryReader() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"])
    try await project.shell(
      """
      cat >assetkit.toml <<'END'
      version = 1

      [[icons]]
      name = "app"
      master = "art/icon.png"
      preset = ["ios", "kiosk"]
      output = "App/Assets.xcassets"
      drawn-from = "art/icon.svg"
      drawn-from-sha256 = "00"

      [[preset]]
      name = "kiosk"
      fit = "pad"
      files = [{ path = "tile.png", size = 16 }]

      [build]
      command = "swift build -c release"
      compare = [".build/release/App"]
      home = "kept"

      [audit]
      fail-on = "error"
      allow = ["MIT", "BSD-3-Clause", "Apache-2.0"]

      [cache]
      url = "https://cache.example.org"
      upload = false
      END
      """)
    try project.folder.create("art/icon.png", SmallPNG.grey(side: 1024))
    #expect(try await project.vendor("audit").errors.contains("assetkit.toml") == false)
    let icons = try await Program.run(["icons", "--dry-run"], in: project.path)
    #expect(icons.output.contains("App/Assets.xcassets/tile.png\t16\t16\n"), "\(icons.errors)")
    #expect(try await Program.run(["icons", "--list-presets"], in: project.path).status == 0)
  }

  @Test func aPolicyAtTheTopLevelIsReadAndSaidToBelongElsewhere() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"])
    try await project.shell(
      "printf 'version = 1\\n[licences]\\nallowed = [\"MIT\"]\\n' >assetkit.toml")
    let former = try await project.vendor("audit")
    let note =
      "assetkit: assetkit.toml:2: 'licences' belongs in [audit] now; "
      + "move it to 'allow' and 'deny' of [audit]\n"
    #expect(former.errors.hasPrefix(note), "\(former.errors)")
    try await project.shell("printf 'version = 1\\n[audit]\\nallow = [\"MIT\"]\\n' >assetkit.toml")
    let present = try await project.vendor("audit")
    #expect(former.output == present.output)
    #expect(former.errors == note + present.errors)
    #expect(former.status == present.status)
  }

  @Test func failOnIsTheDefaultOfTheOption() async throws {
    let project = try await VendoredProject(["a.c": "int a;\n"])
    try await project.shell(
      "printf 'version = 1\\n[audit]\\nrequire-reviews = true\\n' >assetkit.toml")
    let strict = try await project.vendor("audit")
    #expect(strict.status == 1, "\(strict.output)")
    try await project.shell("echo 'fail-on = \"never\"' >>assetkit.toml")
    #expect(try await project.vendor("audit").status == 0)
    #expect(try await project.vendor("audit", "--fail-on", "note").status == 1)
  }
}
