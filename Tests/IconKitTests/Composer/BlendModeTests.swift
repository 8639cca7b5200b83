import Testing

@testable import IconKit

/// The blend modes against their formulas of one channel, and what all of them have in common.
struct BlendModeTests {
  private static let all = BundleGrammar.blendModes.compactMap(BlendMode.init)

  @Test func everyModeOfTheDocumentIsDrawn() {
    #expect(Self.all.count == BundleGrammar.blendModes.count)
  }

  /// Front, behind and the result of opaque colours, computed by hand.
  @Test(arguments: [
    (BlendMode.normal, 0.25, 0.5, 0.25), (.darken, 0.25, 0.5, 0.25), (.lighten, 0.25, 0.5, 0.5),
    (.multiply, 0.25, 0.5, 0.125), (.screen, 0.25, 0.5, 0.625), (.overlay, 0.25, 0.5, 0.25),
    (.overlay, 0.25, 0.75, 0.625), (.hardLight, 0.75, 0.5, 0.75), (.hardLight, 0.25, 0.5, 0.25),
    (.softLight, 0.25, 0.5, 0.375), (.softLight, 0.75, 0.25, 0.375),
    (.plusLighter, 0.75, 0.5, 1), (.plusDarker, 0.75, 0.5, 0.25),
  ]) func opaqueColoursMix(mode: BlendMode, front: Float, behind: Float, result: Float) {
    let mixed = mode.blend([front, front, front, 1], over: [behind, behind, behind, 1])
    #expect(abs(mixed.x - result) < 1e-6 && mixed.w == 1, "\(mixed)")
  }

  @Test(arguments: all) func nothingBehindAndNothingInFrontChangeNothing(_ mode: BlendMode) {
    let some: BlendMode.Pixel = [0.2, 0.1, 0.3, 0.5]
    #expect(mode.blend(some, over: .zero) == some)
    #expect(mode.blend(.zero, over: some) == some)
  }
}
