import TestSupport
import TextFormats
import Testing

/// Writing into asset catalogs that Xcode or another tool made: a slot is the same slot whatever
/// further keys its entry has, and layers are told by their order.
struct ExistingSlotsTests {
  private let folder: TemporaryFolder
  private static let set = "A.xcassets/AppIcon.appiconset"
  private static let stack = "A.xcassets/AppIcon.solidimagestack"
  private static let brand = "A.xcassets/App Icon & Top Shelf Image.brandassets"

  init() throws {
    folder = try TemporaryFolder()
    try folder.create("m.png", SmallPNG.grey(side: 1024))
  }

  @Test(arguments: [
    #""expected-size": "1024""#, #""scale": "1x""#, #""display-gamut": "sRGB""#,
    #""display-gamut": "display-P3""#, #""unassigned": true"#, #""folder": "mine/""#,
  ])
  func aSlotKeepsItsFileNameAndFurtherKeys(key: String) async throws {
    let text = """
      {"images":[{"idiom":"universal","filename":"Mine 1.png",\(key),"platform":"ios",\
      "size":"1024x1024"}],"info":{"version":1,"author":"me"}}
      """
    try folder.create("\(Self.set)/Contents.json", text)
    try await make("ios")
    #expect(try folder.text("\(Self.set)/Contents.json") == text)
    #expect(try folder.names(in: Self.set) == ["Contents.json", "Mine 1.png"])
  }

  @Test func anEmptySlotGetsAFileInItsEntry() async throws {
    try folder.create(
      "\(Self.set)/Contents.json",
      """
      {
        "images" : [
          {
            "expected-size" : "1024",
            "idiom" : "universal",
            "platform" : "ios",
            "size" : "1024x1024"
          }
        ]
      }

      """)
    try await make("ios")
    #expect(
      try folder.text("\(Self.set)/Contents.json") == """
        {
          "images" : [
            {
              "expected-size" : "1024",
              "filename" : "ios-1024.png",
              "idiom" : "universal",
              "platform" : "ios",
              "size" : "1024x1024"
            }
          ],
          "info" : {
            "author" : "xcode",
            "version" : 1
          }
        }

        """)
  }

  @Test func slotsShareAFileOnlyWhereItsImageIsTheSame() async throws {
    func entry(_ idiom: String, _ size: String, _ scale: String, _ name: String) -> String {
      #"{"idiom":"\#(idiom)","size":"\#(size)","scale":"\#(scale)","filename":"\#(name)"}"#
    }
    let entries = [
      entry("iphone", "20x20", "2x", "40.png"), entry("ipad", "20x20", "2x", "40.png"),
      entry("ipad", "40x40", "1x", "40.png"), entry("iphone", "60x60", "3x", "40.png"),
      entry("mac", "16x16", "1x", "mac.png"), entry("iphone", "60x60", "2x", "mac.png"),
      entry("iphone", "40x40", "2x", "photo.jpg"),
    ]
    try folder.create(
      "\(Self.set)/Contents.json", #"{"images":[\#(entries.joined(separator: ","))]}"#)
    try folder.create("\(Self.set)/mac.png", "the mac's")
    try await make("ios-legacy")
    let images = try #require(
      JSON(folder.bytes(of: "\(Self.set)/Contents.json"))?["images"]?.elements)
    #expect(
      images.prefix(7).map { $0["filename"]?.text } == [
        "40.png", "40.png", "40.png", "iphone-60@3x.png", "mac.png", "iphone-60@2x.png",
        "iphone-40@2x.png",
      ])
    #expect(try folder.text("\(Self.set)/mac.png") == "the mac's")
    // Sizes that only iOS 6 knew are not added to a set that lacks them.
    #expect(!images.contains { $0["size"]?.text == "57x57" })
  }

  @Test func aVisionStackOfOtherNamesIsFilledByItsOrder() async throws {
    try stack(["Front", "Mid", "Back"], "solidimagestack", in: Self.stack, ["2x"])
    try folder.write(
      "\(Self.stack)/Mid.solidimagestacklayer/Content.imageset/Contents.json",
      #"{"images":[{"idiom":"vision","scale":"2x"}]}"#)
    let before = try folder.contents()
    try await make("visionos")
    try folder.expectOnlyNew(
      [
        "\(Self.stack)/Front.solidimagestacklayer/Content.imageset/Front!.png",
        "\(Self.stack)/Back.solidimagestacklayer/Content.imageset/Back!.png",
      ], since: before)
  }

  @Test(arguments: [["Logo", "Ground"], ["A", "B", "C"]])
  func theFirstLayerIsTheFrontAndTheLastTheBack(_ names: [String]) async throws {
    try folder.create("back.png", SmallPNG.flat(side: 1024, [9, 9, 9]))
    try stack(names, "solidimagestack", in: Self.stack, ["2x"])
    try await make("visionos", "--background", "back.png")
    func image(_ name: String) throws -> [UInt8] {
      try folder.bytes(
        of: "\(Self.stack)/\(name).solidimagestacklayer/Content.imageset/\(name)!.png")
    }
    try folder.reset(to: [
      "m.png": SmallPNG.grey(side: 1024), "back.png": SmallPNG.flat(side: 1024, [9, 9, 9]),
      "\(names[0])": try image(names[0]), "\(names.last ?? "")": try image(names.last ?? ""),
    ])
    try await make("visionos", "--background", "back.png")
    for (name, layer) in [(names[0], "Front"), (names.last ?? "", "Back")] {
      #expect(
        try folder.bytes(of: name)
          == folder.bytes(
            of: "\(Self.stack)/\(layer).solidimagestacklayer/Content.imageset/\(layer)@2x.png"))
    }
  }

  @Test func aTVIconAsXcodeMakesItGetsNoSecondEntries() async throws {
    try folder.create(
      "\(Self.brand)/Contents.json",
      """
      {"assets":[{"filename":"Large.imagestack","idiom":"tv","role":"primary-app-icon","size":\
      "1280x768"},{"filename":"Small.imagestack","idiom":"tv","role":"primary-app-icon","size":\
      "400x240"},{"filename":"Wide.imageset","idiom":"tv","role":"top-shelf-image-wide","size":\
      "2320x720"},{"filename":"Shelf.imageset","idiom":"tv","role":"top-shelf-image","size":\
      "1920x720"}]}
      """)
    try stack(["F", "M", "B"], "imagestack", in: "\(Self.brand)/Large.imagestack", [nil])
    try stack(["F", "B"], "imagestack", in: "\(Self.brand)/Small.imagestack", ["1x", "2x"])
    for shelf in ["Wide", "Shelf"] {
      try folder.create(
        "\(Self.brand)/\(shelf).imageset/Contents.json",
        """
        {"images":[{"idiom":"tv","scale":"1x","filename":"1.png"},{"idiom":"tv","scale":"2x",\
        "filename":"2.png"},{"idiom":"tv-marketing","scale":"1x","filename":"m1.png"},\
        {"idiom":"tv-marketing","scale":"2x"}]}
        """)
    }
    let before = try folder.contents()
    try await make("tvos")
    let large = "\(Self.brand)/Large.imagestack"
    let small = "\(Self.brand)/Small.imagestack"
    try folder.expectOnlyNew(
      ["F", "B"].flatMap { layer in
        [
          "\(large)/\(layer).imagestacklayer/Content.imageset/\(layer)!.png",
          "\(small)/\(layer).imagestacklayer/Content.imageset/\(layer)!1x.png",
          "\(small)/\(layer).imagestacklayer/Content.imageset/\(layer)!2x.png",
        ]
      }
        + ["Wide", "Shelf"].flatMap { shelf in
          ["1.png", "2.png", "m1.png"].map { "\(Self.brand)/\(shelf).imageset/\($0)" }
        }, since: before)
  }

  @Test func aStackOfTooManyLayersIsRefused() async throws {
    try stack(["Front", "Mid", "Back", "Middle"], "solidimagestack", in: Self.stack, ["2x"])
    let before = try folder.contents()
    let outcome = try await Program.run(
      ["icons", "m.png", "--preset", "visionos", "-o", "A.xcassets"], in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("has 4 layers; expected at most 3"), "\(outcome.errors)")
    #expect(try folder.contents() == before)
  }

  /// Makes the preset's icons, and again, which must change nothing.
  private func make(_ preset: String, _ more: String...) async throws {
    let arguments = ["icons", "m.png", "--preset", preset, "-o", "A.xcassets"] + more
    let outcome = try await Program.run(arguments, in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let made = try folder.contents()
    let again = try await Program.run(arguments, in: folder.path)
    #expect(again.errors.contains("all unchanged"), "\(again.errors)")
    #expect(try folder.contents() == made)
  }

  /// Writes a stack whose images are called `LAYER!.png`, or `LAYER!1x.png` where there are several.
  private func stack(
    _ layers: [String], _ suffix: String, in path: String, _ scales: [String?]
  ) throws {
    let idiom = suffix == "imagestack" ? "tv" : "vision"
    let list = layers.map { #"{"filename":"\#($0).\#(suffix)layer"}"# }.joined(separator: ",")
    try folder.create("\(path)/Contents.json", #"{"layers":[\#(list)]}"#)
    for layer in layers {
      let images = scales.map { scale in
        let name = "\(layer)!\(scales.count > 1 ? scale ?? "" : "").png"
        let key = scale.map { #","scale":"\#($0)""# } ?? ""
        return #"{"idiom":"\#(idiom)","filename":"\#(name)"\#(key)}"#
      }
      let own = "\(path)/\(layer).\(suffix)layer"
      try folder.create("\(own)/Contents.json", #"{"info":{"author":"xcode","version":1}}"#)
      try folder.create(
        "\(own)/Content.imageset/Contents.json", #"{"images":[\#(images.joined(separator: ","))]}"#)
    }
  }
}

extension TemporaryFolder {
  /// Expects the files at `paths` to be new, and all others to be as in `before`, but for the `info`
  /// that Contents.json files get.
  fileprivate func expectOnlyNew(_ paths: [String], since before: [String: [UInt8]]) throws {
    let after = try contents()
    #expect(Set(after.keys).subtracting(before.keys) == Set(paths))
    for (path, bytes) in before where path.hasSuffix(".json") {
      var value = JSON(after[path] ?? [])
      value?["info"] = nil
      var old = JSON(bytes)
      old?["info"] = nil
      #expect(value == old, "\(path)")
    }
  }
}
