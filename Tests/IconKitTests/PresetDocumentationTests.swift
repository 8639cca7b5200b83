import SafeFiles
import Testing

@testable import IconKit

/// What people read of the presets is what the table says.
struct PresetDocumentationTests {
  @Test func theReadmeHasALineForEachPreset() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let readme = String(
      decoding: try DirectoryHandle(path: root)
        .readFile(try RelativePath("README.md"), limitBytes: 1 << 20), as: UTF8.self)
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "| preset | for | files |" }.dropFirst(2).prefix { $0.hasPrefix("|") }
    #expect(
      lines.map(String.init)
        == Preset.all.map { preset in
          let icons = preset.icons.filter { $0.condition.holds(given: []) }
          let documents = preset.documents.filter { $0.condition.holds(given: []) }
          let count = icons.count + documents.count + preset.containers.count
          return "| `\(preset.name)` | \(preset.summary) | \(count) |"
        })
  }

  /// Every entry of a catalog says the pixels that its file has.
  @Test(arguments: Preset.all.map(\.name)) func rolesAndPixelsAgree(_ name: String) throws {
    let preset = try #require(Preset.named(name))
    for icon in preset.icons {
      guard let size = icon.role?.size?.split(separator: "x").first.flatMap({ Double($0) }) else {
        continue
      }
      let scale = icon.role?.scale?.first?.wholeNumberValue ?? 1
      #expect(Double(icon.size.width) == size * Double(scale), "\(icon.path)")
      #expect(icon.size.isSquare)
    }
    let paths = preset.icons.map(\.path) + preset.documents.map(\.path)
    #expect(Set(paths).count == paths.count)
  }
}
