import Testing

@testable import ProjectKit

/// The natural size of an SVG, in CSS pixels.
struct SVGSizeTests {
  @Test(
    arguments: [
      ("<svg width='24' height='48px'/>", 24.0, 48.0),
      (
        "<?xml version='1.0'?><!-- <svg width='1' height='1'> --><s:svg height=\"1in\" width=\"72pt\">",
        96, 96
      ),
      ("<svg viewBox='0 0 24 12'>", 24, 12),
      ("<svg viewBox=\"-1,-1,  8.5,4\" width='100%'>", 8.5, 4),
      ("<svg width='2cm' viewBox='0 0 10 5'>", 192 / 2.54, 96 / 2.54),
      ("<svg\n\tviewBox='0 0 10 5'\n height='10' >", 20, 10),
      ("<svg stroke-width='9' width='3' height='3'>", 3, 3),
    ] as [(String, Double, Double)]) func isWhatTheRootSays(
      svg: String, width: Double, height: Double
    ) throws
  {
    let size = try #require(SVGSize.size(of: Array(svg.utf8)))
    #expect(abs(size.x - width) < 1e-9 && abs(size.y - height) < 1e-9, "\(size)")
  }

  @Test(arguments: [
    "", "<", "<svg", "<svg>", "<svg width='3'>", "<svg width='-3' height='1e999'>", "<g width='1'>",
    "<svg viewBox='0 0 0 5'>", "<svg viewBox='0 0 nan inf'>", "<svg width=>", "<!-- <svg",
  ]) func elsewhereThereIsNone(_ svg: String) {
    #expect(SVGSize.size(of: Array(svg.utf8)) == nil)
  }
}
