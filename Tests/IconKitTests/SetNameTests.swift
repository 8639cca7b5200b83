import SafeFiles
import Testing

@testable import IconKit

/// The files of presets whose sets have another name, or that lack some.
struct SetNameTests {
  @Test(arguments: [
    ("tvos", "Beta", "Beta.brandassets/App Icon.imagestack/Contents.json"),
    ("visionos", "Beta", "Beta.solidimagestack/Contents.json"),
    ("ios", "AppIcon-Beta", "AppIcon-Beta.appiconset/Contents.json"),
    ("icns", "Beta", "Beta.icns"), ("windows", "Beta", "Beta.ico"),
    ("android", "Beta 2", "mipmap-mdpi/beta_2.png"),
    ("android", "AppIcon-Beta", "mipmap-mdpi/ic_launcher_beta_round.png"),
    ("android", "ic_launcher_dev", "mipmap-mdpi/ic_launcher_dev_round.png"),
    ("android", "ic_launcher_dev", "ic_launcher_dev-playstore.png"),
    ("linux", "org.example.App", "share/icons/hicolor/48x48/apps/org.example.App.png"),
  ])
  func eachPlatformHasItsFiles(preset: String, name: String, file: String) throws {
    let own = try #require(Preset.named(preset))
    let name = try #require(SetName(name))
    let set = try IconSet(presets: [own.named(name)], sizes: [])
    #expect(set.paths.map(\.description).contains(file))
    #expect(set.paths.count == (try IconSet(presets: [own], sizes: []).paths.count))
    #expect(own.uses(name))
    // No file of one is a file of the other, so that both can be in one folder.
    let others = Set(try IconSet(presets: [own], sizes: []).paths)
    #expect(others.isDisjoint(with: set.paths))
  }

  @Test func whatNoPlatformNamesKeepsItsPaths() throws {
    let name = try #require(SetName("Beta"))
    for preset in ["classic", "web", "tauri"].compactMap(Preset.named) {
      #expect(preset.uses(name) == (preset.name == "web"))
      #expect(preset.named(name).icons.map(\.path) == preset.icons.map(\.path))
    }
  }

  /// An app's ID is neither a set's name nor a name that a person reads.
  @Test func anIDNamesWhatIsNamedByIt() throws {
    let id = try #require(SetName("org.example.App"))
    #expect(id.isAppID && id.title == nil)
    #expect(Preset.all.filter { $0.uses(id) }.map(\.name) == ["linux"])
    for preset in Preset.all where preset.name != "linux" {
      #expect(preset.named(id).paths == preset.paths)
      #expect(preset.named(id).documents.map(\.kind) == preset.documents.map(\.kind))
    }
    for (name, title) in [("My App", "My App"), ("1.0", nil), ("a.b", "a.b"), ("AppIcon-Dev", nil)]
    {
      #expect(SetName(name)?.title == title)
      #expect(SetName(name)?.isAppID != true)
    }
  }

  @Test(arguments: ["", "../x", "a/b", "-x", "1a", "x\"y", "x<y", "x.", "é"])
  func aNameThatSomePlatformRefusesIsNone(_ name: String) {
    #expect(SetName(name) == nil)
  }

  @Test func aFolderWithNothingLeftIsNotMentioned() throws {
    let tvos = try #require(Preset.named("tvos"))
    let rest = tvos.without { $0.description.contains("/Top Shelf Image.imageset/") }
    // Two images, and the two that a set may have for the App Store.
    #expect(rest.icons.count == tvos.icons.count - 4)
    let kinds = rest.documents.map(\.kind)
    let assets = kinds.compactMap { kind -> [String]? in
      if case .brandAssets(let assets) = kind { assets.map(\.filename) } else { nil }
    }
    #expect(
      assets == [
        ["App Icon - App Store.imagestack", "App Icon.imagestack", "Top Shelf Image Wide.imageset"]
      ])
  }
}
