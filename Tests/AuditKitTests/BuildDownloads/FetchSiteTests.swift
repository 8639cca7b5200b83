import Testing

@testable import AuditKit

/// Every way to fetch, each beside a twin that only looks like it.
struct FetchSiteTests {
  static func found(_ file: String, _ text: String) -> [FetchSite] {
    let bytes = Array(text.utf8)
    return kind(file, bytes)?.fetchSites(in: bytes) ?? []
  }

  static func kind(_ file: String, _ bytes: [UInt8]) -> BuildFile? {
    let components = file.split(separator: "/").map(String.init)
    return BuildFile(name: components[components.count - 1], head: bytes)
      ?? (Workflow.isWorkflow(components: components) ? .workflow : nil)
      ?? (file.hasSuffix(".go") ? .goSource : nil)
      ?? BuildScriptLocation.language(of: components, head: bytes).map(BuildFile.script)
  }

  @Test(arguments: FetchCase.all)
  func findsWhatFetchesAndNothingElse(planted: FetchCase) {
    let found = Self.found(planted.file, planted.text)
    #expect(found.map { "\($0.line) \($0.means)" } == planted.sites)
  }

  @Test func theTargetIsNamedAsWritten() {
    #expect(
      Self.found("a.sh", "curl -o x \"https://example.org/$v.tgz\"").first?.target
        == "https://example.org/$v.tgz")
    #expect(
      Self.found("Package.swift", ".package(url: \"https://example.org/x\", from: \"1\")").first?
        .target == "https://example.org/x")
    #expect(Self.found("CMakeLists.txt", "file(DOWNLOAD ${URL} x)").first?.target == "${URL}")
  }

  /// Whatever the bytes, an answer comes back: every file kind on cut and flipped input.
  @Test func brokenInputIsReadToItsEnd() {
    var state: UInt64 = 42
    func random(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for planted in FetchCase.all {
      let whole = Array(planted.text.utf8)
      for _ in 0..<40 {
        var bytes = Array(whole.prefix(random(below: whole.count + 1)))
        if !bytes.isEmpty { bytes[random(below: bytes.count)] = UInt8(random(below: 256)) }
        for site in Self.kind(planted.file, whole)?.fetchSites(in: bytes) ?? [] {
          #expect(site.line >= 1 && site.line <= bytes.count { $0 == 10 } + 1)
        }
      }
    }
  }

  @Test func deepNestingDoesNotExhaustTheStack() {
    for opener in ["$(", "(", "`", "\"$("] {
      _ = Self.found("a.sh", String(repeating: opener, count: 20_000))
    }
    _ = Self.found("CMakeLists.txt", String(repeating: "a(", count: 20_000))
  }
}
