import SafeFiles
import Testing

@testable import IconKit

/// Which files a run makes, and which masters it takes.
struct IconSetTests {
  private let classic = Preset.all.filter { $0.name == "classic" }

  @Test func classicIsFourteenFiles() throws {
    let set = try IconSet(presets: classic, sizes: [])
    #expect(
      set.icons.map { "\($0.path) \($0.side)" } == [
        "icon-29.png 29", "icon-29@2x.png 58", "icon-40.png 40", "icon-40@2x.png 80",
        "icon-50.png 50", "icon-50@2x.png 100", "icon-57.png 57", "icon-57@2x.png 114",
        "icon-60.png 60", "icon-60@2x.png 120", "icon-72.png 72", "icon-72@2x.png 144",
        "icon-76.png 76", "icon-76@2x.png 152",
      ])
    #expect(set.fit == .longest)
  }

  @Test func sizesJoinThePresetsAndEqualFilesAreOne() throws {
    let set = try IconSet(presets: classic, sizes: [29, 512, 512])
    #expect(set.icons.count == 15)
    #expect(set.icons.last?.path.description == "icon-512.png")
    #expect(set.images.count == 15)
  }

  @Test func contradictionsAreRefused() {
    let odd = Preset(name: "odd", summary: "", fit: nil, icons: [Preset.Icon("icon-29.png", 30)])
    #expect(throws: IconError.self) { try IconSet(presets: classic + [odd], sizes: []) }
    #expect(throws: IconError.self) { try IconSet(presets: [], sizes: []) }
    #expect(throws: IconError.self) { try IconSet(presets: [], sizes: [0]) }
    #expect(throws: IconError.self) { try IconSet(presets: [], sizes: [16385]) }
  }

  @Test func aMasterMustFit() throws {
    let set = try IconSet(presets: classic, sizes: [])
    func check(_ set: IconSet, _ width: Int, _ height: Int, upscales: Bool = false) throws {
      var options = IconPlan.Options()
      options.allowsUpscale = upscales
      let plan = IconPlan(
        IconInputs(master: "a.png"), sizeByFile: ["a.png": PixelSize(width: width, height: height)],
        options: options)
      _ = try plan.drawings(for: set)
    }
    try check(set, 152, 10)
    let error = #expect(throws: IconError.self) { try check(set, 151, 151) }
    #expect(error?.code == .tooSmall)
    #expect(error?.problem == "is 151 × 151 pixels, smaller than the 152 pixels of icon-76@2x.png")
    try check(set, 151, 151, upscales: true)

    let square = Preset(name: "square", summary: "", fit: nil, icons: [Preset.Icon("a.png", 8)])
    let refusal = #expect(throws: IconError.self) {
      try check(try IconSet(presets: [square], sizes: []), 20, 10)
    }
    #expect(refusal?.remedy == "use --fit longest, --fit pad or --fit crop")
  }

  @Test func severalMastersGetFoldersOfTheirOwn() throws {
    #expect(try MasterFolders.names(for: ["x/a.png"]) == [nil])
    let names = try MasterFolders.names(for: ["x/a.png", "b.v2.png"])
    #expect(names.map { $0?.description } == ["a", "b.v2"])
    #expect(throws: IconError.self) { try MasterFolders.names(for: ["x/a.png", "y/A.png"]) }
    #expect(throws: IconError.self) { try MasterFolders.names(for: ["a.png", ".."]) }
  }
}
