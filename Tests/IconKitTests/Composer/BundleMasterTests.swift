import TestSupport
import Testing

@testable import IconKit

/// What a bundle's layers make when they are composed: on a canvas of 64 pixels, 16 points each.
struct BundleMasterTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // 256 × 256 points, and half of that.
    try folder.write(
      "A.icon/Assets/red.png", TestImage.flat((255, 0, 0, 255), width: 256, height: 256).encoded)
    try folder.write(
      "A.icon/Assets/blue.png", TestImage.flat((0, 0, 255, 255), width: 256, height: 128).encoded)
  }

  @Test func theFirstLayerOfTheFirstGroupIsInFront() async throws {
    let image = try await compose(
      #""groups":[{"layers":[{"image-name":"blue.png"},{"image-name":"red.png"}]},"#
        + #"{"layers":[{"image-name":"blue.png","position":{"scale":2,"translation-in-points":[0,0]}}]}],"#
        + #""fill":{"solid":"srgb:0,1,0,1"}"#)
    #expect(image[32, 32] == (0, 0, 255, 255))
    // Blue is half as high as red, and what is behind both is twice as large.
    #expect(image[32, 25] == (255, 0, 0, 255))
    #expect(image[20, 32] == (0, 0, 255, 255))
    #expect(image[2, 2] == (0, 255, 0, 255))
  }

  /// The middle of the canvas, then to the right and down, in points.
  @Test(arguments: [
    (#""scale":1,"translation-in-points":[0,0]"#, 24..<40, 24..<40),
    (#""scale":2,"translation-in-points":[160,-80]"#, 26..<58, 11..<43),
    (#""scale":0.5,"translation-in-points":[-256,256]"#, 12..<20, 44..<52),
    (#""scale":1,"translation-in-points":[512,0]"#, 56..<64, 24..<40),
  ]) func layersAreWhereTheyAreSaidToBe(
    position: String, columns: Range<Int>, rows: Range<Int>
  ) async throws {
    let groups = [
      #"[{"layers":[{"image-name":"red.png","position":{\#(position)}}]}]"#,
      #"[{"layers":[{"image-name":"red.png"}],"position":{\#(position)}}]"#,
    ]
    for groups in groups {
      let image = try await compose(#""groups":\#(groups),"fill":"none""#)
      for y in 0..<64 {
        for x in 0..<64 {
          let isInside = columns.contains(x) && rows.contains(y)
          #expect((image[x, y].alpha == 255) == isInside, "\(x) \(y)")
        }
      }
    }
  }

  @Test func aGroupsPositionMovesAndScalesThoseOfItsLayers() {
    let outer = BundleScene.Position(scale: 2, x: 100, y: -10)
    #expect(
      BundleScene.Position(scale: 0.5, x: 8, y: 4).inside(outer)
        == BundleScene.Position(scale: 1, x: 116, y: -2))
  }

  @Test func shapesAreFilledAndHiddenLayersAreNot() async throws {
    let image = try await compose(
      #""groups":[{"layers":[{"image-name":"blue.png","hidden":true},"#
        + #"{"fill":{"linear-gradient":["gray:1,1","gray:0,1"]},"image-name":"red.png","opacity":0.5}]},"#
        + #"{"hidden":true,"layers":[{"image-name":"blue.png"}]}],"fill":"none""#)
    // From the layer's upper edge to its lower one.
    #expect(image[32, 24].red > 240 && image[32, 39].red < 15)
    #expect(image[32, 24].red == image[32, 24].blue)
    #expect(image[32, 32].alpha == 128 && image[2, 2].alpha == 0)
  }

  @Test func groupsAreBlendedAsOne() async throws {
    // Two layers that cover each other are half transparent together, not each.
    let image = try await compose(
      #""groups":[{"opacity":0.5,"layers":[{"image-name":"blue.png"},{"image-name":"red.png"}]}],"#
        + #""fill":{"solid":"srgb:0,0,0,1"}"#)
    #expect(image[32, 32] == (0, 0, 128, 255))
    let multiplied = try await compose(
      #""groups":[{"blend-mode":"multiply","layers":[{"image-name":"red.png"}]}],"#
        + #""fill":{"solid":"srgb:0.5,1,1,1"}"#)
    #expect(multiplied[32, 32] == (128, 0, 0, 255))
  }

  @Test func appearancesAreComposedFromWhatIsDesignedForThem() async throws {
    let document =
      #""groups":[{"layers":[{"image-name-specializations":[{"value":"red.png"},"#
      + #"{"appearance":"dark","value":"blue.png"}],"#
      + #""opacity-specializations":[{"value":1},{"appearance":"tinted","value":0.2}]}]}],"#
      + #""fill":{"solid":"srgb:1,1,1,1"}"#
    let bundle = try bundle(document)
    #expect(bundle.sources == [.foreground, .dark, .tinted])
    #expect(bundle.background == .white)
    #expect(try await compose(document)[32, 32] == (255, 0, 0, 255))
    // The system draws the ground.
    let dark = try await compose(document, .dark)
    #expect(dark[32, 32] == (0, 0, 255, 255) && dark[2, 2].alpha == 0)
    // What is not designed for tinted icons is as in dark ones.
    #expect(try await compose(document, .tinted)[32, 32] == (0, 0, 255, 51))
    #expect(try await compose(document, .background)[32, 32] == (255, 255, 255, 255))
    #expect(try await compose(document, .foreground)[2, 2].alpha == 0)
  }

  @Test func theFillIsAColourOrAnImage() throws {
    let layer = #""groups":[{"layers":[{"image-name":"red.png"}]}]"#
    // The system's own is a gradient.
    #expect(try bundle(layer).sources == [.foreground, .background])
    #expect(try bundle(layer + #","fill":"none""#).sources.isEmpty)
    let gradient = try bundle(layer + #","fill":{"linear-gradient":["gray:1,1","gray:0,1"]}"#)
    #expect(gradient.background == nil && gradient.sources == [.foreground, .background])
    // 0.5 of Display P3's red is more of sRGB's.
    let wide = try bundle(layer + #","fill":{"solid":"display-p3:0.5,0.2,0.2,1"}"#)
    #expect(wide.background == Background(red: 138, green: 44, blue: 48))
  }

  /// A maskable icon shows the layers on their ground, not a square of the ground on itself.
  @Test func whatHasAMarginIsMadeOfTheLayers() throws {
    var inputs = IconInputs(master: "")
    inputs.compose(try bundle(#""groups":[{"layers":[{"image-name":"red.png"}]}]"#))
    func file(_ content: Recipe.Content) -> String? {
      inputs.file(
        for: Recipe(content: content), size: PixelSize(width: 64, height: 64))
    }
    #expect(file(.whole)?.hasSuffix("A.icon") == true)
    #expect(file(.circle(diameter: 80, of: 100))?.hasSuffix("A.icon (layers)") == true)
  }

  @Test(arguments: [
    #"{"scale":1e300,"translation-in-points":[0,0]}"#,
    #"{"scale":1,"translation-in-points":[1e300,0]}"#,
    #"{"scale":-5,"translation-in-points":[0,0]}"#,
    #"{"scale":1e-300,"translation-in-points":[-600,900]}"#,
    #"{"scale":"much","translation-in-points":7}"#, "[]", "null",
  ]) func positionsThatNobodyMeantAreRefusedOrOutside(_ position: String) async throws {
    do {
      _ = try await compose(
        #""groups":[{"layers":[{"image-name":"red.png","position":\#(position)}]}]"#)
    } catch let error as IconError {
      #expect(error.code == .tooLarge)
    }
  }

  @Test(arguments: ["../red.png", "photo.heic", "gone.png", "/etc/passwd"])
  func anImageThatCannotBeDrawnIsNamed(_ name: String) async throws {
    let error = await #expect(throws: IconError.self) {
      try await compose(#""groups":[{"layers":[{"image-name":"\#(name)"}]}]"#)
    }
    #expect(error?.location.hasSuffix(name) == true)
  }

  @Test func aBundleWithoutAnythingIsRefused() throws {
    #expect(throws: IconError.self) { try bundle(#""groups":[]"#) }
    #expect(throws: IconError.self) { try bundle("") }
    try folder.write("A.icon/icon.json", "[1")
    #expect(throws: IconError.self) {
      try BundleMaster(path: "\(folder.path)/A.icon") { _, _, _, _, _ in throw TestFailure("") }
    }
    #expect(!BundleMaster.isBundle("\(folder.path)/A.icon/icon.json"))
    #expect(BundleMaster.isBundle("\(folder.path)/A.icon/"))
  }

  // MARK: - Composing

  private func bundle(_ members: String) throws -> BundleMaster {
    try folder.write("A.icon/icon.json", "{\(members)}")
    return try BundleMaster(path: "\(folder.path)/A.icon") { path, _, _, _, _ in
      throw TestFailure("\(path): nothing here is an SVG")
    }
  }

  private func compose(
    _ members: String, _ source: Recipe.Source = .master
  ) async throws -> TestImage {
    let renderer = IconRenderer(kernel: try .preferred(), threads: 1)
    let image = try await bundle(members).image(for: source, by: renderer, side: 64)
    return try #require(TestImage(decoding: image.bytes))
  }
}
