/// The planted cases of the rules for Icon Composer bundles, and their harmless twins.
enum BundleLintCases {
  static let cases = [
    planted("no platforms", "bundle-unreadable", ["supported-platforms"]) {
      $0.replacing(
        #""supported-platforms":{"circles":["watchOS"],"squares":"shared"}"#,
        with: #""fill":"none""#)
    },
    planted("a comma too many", "bundle-unreadable", ["not a JSON object"]) {
      $0.replacing(#""squares":"shared"}"#, with: #""squares":"shared",}"#)
    },
    planted("an image by another name", "bundle-missing-image", ["'Mark.png'", "Assets"]) {
      // The other layer still has the image, so that it is not unused.
      $0.replacing(
        #""image-name":"mark.png","name":"second""#,
        with: #""image-name":"Mark.png","name":"second""#)
    },
    planted("an image that leads out", "bundle-missing-image", ["'../mark.png'"]) {
      $0.replacing(
        #""image-name":"mark.png","name":"second""#,
        with: #""image-name":"../mark.png","name":"second""#)
    },
    planted("a missing image of one appearance", "bundle-missing-image", ["'night.png'"]) {
      $0.replacing(
        #""name":"second""#,
        with:
          #""name":"second","image-name-specializations":[{"appearance":"dark","value":"night.png"}]"#
      )
    },
    planted("translucency without its value", "bundle-value", ["translucency", "'value'"]) {
      $0.replacing(#"{"enabled":true,"value":0.5}"#, with: #"{"enabled":true}"#)
    },
    planted(
      "a position without its translation", "bundle-value",
      ["layer 'second'", "translation-in-points"]
    ) {
      $0.replacing(#""name":"second""#, with: #""name":"second","position":{"scale":1}"#)
    },
    planted("a translation by names", "bundle-value", ["array of two numbers"]) {
      $0.replacing(
        #""name":"second""#,
        with: #""name":"second","position":{"scale":1,"translation-in-points":{"x":0,"y":0}}"#)
    },
    planted("a shadow without its strength", "bundle-value", ["shadow", "opacity"]) {
      $0.replacing(#"{"kind":"neutral","opacity":0.5}"#, with: #"{"kind":"neutral"}"#)
    },
    planted("a shadow of an unknown kind", "bundle-value", ["'soft'", "layer-color"]) {
      $0.replacing(#""kind":"neutral""#, with: #""kind":"soft""#)
    },
    planted("a colour of the web", "bundle-value", ["'#0a84ff'", "display-p3"]) {
      $0.replacing("extended-gray:1.00000,1.00000", with: "#0a84ff")
    },
    planted("a colour without alpha", "bundle-value", ["'srgb:1,0,0'"]) {
      $0.replacing("extended-gray:1.00000,1.00000", with: "srgb:1,0,0")
    },
    planted("a gradient of one colour, when it is dark", "bundle-value", ["two colours"]) {
      $0.replacing(
        #""value":"system-dark""#, with: #""value":{"linear-gradient":["gray:0,1"]}"#)
    },
    planted("a blend mode of CSS", "bundle-value", ["'color-dodge'", "soft-light"]) {
      $0.replacing(#""blend-mode":"normal""#, with: #""blend-mode":"color-dodge""#)
    },
    planted("tvOS, which has no such icons", "bundle-value", ["squares"]) {
      $0.replacing(#""squares":"shared""#, with: #""squares":["iOS","tvOS"]"#)
    },
    planted("written by Icon Composer 27", "bundle-features", ["specular-location", "Xcode 27"]) {
      $0.replacing(#""groups""#, with: #""features":["specular-location"],"groups""#)
    },
    planted("a highlight of Icon Composer 27", "bundle-features", ["inside", "true or false"]) {
      $0.replacing(#""specular":true"#, with: #""specular":"inside""#)
    },
    planted("five groups", "bundle-groups", ["5 visible groups"]) {
      $0.replacing(
        #""groups":["#, with: #""groups":["# + String(repeating: #"{"layers":[]},"#, count: 4))
    },
    planted("a misspelt key", "bundle-unknown-key", ["'blendmode'"]) {
      $0.replacing(#""blend-mode":"normal""#, with: #""blendmode":"normal""#)
    },
    planted("no document", "bundle-unreadable", ["no icon.json"], at: "A.icon") { _ in nil },
    IconLintTests.Case(
      testDescription: "an image in no layer", rule: "bundle-unused-image",
      path: "A.icon/Assets/old.svg", words: ["any layer"],
      planted: files(sound, ["A.icon/Assets/old.svg": Array("<svg/>".utf8)]),
      harmless: files(sound, ["A/old.svg": Array("<svg/>".utf8)])),
    IconLintTests.Case(
      testDescription: "twice the canvas", rule: "bundle-image-size",
      path: "A.icon/Assets/mark.png",
      words: ["2048 × 2048", "1024"],
      planted: files(sound, ["A.icon/Assets/mark.png": image(2048)]),
      harmless: files(
        sound.replacing(#""name":"second""#, with: small + #""name":"second""#)
          .replacing(#""name":"first""#, with: small + #""name":"first""#),
        ["A.icon/Assets/mark.png": image(2048)])),
    IconLintTests.Case(
      testDescription: "a set of the same name in the catalog beside it",
      rule: "bundle-name-clash", path: "App/A.icon", words: ["App/Assets.xcassets/A.appiconset"],
      planted: files(
        sound, ["Assets.xcassets/A.appiconset/Contents.json": Array("{}".utf8)], below: "App/"),
      // Another target's set, and another name.
      harmless: files(
        sound,
        [
          "Widget/Assets.xcassets/A.appiconset/Contents.json": Array("{}".utf8),
          "Assets.xcassets/B.appiconset/Contents.json": Array("{}".utf8),
        ], below: "App/")),
  ]

  /// As Icon Composer writes it, without its spaces, and with all that is allowed to be null or absent.
  private static let sound = #"""
    {"fill-specializations":[{"value":{"solid":"extended-gray:1.00000,1.00000"}},\#
    {"appearance":"dark","value":"system-dark"}],"groups":[{"blur-material":null,"layers":[\#
    {"blend-mode":"normal","glass":true,"image-name":"mark.png","name":"first"},\#
    {"fill":"automatic","image-name":"mark.png","name":"second"}],"lighting":"individual",\#
    "shadow":{"kind":"neutral","opacity":0.5},"specular":true,\#
    "translucency":{"enabled":true,"value":0.5}}],\#
    "supported-platforms":{"circles":["watchOS"],"squares":"shared"}}
    """#
  private static let small = #""position":{"scale":0.5,"translation-in-points":[0,-1.5]},"#

  private static func image(_ side: Int) -> [UInt8] {
    TestImage(width: side, height: side) { _, _ in (20, 60, 220, 255) }.encoded
  }

  private static func files(
    _ document: String?, _ others: IconLintTests.Files = [:], below folder: String = ""
  ) -> IconLintTests.Files {
    var files: IconLintTests.Files = ["A.icon/Assets/mark.png": image(64)]
    files["A.icon/icon.json"] = document.map { Array($0.utf8) }
    files.merge(others) { $1 }
    return Dictionary(uniqueKeysWithValues: files.map { (folder + $0, $1) })
  }

  private static func planted(
    _ description: String, _ rule: String, _ words: [String], at path: String = "A.icon/icon.json",
    _ change: (String) -> String?
  ) -> IconLintTests.Case {
    let changed = change(sound)
    precondition(changed != sound, "nothing was planted for \(description)")
    return IconLintTests.Case(
      testDescription: description, rule: rule, path: path, words: words, planted: files(changed),
      harmless: files(sound))
  }
}
