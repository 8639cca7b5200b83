import SafeFiles
import TestSupport
import Testing

/// The README says what `assetkit.toml` may contain, and its example works.
struct ProjectDocumentationTests {
  private static func readme() throws -> [Substring] {
    let text = try DirectoryHandle(path: Checkout.path)
      .readFile(try RelativePath("README.md"), limitBytes: 1 << 20)
    return String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func everyKeyOfAnEntryIsDocumentedAndNoOther() async throws {
    let rows = try Self.readme().drop { $0 != "| key of `[[icons]]` | meaning |" }
      .dropFirst(2).prefix { $0.hasPrefix("| `") }
    let keys = rows.flatMap { row in
      row.split(separator: " | ")[0].split(separator: "`").filter { $0.first?.isLetter == true }
    }
    #expect(Set(keys.map(String.init)) == (try await IconKeysTests.keys()))
    #expect(Set(keys).count == keys.count)
  }

  @Test func theExampleIsMadeAsItStands() async throws {
    let lines = try Self.readme().drop { $0 != "### A project that remembers its icons" }
      .drop { $0 != "    version = 1" }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
    let project = try ProjectFolder("", masters: ["icon", "icon-beta"])
    try project.folder.write(
      "assetkit.toml", lines.map { $0.dropFirst(4) }.joined(separator: "\n") + "\n")
    // The masters of the tests are small; headers are enough to see that every table is read.
    let small = try await project.icons("--dry-run")
    #expect(small.errors.contains("smaller than the 1024 pixels"), "\(small.errors)")
    try project.folder.write("art/icon.png", SmallPNG.grey(side: 1024))
    try project.folder.write("art/icon-beta.png", SmallPNG.grey(side: 1024))
    let listed = try await project.icons("--dry-run")
    #expect(listed.status == 0, "\(listed.errors)")
    for name in ["AppIcon.appiconset/ios-1024", "AppIcon-Beta.appiconset/ios-1024"] {
      #expect(listed.output.contains("App/Assets.xcassets/\(name).png\t1024\t1024\n"))
    }
    #expect(listed.output.contains("/ic_launcher_beta.png"))
  }
}
