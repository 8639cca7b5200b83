import SafeFiles
import TestSupport
import Testing

/// The first commands that a newcomer reads in the README, run as they stand there.
struct ReadmePathsTests {
  /// A path of the README, what its reader already has, and what there is afterwards.
  struct Path: CustomTestStringConvertible {
    let heading: String
    /// A script of the shell in an empty folder; `$FIXTURES` are ours.
    let before: String
    let results: [String]

    var testDescription: String { heading }
  }

  static let paths = [
    Path(
      heading: "One PNG and five minutes", before: #"cp "$FIXTURES/master.png" ."#,
      results: [
        "out/AppIcon.appiconset/Contents.json", "out/mipmap-xxhdpi/ic_launcher.png",
        "out.html",
      ]),
    Path(
      heading: "An app for Android, or with Flutter, Tauri or Electron",
      before: #"mkdir -p art app/src/main/res; cp "$FIXTURES/master.png" art/icon.png"#,
      results: ["app/src/main/res/mipmap-anydpi-v26/ic_launcher.xml", "assetkit.toml"]),
    Path(
      heading: "A library in C that comes from elsewhere", before: archives,
      results: ["Vendor/base32/NEWS", "vendor.lock"]),
    Path(
      heading: "A CI job",
      before: """
        \(archives)
        "$ASSETKIT" vendor add base32 'upstream/base32-{version}.tar' --version 1.0 --strip 1
        printf 'version = 1\\n\\n[audit]\\nallow = ["permissive"]\\n' >assetkit.toml
        printf 'all:\\n\\tcc -IVendor/base32/include -c Vendor/base32/src/*.c\\n' >Makefile
        """,
      results: ["check.sarif", "sbom.cdx.json", "NOTICES.txt"]),
  ]

  /// Two versions of our own library, in a repository.
  private static let archives = """
    git init -q .
    mkdir upstream
    cp "$FIXTURES/base32-1.0.tar" upstream
    tar -xf upstream/base32-1.0.tar
    mv base32-1.0 base32-1.1
    echo 'What is new' >base32-1.1/NEWS
    tar -cf upstream/base32-1.1.tar base32-1.1
    rm -r base32-1.1
    """

  @Test func everyPathIsTried() throws {
    #expect(try Self.headings() == Self.paths.map(\.heading))
  }

  @Test(arguments: paths) func aPathOfFiveCommandsWorks(_ path: Path) async throws {
    let commands = try Self.commands(under: path.heading)
    #expect(commands.count == 5)
    let folder = try TemporaryFolder()
    let environment = [
      "FIXTURES": Checkout.path + "/fixtures", "ASSETKIT": Program.executable,
    ]
    let before = try await Command.run(
      "/bin/sh", ["-ec", path.before], in: folder.path, environment: environment)
    try #require(before.status == 0, "\(before.errors)")
    for command in commands {
      let outcome = try await Command.run(
        "/bin/sh", ["-c", "assetkit() { \"$ASSETKIT\" \"$@\"; }; \(command)"], in: folder.path,
        environment: environment)
      #expect(outcome.status == 0, "\(command): \(outcome.output) \(outcome.errors)")
    }
    for result in path.results { #expect(try folder.exists(result), "\(result)") }
  }

  /// The lines of the chapter.
  private static func lines() throws -> [Substring] {
    let readme = String(
      decoding: try DirectoryHandle(path: Checkout.path)
        .readFile(RelativePath("README.md"), limitBytes: 1 << 20), as: UTF8.self)
    return Array(
      readme.split(separator: "\n").drop { $0 != "## Four ways to begin" }.dropFirst()
        .prefix { !$0.hasPrefix("## ") })
  }

  private static func headings() throws -> [String] {
    try lines().filter { $0.hasPrefix("### ") }.map { String($0.dropFirst(4)) }
  }

  private static func commands(under heading: String) throws -> [Substring] {
    try lines().drop { $0 != "### " + heading }.dropFirst().prefix { !$0.hasPrefix("### ") }
      .filter { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
  }
}
