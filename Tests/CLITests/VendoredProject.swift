import TestSupport
import Testing

/// A project with one vendored package, `demo`, listed and pinned by coreutils alone.
struct VendoredProject {
  let folder: TemporaryFolder
  var path: String { folder.path }

  /// A git repository whose package comes from a folder.
  init() async throws {
    folder = try TemporaryFolder([
      "Vendor/demo/src/a.c": "one\ntwo\nthree\n", "Vendor/demo/README": "hello\n",
    ])
    try await pin(
      source: #"source = "upstream/demo-{version}""#, keys: #"type = "directory""#)
    try await shell(
      "git init -q . && git add . && git -c user.name=t -c user.email=t@t commit -q -m t")
  }

  /// A project whose package has these files and comes from an archive.
  ///
  /// - Parameter keys: more lines of the package in `vendor.lock`.
  init(_ files: [String: String], keys: String = "license = \"MIT\"") async throws {
    folder = try TemporaryFolder(["Makefile": "all:\n\tcc Vendor/demo/*.c\n"])
    for (name, text) in files { try folder.create("Vendor/demo/\(name)", text) }
    try await pin(keys: keys)
  }

  /// Makes the list and the lock say what is in the package.
  func pin(keys: String = "license = \"MIT\"") async throws {
    try await pin(
      source: """
        source = "https://example.org/demo-{version}.tar.gz"
        type = "archive"
        archive-sha256 = "$pin"
        """, keys: keys)
  }

  private func pin(source: String, keys: String) async throws {
    try await shell(
      """
      cd Vendor/demo
      find . -type f | sed 's,^\\./,,' | LC_ALL=C sort | tr '\\n' '\\0' | xargs -0 sha256sum >../demo.sums
      cd ../..
      pin=$(sha256sum Vendor/demo.sums | cut -c1-64)
      cat >vendor.lock <<END
      version = 1

      [[package]]
      name = "demo"
      version = "1.2"
      \(source)
      \(keys)
      pristine = "sha256:$pin"
      tree = "sha256:$pin"
      END
      """)
  }

  /// Runs a script of the shell in the project.
  @discardableResult func shell(_ script: String) async throws -> String {
    try await Command.shell(script, in: path)
  }

  /// Runs a script of Python over a text that it finds in `text`.
  ///
  /// - Parameter packages: a folder with more of Python's packages.
  func check(_ text: String, with script: String, packages: String? = nil) async throws {
    let outcome = try await Command.run(
      "python3", ["-c", "import sys\ntext = sys.stdin.read()\n" + script], in: path,
      environment: packages.map { ["PYTHONPATH": $0] } ?? [:], input: text)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// Runs `assetkit vendor` with these arguments.
  func vendor(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Command.Outcome {
    try await Program.run(["vendor"] + arguments, in: path, environment: environment)
  }
}
