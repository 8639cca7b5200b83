#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A typeface of strokes with round ends, drawn with smooth edges, for the names on a contact sheet.
///
/// Capitals are 10 pixels high, lines 14; all horizontal strokes lie in the middle of a row of
/// pixels, so that they are sharp.
enum Lettering {
  /// A letter's coverage, 0 to 255, row by row.
  private struct Glyph {
    let advance: Int
    let width: Int
    let coverage: [UInt8]
  }

  /// The height of a line in pixels.
  static let height = 16
  /// The rows above capitals, and the columns before a letter.
  private static let margin = 1.5
  private static let gap = 2
  /// Half the width of a stroke.
  private static let pen = 0.64

  private static let glyphs = Outlines.strokes.mapValues(draw)
  private static let unknown = draw("5 0,0 5,0 5,10 0,10 0,0")

  /// The width of `text` in pixels.
  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + glyph($1).advance + gap }
  }

  /// `text`, with its middle left out where it is wider than `most` pixels.
  static func fitting(_ text: String, _ most: Int) -> String {
    guard width(of: text) > most else { return text }
    var (head, tail) = (Array(text), [Character]())
    tail = Array(head[(head.count / 2)...])
    head.removeLast(tail.count)
    while head.count + tail.count > 2, width(of: String(head + ["…"] + tail)) > most {
      if head.count > tail.count { head.removeLast() } else { tail.removeFirst() }
    }
    return String(head + ["…"] + tail)
  }

  /// Calls `plot` with the coverage of each pixel of `text` that is covered.
  static func draw(_ text: String, _ plot: (_ x: Int, _ y: Int, _ coverage: UInt8) -> Void) {
    var left = 0
    for character in text {
      let glyph = glyph(character)
      for (i, coverage) in glyph.coverage.enumerated() where coverage > 0 {
        plot(left + i % glyph.width, i / glyph.width, coverage)
      }
      left += glyph.advance + gap
    }
  }

  private static func glyph(_ character: Character) -> Glyph { glyphs[character] ?? unknown }

  // MARK: - Drawing a letter

  private typealias Point = SIMD2<Double>

  private static func draw(_ outline: String) -> Glyph {
    let parts = outline.split(separator: " ")
    guard let advance = parts.first.flatMap({ Double($0) }) else {
      preconditionFailure("\(outline) has no width")
    }
    let strokes = parts.dropFirst().split(separator: ";").map { $0.flatMap(points) }
    let width = Int(advance.rounded(.up)) + 4
    var coverage = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = Point(Double(x) + 0.5 - margin, Double(y) + 0.5 - margin)
        let nearest = strokes.map { distance(from: pixel, to: $0) }.min() ?? .infinity
        coverage[y * width + x] = UInt8((min(1, max(0, pen + 0.5 - nearest)) * 255).rounded())
      }
    }
    return Glyph(advance: Int(advance.rounded()) + 1, width: width, coverage: coverage)
  }

  /// The point `x,y`, or points on the arc `x,y,width,height,from,to`: half axes, and degrees
  /// clockwise from the right.
  private static func points(_ part: Substring) -> [Point] {
    let numbers = part.split(separator: ",").compactMap { Double($0) }
    if numbers.count == 2 { return [Point(numbers[0], numbers[1])] }
    precondition(numbers.count == 6, "\(part) is neither a point nor an arc")
    let steps = 24
    return (0...steps).map { step in
      let turn = numbers[4] + (numbers[5] - numbers[4]) * Double(step) / Double(steps)
      let angle = turn * .pi / 180
      return Point(numbers[0] + numbers[2] * cos(angle), numbers[1] + numbers[3] * sin(angle))
    }
  }

  private static func distance(from point: Point, to stroke: [Point]) -> Double {
    var least = (point - stroke[0]).length
    for (a, b) in zip(stroke, stroke.dropFirst()) {
      let (along, toPoint) = (b - a, point - a)
      let length = (along * along).sum()
      guard length > 0 else { continue }
      let place = min(1, max(0, (along * toPoint).sum() / length))
      least = min(least, (toPoint - along * place).length)
    }
    return least
  }
}

extension SIMD2<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
