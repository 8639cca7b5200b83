import Findings
import TestSupport
import Testing
import VendorKit

/// What a package's own git files would do to it. The oracle is git itself.
struct GitHintsTests {
  @Test func hiddenFilesAreNamedByTheLineThatHidesThem() throws {
    let vendored = try VendoredFolder([
      ".gitignore": "*.o\n/configure\nbuild/\n!keep.o\n", "configure": "x", "src/configure": "x",
      "src/a.o": "x", "src/keep.o": "x", "build/keep.o": "x", "build/x": "x", "main.c": "x",
    ])
    #expect(
      try vendored.findings() == [
        "Vendor/demo/.gitignore:1: hides 1 vendored file, src/a.o first [integrity-ignored]",
        "Vendor/demo/.gitignore:2: hides 1 vendored file, configure first [integrity-ignored]",
        "Vendor/demo/.gitignore:3: hides 2 vendored files, build/keep.o first [integrity-ignored]",
      ])
    #expect(try vendored.verify().isIntact)
  }

  @Test func patternsAboveThePackageCountToo() throws {
    let vendored = try VendoredFolder(["lib/a.a": "x", "b.c": "x"])
    try vendored.write(".gitignore", "# archives\n*.[ao]\n")
    #expect(
      try vendored.findings() == [
        ".gitignore:2: hides 1 vendored file, lib/a.a first [integrity-ignored]"
      ])
  }

  @Test func rewrittenFilesAreNamedByTheLine() throws {
    let vendored = try VendoredFolder([
      ".gitattributes": "*.txt text\n*.bin binary\n*.sh -text\n", "a.txt": "x", "b/c.txt": "x",
      "d.bin": "x", "e.sh": "x", "b/.gitattributes": "c.txt !text\nd.c ident\n", "b/d.c": "x",
    ])
    #expect(
      try vendored.findings() == [
        "Vendor/demo/.gitattributes:1: lets git rewrite 1 vendored file, a.txt first"
          + " [integrity-rewritten]",
        "Vendor/demo/b/.gitattributes:2: lets git rewrite 1 vendored file, b/d.c first"
          + " [integrity-rewritten]",
      ])
  }

  @Test func acknowledgedWarningsAreNotRepeated() throws {
    var vendored = try VendoredFolder([
      ".gitignore": "*.o\n", "a.o": "x", ".gitattributes": "*.txt text\n", "a.txt": "x",
    ])
    var package = vendored.lock.packages[0]
    for rule in Lock.Package.Acknowledgement.allCases {
      #expect(try vendored.findings().contains { $0.hasSuffix("[\(rule.rawValue)]") })
      package.acknowledged.append(rule)
      try vendored.write(vendored.lock.setting(package))
      #expect(try !vendored.findings().contains { $0.hasSuffix("[\(rule.rawValue)]") })
    }
    #expect(try vendored.findings() == [])
    let lock = try Lock(in: vendored.root)
    #expect(lock.text == vendored.lock.text)
    #expect(lock.packages[0].acknowledged == Lock.Package.Acknowledgement.allCases)
  }

  @Test func listPatchesAndLockCanBeHiddenToo() throws {
    let vendored = try VendoredFolder(["a": "x"])
    try vendored.write(".gitignore", "*.sums\nvendor.lock\n")
    #expect(
      try vendored.findings() == [
        ".gitignore:1: hides 1 vendored file, Vendor/demo.sums first [integrity-ignored]",
        ".gitignore:2: hides 1 vendored file, vendor.lock first [integrity-ignored]",
      ])
  }

  @Test func linesAboveThePackageCountToo() throws {
    let vendored = try VendoredFolder(["a.c": "x\n", "b.png": "x"])
    try vendored.write(".gitattributes", "* text=auto eol=crlf\n*.png binary\n")
    #expect(
      try vendored.findings() == [
        ".gitattributes:1: lets git rewrite 1 vendored file, a.c first [integrity-rewritten]"
      ])
    let remedy = try #require(try vendored.verify().findings.first).remedy
    #expect(remedy.hasPrefix("add the line 'Vendor/** -text' below that line"))
    try vendored.write(
      ".gitattributes", "* text=auto eol=crlf\n*.png binary\nVendor/** -text\n")
    #expect(try vendored.findings() == [])
  }

  /// git does not convert line endings where `text` is unset, gitattributes(5).
  @Test func endingsInAPackageConvertNothingWhereTheRootUnsetsText() throws {
    let vendored = try VendoredFolder([".gitattributes": "*.bat eol=crlf\n", "a.bat": "x\n"])
    #expect(try vendored.findings().count == 1)
    try vendored.write(".gitattributes", "Vendor/** -text\n")
    #expect(try vendored.findings() == [])
  }

  /// Patterns against `git check-ignore`, over every path of a small tree.
  @Test(arguments: [
    "*.c", "a", "/a", "a/", "a/b", "/a/b", "a/*", "a/**", "**/b", "**/a/b", "a/**/c.c", "?", "[ab]",
    "[!a]", "[^a]", "[a-b].c", "*\\.c", "a*", "*b*", "**", "*/b", "\\a", "b.c ", "[", "[]]", "a**",
    "a/b/", "*\n!a", "*\n!*/\n!c.c", "a\n!a/b",
  ])
  func patternsMeanWhatTheyMeanToGit(pattern: String) async throws {
    let paths = [
      "a/b/c.c", "a/b/d", "a/c.c", "a/a", "b/b", "b.c", "c.c", "d/a/b", "d/b/a/b", "x/a.c", "x/]",
    ]
    var files = Dictionary(uniqueKeysWithValues: paths.map { ($0, $0) })
    files[".gitignore"] = pattern + "\n"
    let vendored = try VendoredFolder(files)
    let folder = vendored.folder.path
    let command =
      "git init -q . && cd Vendor/demo && git -c core.excludesFile= ls-files -o -i --exclude-standard | wc -l > ../../count"
    try await Command.shell(command, in: folder)
    let hidden = try vendored.findings("demo").filter { $0.hasSuffix("[integrity-ignored]") }
    let counts = hidden.compactMap { line in
      line.split(separator: " ").drop { $0 != "hides" }.dropFirst().first.flatMap { Int($0) }
    }
    let expected = try vendored.folder.text("count").filter(\.isNumber)
    #expect(counts.reduce(0, +) == Int(expected), "\(hidden)")
  }
}
