import TestSupport
import Testing
import TextFormats

/// A git repository with a package from an archive of its own, icons and a build.
struct ProvableProject {
  let folder: TemporaryFolder
  private let cache: TemporaryFolder
  var path: String { folder.path }

  /// A project whose `assetkit.toml` has these parts.
  init(icons: Bool = true, build: String? = "mkdir out && cat a.c Vendor/foo/b.c >out/all")
    async throws
  {
    folder = try TemporaryFolder()
    cache = try TemporaryFolder()
    try folder.create("a.c", "int main(void) { return 0; }\n")
    var settings = "version = 1\n"
    if icons {
      try folder.create("art/icon.png", try Checkout.masterBytes())
      settings += """
        [[icons]]
        name = "app"
        master = "art/icon.png"
        preset = "none"
        size = [16, 32]
        output = "icons"

        """
    }
    if let build { settings += "[build]\ncommand = \"\(build)\"\ncompare = [\"out\"]\n" }
    try folder.create("assetkit.toml", settings)
    try await shell(
      """
      git init -q . && git config user.name t && git config user.email t@t
      mkdir up foo-1 && echo 'int b;' >foo-1/b.c && echo MIT >foo-1/LICENSE && tar cf up/foo-1.tar foo-1
      rm -r foo-1
      """)
    try await assetkit("vendor", "add", "foo", "up/foo-1.tar", "--strip", "1")
    if icons { try await assetkit("icons", "--quiet") }
    try await commit()
  }

  @discardableResult
  func shell(_ script: String) async throws -> String {
    try await Command.shell(script, in: path)
  }

  func commit() async throws { try await shell("git add -A && git commit -qm x") }

  @discardableResult
  func assetkit(_ arguments: String...) async throws -> Command.Outcome {
    let outcome = try await Program.run(
      arguments, in: path, environment: ["XDG_CACHE_HOME": cache.path])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome
  }

  /// Runs `assetkit prove --json`, with an empty cache.
  func prove(
    _ arguments: String..., in subfolder: String = ".", environment: [String: String] = [:],
    under wrapper: [String] = []
  ) async throws -> (status: Int32, json: JSON, errors: String) {
    let outcome = try await Program.run(
      ["prove", "--json", "--quiet"] + arguments, in: "\(path)/\(subfolder)",
      environment: ["XDG_CACHE_HOME": "/proc/nowhere"].merging(environment) { $1 },
      under: wrapper)
    let json = outcome.output.isEmpty ? .null : try #require(JSON(Array(outcome.output.utf8)))
    return (outcome.status, json, outcome.errors)
  }
}

extension JSON {
  /// The claim of that name.
  func claim(_ name: String) -> JSON? {
    self["claims"]?.elements?.first { $0["name"]?.text == name }
  }

  /// The states of vendored sources, icons, policy and build.
  var states: [String] { (self["claims"]?.elements ?? []).compactMap { $0["state"]?.text } }

  /// How many files `files` counts under a name.
  func fileCount(_ name: String) -> Int? {
    guard case .number(let text)? = self["files"]?[name]?["files"] else { return nil }
    return Int(text)
  }

  /// The reason for which a file is named as neither source nor derived.
  func reason(for path: String) -> String? {
    self["files"]?["unexplained-files"]?.elements?.first { $0["path"]?.text == path }?["reason"]?
      .text
  }
}
