import Findings
import Testing

@testable import IconKit

/// Defects that occur in projects, each planted in a project without any: the rule that finds it, and how serious it
/// is there.
struct PlantedDefectsTests {
  struct Defect: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let area: HealthyProject.Area
    let rule: String
    let severity: Finding.Severity
    let plant: @Sendable (inout HealthyProject) -> Void

    init(
      _ description: String, _ area: HealthyProject.Area, _ rule: String,
      _ severity: Finding.Severity = .error,
      plant: @escaping @Sendable (inout HealthyProject) -> Void
    ) {
      testDescription = description
      (self.area, self.rule, self.severity, self.plant) = (area, rule, severity, plant)
    }
  }

  private static let ios = HealthyProject.iosSet
  private static let legacy = HealthyProject.legacySet
  private static let mac = HealthyProject.macSet
  private static let stack = HealthyProject.stack
  private static let vision = HealthyProject.visionStack
  private static let doc = "Contents.json"
  private static let web = "site/app.webmanifest"

  static let defects: [Defect] = [
    Defect("the store's icon is removed", .ios, "contents-missing-file") {
      $0["\(ios)/a.png"] = nil
    },
    Defect("its name has another case", .ios, "contents-missing-file", .warning) {
      $0.move("\(ios)/a.png", to: "\(ios)/A.PNG")
    },
    Defect("it has another size", .ios, "wrong-size") {
      $0["\(ios)/a.png"] = HealthyProject.flat(1000)
    },
    Defect("it is transparent", .ios, "alpha-refused") {
      $0["\(ios)/a.png"] = HealthyProject.clear
    },
    Defect("it has an alpha channel without transparency", .ios, "alpha-refused", .warning) {
      $0["\(ios)/a.png"] = HealthyProject.flat(1024, alpha: 255)
    },
    Defect("an alternate icon is transparent", .ios, "alpha-refused", .warning) {
      $0.moveFolder(ios, to: "App/Assets.xcassets/Night.appiconset")
      $0["App/Assets.xcassets/Night.appiconset/a.png"] = HealthyProject.clear
    },
    Defect("a widget's icon is transparent", .ios, "alpha-refused", .warning) {
      $0.moveFolder(ios, to: "App/Widget/Assets.xcassets/AppIcon.appiconset")
      $0["App/Widget/Assets.xcassets/AppIcon.appiconset/a.png"] = HealthyProject.clear
    },
    Defect("it is truncated", .ios, "unreadable-png") {
      $0["\(ios)/a.png"] = Array(HealthyProject.large.dropLast(400))
    },
    Defect("it is no image at all", .ios, "unreadable-png") {
      $0["\(ios)/a.png"] = Array("version https://git-lfs.github.com/spec/v1\n".utf8)
    },
    Defect("it is a JPEG file of another size", .ios, "wrong-size") {
      $0["\(ios)/a.png"] = ImageHeaderTests.jpeg(512, 512)
    },
    Defect("it is a truncated WebP file", .ios, "unreadable-png") {
      $0["\(ios)/a.png"] = Array(ImageHeaderTests.lossyWebP(1024, 1024).dropLast(4))
    },
    Defect("it is a wide PDF page", .ios, "wrong-size") {
      $0["\(ios)/a.png"] = ImageHeaderTests.pdf("/MediaBox [0 0 300 200]")
    },
    Defect("the tinted icon has colours", .ios, "not-grey", .warning) {
      $0["\(ios)/t.png"] = HealthyProject.clear
    },
    Defect("an image is not in use", .ios, "orphan-file", .warning) {
      $0["\(ios)/old.png"] = HealthyProject.flat(60)
    },
    Defect("a drawing is not in use", .ios, "orphan-file", .warning) {
      $0["\(ios)/old.svg"] = [60]
    },
    Defect("Contents.json has conflict markers", .ios, "contents-unreadable") {
      $0.replace("{", "<<<<<<< ours\n{", in: "\(ios)/\(doc)")
    },
    Defect("Contents.json is a list", .ios, "contents-unreadable") {
      $0["\(ios)/\(doc)"] = Array("[]".utf8)
    },
    Defect("two images for one slot", .ios, "duplicate-slot") {
      $0.replace(
        "[",
        """
        [{"filename":"t.png","idiom":"universal","platform":"ios","scale":"1x","size":"1024x1024"},
        """, in: "\(ios)/\(doc)")
    },
    Defect("a size that Xcode does not know", .legacy, "contents-unknown-entry") {
      $0.replace("60x60\"}", "61x61\"}", in: "\(legacy)/\(doc)")
    },
    Defect("an idiom that Xcode does not know", .legacy, "contents-unknown-entry") {
      $0.replace("\"iphone\",\"scale\":\"3x", "\"phone\",\"scale\":\"3x", in: "\(legacy)/\(doc)")
    },
    Defect("no 120 pixels for iPhone", .legacy, "missing-required-size") {
      $0.replace("\"60x60\"", "\"29x29\"", in: "\(legacy)/\(doc)")
    },
    Defect("no 167 pixels for iPad", .legacy, "missing-required-size") {
      $0.replace("83.5x83.5", "20x20", in: "\(legacy)/\(doc)")
    },
    Defect("a transparent icon on the home screen", .legacy, "not-opaque") {
      $0["\(legacy)/iphone-60@3x.png"] = HealthyProject.disc(180, part: 0.9)
    },
    Defect("an enlarged icon", .legacy, "upscaled", .warning) {
      $0["\(legacy)/iphone-60@3x.png"] = checks(180, 2)
    },
    Defect("a Mac icon that fills its square", .mac, "mac-shape", .warning) {
      $0["\(mac)/mac-512@2x.png"] = HealthyProject.large
    },
    Defect("a round Mac icon", .mac, "mac-shape", .warning) {
      $0["\(mac)/mac-512@2x.png"] = HealthyProject.disc(1024, part: 0.9)
    },
    Defect("a watch icon without its role", .watch, "contents-missing-role") {
      $0.replace(",\"role\":\"appLauncher\"", "", in: "\(HealthyProject.watchSet)/\(doc)")
    },
    Defect("a television icon without its role", .television, "contents-missing-role") {
      $0.replace(",\"role\":\"primary-app-icon\"", "", in: "\(HealthyProject.brand)/\(doc)")
    },
    Defect("a television icon of one layer", .television, "layer-count") {
      $0.replace("{\"filename\":\"Front.imagestacklayer\"},", "", in: "\(stack)/\(doc)")
    },
    Defect("its layers from back to front", .television, "layer-order") {
      $0.replace("Front.", "X.", in: "\(stack)/\(doc)")
      $0.replace("Back.", "Front.", in: "\(stack)/\(doc)")
      $0.replace("X.", "Back.", in: "\(stack)/\(doc)")
    },
    Defect("a layer that is not there", .television, "contents-missing-file") {
      for file in [doc, "Content.imageset/\(doc)", "Content.imageset/c.png"] {
        $0["\(stack)/Front.imagestacklayer/\(file)"] = nil
      }
    },
    Defect("a layer of another size", .television, "wrong-size") {
      $0["\(stack)/Back.imagestacklayer/Content.imageset/c.png"] = HealthyProject.flat(400)
    },
    Defect("a top shelf image of another size", .television, "wrong-size") {
      $0["\(HealthyProject.brand)/Shelf.imageset/s.png"] = HealthyProject.flat(1920, 721)
    },
    Defect("a visionOS icon without its middle in the list", .vision, "orphan-file", .warning) {
      $0.replace("{\"filename\":\"Mid.solidimagestacklayer\"},", "", in: "\(vision)/\(doc)")
    },
    Defect("a visionOS icon of four layers", .vision, "layer-count") {
      $0.replace("[", "[{\"filename\":\"Front.solidimagestacklayer\"},", in: "\(vision)/\(doc)")
    },
    Defect("a transparent back layer", .vision, "not-opaque") {
      $0["\(vision)/Back.solidimagestacklayer/Content.imageset/c.png"] = HealthyProject.clear
    },
    Defect("a manifest that names nothing", .web, "manifest-entry") {
      $0["site/icons/b.png"] = nil
    },
    Defect("a manifest that is cut off", .web, "manifest-entry") {
      $0[web] = $0[web].map { Array($0.dropLast(3)) }
    },
    Defect("a WebP icon of another size", .web, "wrong-size") {
      $0["site/icons/w.webp"] = ImageHeaderTests.lossyWebP(64, 64)
    },
    Defect("a transparent maskable icon", .web, "not-opaque", .warning) {
      $0["site/icons/m.png"] = HealthyProject.disc(96, part: 0.7)
    },
    Defect("a transparent home screen icon", .web, "not-opaque", .warning) {
      $0["site/apple-touch-icon.png"] = HealthyProject.disc(180, part: 0.9)
    },
    Defect("a Play icon of more than 1024 KB", .android, "over-byte-limit") {
      $0["listing/playstore-icon.png"]? += [UInt8](repeating: 0, count: 1 << 20)
    },
    Defect("a layer that launchers cut", .android, "outside-safe-circle", .warning) {
      $0["res/mipmap-xhdpi/ic_launcher_foreground.png"] = HealthyProject.disc(216, part: 0.9)
    },
    Defect("a catalog that the package copies", .package, "catalog-copied") {
      $0.replace(".process(\"Resources\")", ".copy(\"Resources\")", in: "Package.swift")
    },
  ]

  /// Squares of `block` pixels, as in an enlarged image.
  private static func checks(_ side: Int, _ block: Int) -> [UInt8] {
    TestImage(width: side, height: side) { x, y in
      let (u, v) = (x / block, y / block)
      return (u * 7 + v * 13) % 5 < 2 ? (20, 20, 20, 255) : (240, 240, 240, 255)
    }.encodedWithoutAlpha
  }

  @Test(arguments: HealthyProject.Area.allCases)
  func nothingIsFoundInAHealthyProject(_ area: HealthyProject.Area) throws {
    let lint = try HealthyProject(area).lint()
    #expect(lint.findings.isEmpty)
    #expect(lint.checked > 0)
  }

  @Test(arguments: defects) func aPlantedDefectIsFound(_ defect: Defect) throws {
    var project = HealthyProject(defect.area)
    defect.plant(&project)
    let found = try project.lint().findings
    let expected = found.filter { $0.rule.id == defect.rule }
    #expect(!expected.isEmpty, "\(found)")
    #expect(expected.allSatisfy { $0.rule.severity == defect.severity }, "\(found)")
    #expect(found.allSatisfy { !$0.remedy.isEmpty })
  }
}
