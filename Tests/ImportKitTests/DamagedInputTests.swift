import Testing

@testable import ImportKit

/// Damaged input ends with an error or a result, never with a trap.
struct DamagedInputTests {
  private static let resolved = #"""
    {"pins": [{"identity": "a", "kind": "remoteSourceControl", "location": "https://h/a.git",
      "state": {"revision": "0123", "version": "1.0"}}], "version": 3}
    """#
  private static let wrap = """
    [wrap-file]
    directory = sum-1.2
    source_url = https://example.org/sum-1.2.tar.gz
    source_hash = 00
    # comment
    [provide]
    sum = sum_dep
    """
  private static let spec = #"""
    {"name": "A", "version": "1", "source": {"git": "https://h/a", "tag": "1"}, "source_files": ["a/*"],
     "ios": {"source_files": {"x": "b"}}, "subspecs": [{"name": "B", "script_phases": [{"name": "x"}]}]}
    """#
  private static let manifest = ##"""
    let p = Package(name: "x", /* a */ dependencies: [ // b
      .package(url: "https://h/b", from: "1"), .package(url: #"a"#, """
      """), .package(name: "\(x)", url: "https://h/b")])
    """##

  @Test func mutationsDoNotTrap() {
    var random = SystemRandomNumberGenerator()
    let seeds = [PodTests.lock, Self.resolved, Self.wrap, Self.spec, Self.manifest]
      .map { Array($0.utf8) }
    for seed in seeds {
      for place in seed.indices {
        for bytes in [
          Array(seed[..<place]), Self.flipped(seed, place, &random), Self.cut(seed, place, &random),
        ] { read(bytes) }
      }
    }
  }

  private func read(_ bytes: [UInt8]) {
    _ = try? PackageResolved(bytes, file: "f")
    _ = try? PodfileLock(bytes, file: "f")
    _ = try? MesonWrap(bytes, file: "f")
    let spec = try? Podspec(bytes, file: "f", name: "A", subspecs: ["B", ""])
    _ = spec?.cautions
    _ = spec?.strings("source_files").flatMap(PodPatterns.globs)
    let manifest = SwiftManifest(bytes) { "../\($0)" }
    // What was rewritten once has no more addresses to rewrite.
    #expect(SwiftManifest(manifest.rewritten) { "../\($0)" }.rewritten == manifest.rewritten)
  }

  private static func flipped(
    _ seed: [UInt8], _ place: Int, _ random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    var bytes = seed
    bytes[place] = "\"'\\:[]{}()#/*-\n\t \u{0}x".utf8.randomElement(using: &random) ?? 0
    return bytes
  }

  private static func cut(
    _ seed: [UInt8], _ place: Int, _ random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let end = Int.random(in: place..<min(seed.count, place + 30), using: &random)
    return Array(seed[..<place] + seed[end...])
  }
}
