import Testing

@testable import ImportKit

struct SwiftManifestTests {
  private func rewritten(_ text: String) -> String {
    let manifest = SwiftManifest(Array(text.utf8)) { $0 == "b" ? "../b" : nil }
    return String(decoding: manifest.rewritten, as: UTF8.self)
  }

  @Test(arguments: [
    (#".package(url: "https://h/B.git", from: "1.0.0")"#, #".package(path: "../b")"#),
    (#".package(url: "https://h/b/", exact: "1.0.0"),"#, #".package(path: "../b"),"#),
    (
      #".package(name: "Bee", url: "https://h/b", .upToNextMajor(from: "1.0.0"))"#,
      #".package(name: "Bee", path: "../b")"#
    ),
    (
      ".package(\n  url: \"https://h/b\", // why\n  from: \"1.0.0\", traits: [\"T\", .defaults]\n)",
      #".package(path: "../b", traits: ["T", .defaults])"#
    ),
    (
      #"x ? .package (url: "https://h/b", "1.0.0"..<"2.0.0") : y"#,
      #"x ? .package (path: "../b") : y"#
    ),
  ])
  func addressesBecomeFolders(_ text: String, _ expected: String) {
    #expect(rewritten(text) == expected)
  }

  @Test(arguments: [
    #".package(url: "https://h/c", from: "1.0.0")"#, #".package(path: "../b")"#,
    #"// .package(url: "https://h/b", from: "1.0.0")"#,
    #"/* a /* b */ .package(url: "https://h/b", from: "1.0.0") */"#,
    #"let s = ".package(url: \"https://h/b\")""#,
    "let s = \"\"\"\n.package(url: \"https://h/b\", from: \"1\")\n\"\"\"",
    ##"let s = #".package(url: "https://h/b", from: "1")"#"##,
    #".package(url: "https://h/\(name)", from: "1.0.0")"#, #".package(url: address, from: "1")"#,
    #".packageName(url: "https://h/b")"#, #".package(url: "https://h/b""#, ".package(", ".package",
    #".product(name: "B", package: "b")"#,
  ])
  func everythingElseStays(_ text: String) {
    #expect(rewritten(text) == text)
  }

  @Test func remainingAddressesAndBinariesAreNamed() {
    let text = #"""
      .package(url: "https://h/c", from: "1"), .package(url: base + "/b", from: "1"),
      .binaryTarget(name: "X", url: "https://h/x.zip", checksum: "0"), .binaryTarget(name: "Y", path: "y")
      """#
    let manifest = SwiftManifest(Array(text.utf8)) { _ in nil }
    #expect(manifest.remaining == ["https://h/c", #"base + "/b""#])
    #expect(manifest.binaries == [#""https://h/x.zip""#])
  }

  @Test func onlyManifestsAreManifests() {
    for name in ["Package.swift", "Package@swift-6.1.swift"] {
      #expect(SwiftManifest.isName(Array(name.utf8)))
    }
    for name in ["package.swift", "a/Package.swift", "Package@swift-6", "Package.swift.orig"] {
      #expect(!SwiftManifest.isName(Array(name.utf8)))
    }
  }
}
