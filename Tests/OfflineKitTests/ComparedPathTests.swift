import Foundation
import Testing

@testable import OfflineKit

struct ComparedPathTests {
  private static let files = [
    ".git/HEAD", ".build/release/App", "out/a.o", "out/b.o", "out/deep/c.o", "out/ä.o", "Makefile",
  ]

  @Test(arguments: [
    ("./out//a.o", ["out/a.o"]),
    ("none", ["none"]),
    ("out/*.o", ["out/a.o", "out/b.o", "out/ä.o"]),
    ("out/?.o", ["out/a.o", "out/b.o", "out/ä.o"]),
    ("**/*.o", ["out/a.o", "out/b.o", "out/deep/c.o", "out/ä.o"]),
    ("**/deep/*", ["out/deep/c.o"]),
    ("out/**", ["out/a.o", "out/b.o", "out/deep", "out/ä.o"]),
    ("*", [".build", "Makefile", "out"]),
    (".build/*/App", [".build/release/App"]),
    ("**/**/**/HEAD", []),
    ("*.a", []),
  ])
  func patterns(text: String, expected: [String]) throws {
    let root = FileManager.default.temporaryDirectory
      .appendingPathComponent("assetkit-paths-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for file in Self.files {
      let place = root.appendingPathComponent(file)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: place)
    }
    #expect(try ComparedPath(text).paths(in: root.path).sorted() == expected)
  }
}
