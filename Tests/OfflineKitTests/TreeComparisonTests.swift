import Foundation
import Testing

@testable import OfflineKit

/// Two folders that are compared.
private final class Pair {
  let root = FileManager.default.temporaryDirectory
    .appendingPathComponent("assetkit-pair-\(UUID().uuidString)").path
  var first: String { root + "/1" }
  var second: String { root + "/2" }

  init() throws {
    for folder in [first, second] {
      try FileManager.default.createDirectory(
        atPath: folder + "/out/deep", withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  func write(_ name: String, _ bytes: [UInt8], in folder: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/out/\(name)"))
  }

  func compared() throws -> TreeComparison {
    var comparison = TreeComparison()
    try comparison.compare("out", first: first, second: second)
    return comparison
  }
}

struct TreeComparisonTests {
  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func namesTheFirstDifferingByte(offset: Int) throws {
    let pair = try Pair()
    var bytes = (0..<200_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try pair.write("deep/file", bytes, in: pair.first)
    bytes[offset] ^= 1
    try pair.write("deep/file", bytes, in: pair.second)
    let difference = try #require(try pair.compared().differences.first)
    #expect(difference.path == "out/deep/file")
    guard case .bytes(let places) = difference.kind else { throw Unexpected() }
    #expect(places.map(\.offset) == [offset])
  }

  private struct Unexpected: Error {}

  @Test func namesSeveralPlacesAndNotMoreThanFour() throws {
    let pair = try Pair()
    var bytes = [UInt8](repeating: 7, count: 1000)
    try pair.write("file", bytes, in: pair.first)
    for place in [10, 12, 30, 100, 200, 300, 400, 500] { bytes[place] = 8 }
    try pair.write("file", bytes, in: pair.second)
    guard case .bytes(let places)? = try pair.compared().differences.first?.kind else {
      throw Unexpected()
    }
    #expect(places.map(\.offset) == [10, 100, 200, 300])
  }

  @Test func shorterIsDifferentFromItsEndOn() throws {
    let pair = try Pair()
    try pair.write("file", [1, 2, 3], in: pair.first)
    try pair.write("file", [1, 2], in: pair.second)
    #expect(
      try pair.compared().differences == [
        Difference(
          path: "out/file", kind: .bytes([.init(offset: 2, first: [1, 2, 3], second: [1, 2])]))
      ])
  }

  @Test func everyKindOfDifference() throws {
    let pair = try Pair()
    let files = FileManager.default
    try pair.write("a-first", [], in: pair.first)
    try pair.write("b-second", [], in: pair.second)
    try pair.write("c-kind", [], in: pair.first)
    try files.createDirectory(
      atPath: pair.second + "/out/c-kind", withIntermediateDirectories: false)
    for (folder, target) in [(pair.first, "here"), (pair.second, "there")] {
      try files.createSymbolicLink(
        atPath: folder + "/out/d-link", withDestinationPath: target)
      try pair.write("e-mode", [1], in: folder)
      try pair.write("f-same", [1, 2, 3], in: folder)
    }
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: pair.first + "/out/e-mode")
    let comparison = try pair.compared()
    #expect(
      comparison.differences == [
        Difference(path: "out/a-first", kind: .onlyInFirst),
        Difference(path: "out/b-second", kind: .onlyInSecond),
        Difference(path: "out/c-kind", kind: .type(first: "a file", second: "a folder")),
        Difference(path: "out/d-link", kind: .target(first: "here", second: "there")),
        Difference(path: "out/e-mode", kind: .executable(first: true)),
      ])
    #expect(comparison.fileCount == 3)
  }
}
