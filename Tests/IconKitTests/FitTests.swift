import Testing

@testable import IconKit

/// Masters that are not square.
struct FitTests {
  private let wide = TestImage(width: 300, height: 100) { x, _ in
    x < 100 ? (255, 0, 0, 255) : x < 200 ? (0, 255, 0, 255) : (0, 0, 255, 255)
  }

  private func icon(
    _ image: TestImage, _ fit: Fit, background: Background? = nil
  ) async throws -> TestImage {
    var options = IconRenderer.Options()
    options.fit = fit
    options.background = background
    return try #require(try await image.icons([30], options: options)[30])
  }

  @Test func longestKeepsTheShape() async throws {
    let icon = try await icon(wide, .longest)
    #expect((icon.width, icon.height) == (30, 10))
  }

  @Test func cropTakesTheMiddleAndNothingElse() async throws {
    #expect(
      try await icon(wide, .crop) == TestImage.flat((0, 255, 0, 255), width: 30, height: 30))
    let tall = TestImage(width: 90, height: 271) { _, y in
      (90..<180).contains(y) ? (1, 2, 3, 255) : (200, 0, 0, 255)
    }
    #expect(
      try await icon(tall, .crop) == TestImage.flat((1, 2, 3, 255), width: 30, height: 30))
  }

  @Test func padPutsTheImageInTheMiddleOfNothing() async throws {
    let padded = try await icon(wide, .pad)
    let bare = try await icon(wide, .longest)
    let expected = TestImage(width: 30, height: 30) { x, y in
      (10..<20).contains(y) ? bare[x, y - 10] : (0, 0, 0, 0)
    }
    #expect(padded == expected)
  }

  @Test func padFillsWithTheBackground() async throws {
    let padded = try await icon(wide, .pad, background: Background(red: 9, green: 8, blue: 7))
    #expect(padded[0, 0] == (9, 8, 7, 255))
    #expect(padded[15, 29] == (9, 8, 7, 255))
    #expect(padded[15, 15] == (0, 255, 0, 255))
  }

  @Test func theShorterSideIsNeverNothing() async throws {
    let line = TestImage.flat((5, 6, 7, 255), width: 200, height: 1)
    let icon = try await icon(line, .longest)
    #expect((icon.width, icon.height) == (30, 1))
  }
}
