import SafeFiles
import TestSupport

@testable import IconKit

/// Files of a project in which lint finds nothing, by area, and how to spoil them.
struct HealthyProject {
  typealias Files = [String: [UInt8]]

  private(set) var files: Files

  /// The areas, each small enough to be checked quickly.
  enum Area: String, CaseIterable {
    case ios, legacy, mac, watch, television, vision, web, android, package
  }

  init(_ area: Area) {
    files =
      switch area {
      case .ios: Self.ios
      case .legacy: Self.legacy
      case .mac: Self.mac
      case .watch: Self.watch
      case .television: Self.television
      case .vision: Self.vision
      case .web: Self.web
      case .android: Self.android
      case .package: Self.package
      }
  }

  func lint() throws -> IconLint {
    let files = try files.map { IconFile(path: try RelativePath($0), bytes: $1) }
    var surroundings = IconLint.Surroundings()
    surroundings.settings = files.filter { IconProject.isAboutIcons($0.path) }
    surroundings.names = files.map(\.path)
    let checked = files.filter { file in
      !IconProject.isAboutIcons(file.path)
        && ![".svg", ".heic"].contains { file.path.hasSuffix($0) }
    }
    return try IconLint.judge(checked, threads: 1, in: surroundings)
  }

  // MARK: - Edits

  subscript(path: String) -> [UInt8]? {
    get { files[path] }
    set { files[path] = newValue }
  }

  /// Replaces text in a document.
  mutating func replace(_ old: String, _ new: String, in path: String) {
    let text = String(decoding: files[path] ?? [], as: UTF8.self)
    precondition(text.contains(old), "\(path) contains no \(old)")
    files[path] = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
  }

  mutating func move(_ path: String, to other: String) {
    files[other] = files.removeValue(forKey: path)
  }

  /// Moves everything below a folder.
  mutating func moveFolder(_ folder: String, to other: String) {
    for path in files.keys where path.hasPrefix(folder + "/") {
      move(path, to: other + path.dropFirst(folder.count))
    }
  }

  // MARK: - Images

  static func flat(_ width: Int, _ height: Int? = nil, alpha: UInt8? = nil) -> [UInt8] {
    let image = TestImage(width: width, height: height ?? width) { _, _ in
      (90, 90, 90, alpha ?? 255)
    }
    return alpha == nil ? image.encodedWithoutAlpha : image.encoded
  }

  /// A disc of this part of the side, without any ground.
  static func disc(_ side: Int, part: Double) -> [UInt8] {
    TestImage(width: side, height: side) { x, y in
      let (dx, dy) = (Double(x) + 0.5 - Double(side) / 2, Double(y) + 0.5 - Double(side) / 2)
      let isIn = (dx * dx + dy * dy).squareRoot() <= part * Double(side) / 2
      return isIn ? (20, 60, 220, 255) : (0, 0, 0, 0)
    }.encoded
  }

  /// A rounded square of 824 of 1024 pixels, as Apple's template has it.
  static let roundedSquare: [UInt8] = TestImage(width: 1024, height: 1024) { x, y in
    let dx = max(0, abs(Double(x) - 511.5) - (412 - 185.4))
    let dy = max(0, abs(Double(y) - 511.5) - (412 - 185.4))
    return dx * dx + dy * dy <= 185.4 * 185.4 ? (90, 90, 90, 255) : (0, 0, 0, 0)
  }.encoded

  static let large = flat(1024)
  static let clear = disc(1024, part: 0.5)

  // MARK: - Areas

  static func contents(_ key: String, _ entries: [String]) -> [UInt8] {
    Array("{\"\(key)\":[\(entries.joined(separator: ","))],\"info\":{\"version\":1}}".utf8)
  }

  private static func entry(_ idiom: String, _ points: String, _ scale: Int, _ more: String = "")
    -> String
  {
    "{\"filename\":\"\(idiom)-\(points)@\(scale)x.png\",\"idiom\":\"\(idiom)\",\"scale\":\"\(scale)x\","
      + "\"size\":\"\(points)x\(points)\"\(more)}"
  }

  static let iosSet = "App/Assets.xcassets/AppIcon.appiconset"
  private static let ios: Files = {
    func entry(_ file: String, _ value: String?) -> String {
      let appearances = value.map {
        ",\"appearances\":[{\"appearance\":\"luminosity\",\"value\":\"\($0)\"}]"
      }
      return "{\"filename\":\"\(file)\",\"idiom\":\"universal\",\"platform\":\"ios\","
        + "\"size\":\"1024x1024\"\(appearances ?? "")}"
    }
    return [
      "\(iosSet)/Contents.json": contents(
        "images", [entry("a.png", nil), entry("d.png", "dark"), entry("t.png", "tinted")]),
      "\(iosSet)/a.png": large, "\(iosSet)/d.png": clear, "\(iosSet)/t.png": large,
      "App/App.xcodeproj/project.pbxproj": Array(
        "\t\t\t\tASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;\n".utf8),
    ]
  }()

  static let legacySet = "Legacy.xcassets/AppIcon.appiconset"
  private static let legacy: Files = {
    let icons = [
      ("iphone", "60", 2, 120), ("iphone", "60", 3, 180), ("ipad", "76", 2, 152),
      ("ipad", "83.5", 2, 167),
    ]
    var files: Files = [
      "\(legacySet)/Contents.json": contents("images", icons.map { entry($0.0, $0.1, $0.2) })
    ]
    for icon in icons {
      files["\(legacySet)/\(icon.0)-\(icon.1)@\(icon.2)x.png"] = flat(icon.3)
    }
    return files
  }()

  static let macSet = "Mac.xcassets/AppIcon.appiconset"
  private static let mac: Files = [
    "\(macSet)/Contents.json": contents(
      "images", [entry("mac", "512", 2), entry("mac", "16", 1)]),
    "\(macSet)/mac-512@2x.png": roundedSquare, "\(macSet)/mac-16@1x.png": flat(16, alpha: 9),
  ]

  static let watchSet = "Watch.xcassets/AppIcon.appiconset"
  private static let watch: Files = [
    "\(watchSet)/Contents.json": contents(
      "images", [entry("watch", "40", 2, ",\"role\":\"appLauncher\",\"subtype\":\"38mm\"")]),
    "\(watchSet)/watch-40@2x.png": flat(80),
  ]

  static let brand = "TV.xcassets/App Icon & Top Shelf Image.brandassets"
  static let stack = "\(brand)/App Icon.imagestack"
  private static let television: Files = {
    var files: Files = [
      "\(brand)/Contents.json": contents(
        "assets",
        [
          """
          {"filename":"App Icon.imagestack","idiom":"tv","role":"primary-app-icon","size":"400x240"}
          """,
          """
          {"filename":"Shelf.imageset","idiom":"tv","role":"top-shelf-image","size":"1920x720"}
          """,
        ]),
      "\(brand)/Shelf.imageset/Contents.json": contents(
        "images", ["{\"filename\":\"s.png\",\"idiom\":\"tv\",\"scale\":\"1x\"}"]),
      "\(brand)/Shelf.imageset/s.png": flat(1920, 720),
    ]
    files.merge(
      layers(["Front", "Back"], of: stack, "imagestack", "tv") { name in
        name == "Back" ? flat(400, 240) : flat(400, 240, alpha: 40)
      }
    ) { $1 }
    return files
  }()

  static let visionStack = "Vision.xcassets/AppIcon.solidimagestack"
  private static let vision: Files = layers(
    ["Front", "Mid", "Back"], of: visionStack, "solidimagestack", "vision"
  ) { $0 == "Back" ? large : clear }

  private static func layers(
    _ names: [String], of stack: String, _ type: String, _ idiom: String,
    image: (String) -> [UInt8]
  ) -> Files {
    var files: Files = [
      "\(stack)/Contents.json": contents(
        "layers", names.map { "{\"filename\":\"\($0).\(type)layer\"}" })
    ]
    for name in names {
      let layer = "\(stack)/\(name).\(type)layer"
      files["\(layer)/Contents.json"] = Array("{\"info\":{\"version\":1}}".utf8)
      files["\(layer)/Content.imageset/Contents.json"] = contents(
        "images", ["{\"filename\":\"c.png\",\"idiom\":\"\(idiom)\",\"scale\":\"1x\"}"])
      files["\(layer)/Content.imageset/c.png"] = image(name)
    }
    return files
  }

  private static let web: Files = [
    "site/app.webmanifest": Array(
      """
      {"name":"App","icons":[{"src":"icons/b.png","sizes":"64x64"},
        {"src":"/icons/m.png","sizes":"96x96","purpose":"maskable"},
        {"src":"icons/w.webp","sizes":"48x48"}]}
      """.utf8),
    "site/icons/b.png": flat(64), "site/icons/m.png": flat(96),
    "site/icons/w.webp": ImageHeaderTests.losslessWebP(48, 48, alpha: true),
    "site/apple-touch-icon.png": flat(180),
  ]

  private static let android: Files = [
    "res/mipmap-xhdpi/ic_launcher_foreground.png": disc(216, part: 0.5),
    "listing/playstore-icon.png": flat(512, alpha: 255),
  ]

  private static let package: Files = {
    var files: Files = [
      "Package.swift": Array(
        """
        let package = Package(name: "P", targets: [
          .target(name: "Kit", dependencies: [.target(name: "Other")],
            resources: [.process("Resources")]),  // not .copy("Resources")
          .target(name: "Other", resources: [.copy("Resources")]),
        ])
        """.utf8)
    ]
    for (name, bytes) in HealthyProject(.legacy).files {
      files["Sources/Kit/Resources/\(name)"] = bytes
    }
    return files
  }()
}
