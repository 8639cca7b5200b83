import SafeFiles
import TestSupport
import Testing

/// The manual pages and the reference that `make install` writes from the program.
struct ReferenceTests {
  @Test func everyTopicHasAManualPage() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Command.run(
      "\(Checkout.path)/Scripts/manual-pages", [Program.executable, folder.path, "2026-01-31"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let pages = try folder.contents()
    for (page, words) in [
      ("man5/assetkit.toml.5", ["[[icons]]", "drawn-from-sha256"]),
      ("man5/vendor.lock.5", ["[[package]]", "acknowledged"]),
      ("man5/assetkit-policy.5", ["[[audit.exception]]", "weak-copyleft"]),
      ("man7/assetkit-presets.7", ["[[preset.files]]", "windows-msix"]),
      ("man1/assetkit.1", [".Xr assetkit.toml 5 ,", ".Xr assetkit-presets 7"]),
      ("man1/assetkit-vendor-verify.1", [".It Fl Fl changed"]),
    ] {
      let text = String(decoding: try #require(pages[page], "\(page)"), as: UTF8.self)
      for word in words { #expect(text.contains(word), "\(page): \(word)") }
    }
  }

  @Test func theReferenceHasEveryCommandOptionAndKey() async throws {
    let outcome = try await Command.run(
      "\(Checkout.path)/Scripts/reference", [Program.executable])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = Set(outcome.output.split(separator: "\n").map(String.init))
    for heading in ["assetkit vendor add", "assetkit cache prune", "vendor.lock", "policy"] {
      #expect(lines.contains("## \(heading)"), "\(heading)")
    }
    let cells = Set(
      lines.filter { $0.hasPrefix("| `") }.compactMap { $0.split(separator: "`").dropFirst().first }
    )
    let tables = try await HelpTopics().tables(of: TopicTests.names)
    for name in tables.flatMap(\.names) {
      #expect(cells.contains { $0.prefix { $0 != " " } == name[...] }, "\(name)")
    }
    // A bar ends a cell, also in code.
    for line in lines where line.hasPrefix("| ") {
      #expect(line.replacing("\\|", with: "").count { $0 == "|" } == 3, "\(line)")
    }
    #expect(lines.contains("    assetkit offline [options] [-- <command>…]"))
    #expect(lines.contains { $0.hasPrefix("| `--list-presets [<name>]`") && !$0.contains("(") })
    #expect(cells.contains("-o, --output <output>") && cells.contains("--ringing, --no-ringing"))
  }
}
