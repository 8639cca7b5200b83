import SafeFiles
import Testing

/// Within a module, as between modules, arrows point down: a folder uses those below it.
struct FolderOrderTests {
  @Test(arguments: FolderOrder.folders.map(\.module))
  func arrowsPointDown(_ module: String) throws {
    let order = try #require(FolderOrder.folders.first { $0.module == module }).folders
    let sources = try ModuleSources(of: module, in: try Self.root())
    let violations = sources.violations(of: order)
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    let gone = Set(order).subtracting(sources.files.map(\.folder))
    #expect(gone.isEmpty, "FolderOrder names folders without a file: \(gone.sorted())")
  }

  @Test func aCallUpwardsIsNamedWithItsLine() {
    let sources = ModuleSources([
      .init(path: "Low/A.swift", folder: "Low", source: Array("struct A {}\n\nlet b = B()".utf8)),
      .init(path: "High/B.swift", folder: "High", source: Array("struct B { var a: A }".utf8)),
    ])
    #expect(
      sources.violations(of: ["Low", "High"])
        == ["Low/A.swift:3: Low uses B of High, which is above it"])
    #expect(
      sources.violations(of: ["High", "Low"])
        == ["High/B.swift:1: High uses A of Low, which is above it"])
    #expect(
      sources.violations(of: ["High"]).contains(
        "Low/A.swift:1: the folder Low is not in FolderOrder"))
  }

  @Test(arguments: [
    "/// Used by ``B``, /* never */ B by itself.\n", "/* /* B */ B */", "let x = \"B()\"",
    "let x = #\"\\(B()) \"B\" \"#", "let x = \"\"\"\n  B \"B\"\n  \"\"\"",
    "struct C { enum B {} }; B()",
    "a.B()", "private struct B {}",
  ])
  func whatIsNoUse(_ text: String) {
    #expect(uses(of: "B", in: text).isEmpty)
  }

  @Test(arguments: [
    "\n\nB()", "let x =\n\"\"\"\n\\(\"\\(B())\")\n\"\"\"\n", "\n\nlet x = #\"\\#(B())\"#",
    "/* \n */\nextension B {}",
  ])
  func whatIsAUse(_ text: String) {
    #expect(uses(of: "B", in: text).count == 1)
    #expect((3...4).contains(uses(of: "B", in: text).first ?? 0))
  }

  private func uses(of name: String, in text: String) -> [Int] {
    ModuleSources.File(path: "", folder: "", source: Array(text.utf8)).used
      .filter { $0.name == name }.map(\.line)
  }

  /// The repository, from where this file is.
  private static func root(_ file: String = #filePath) throws -> DirectoryHandle {
    let folders = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return try DirectoryHandle(path: folders.joined(separator: "/"))
  }
}
