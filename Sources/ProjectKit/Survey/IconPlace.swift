import IconKit
import SafeFiles

/// A place of the project that has icons, and the entry of `assetkit.toml` that would make them.
struct IconPlace {
  /// One file of a preset of the project's own.
  struct OwnFile {
    let path: RelativePath
    /// One side for a .png file, those of its images for an .ico file.
    let sides: [Int]
    let isOpaque: Bool
  }

  /// The file or folder that was found.
  let found: RelativePath
  /// What it is, with its article.
  let noun: String
  /// What to call its entry where neither the set nor a preset says.
  let family: String
  /// The presets that its files fit; empty where none does.
  var presets: [String] = []
  /// The folder that `output` names; nil for the project's.
  let output: RelativePath?
  /// The set's name, where it is not the usual one.
  var set: String?
  /// The files of the presets that the project does not have.
  var without: [String] = []
  /// The files of a preset of its own, where no built-in one fits.
  var ownFiles: [OwnFile] = []
  /// What a person should know about the choice, as sentences.
  var remarks: [String] = []
  /// Its files, where they could be taken for places of their own.
  var files: Set<RelativePath> = []
  /// Its images with their longer sides, the largest first.
  var images: [(path: RelativePath, side: Int)] = []

  init(_ found: RelativePath, _ noun: String, family: String = "icons", output: RelativePath?) {
    self.found = found
    self.noun = noun
    self.family = family
    self.output = output
  }

  /// The side that a master must have so that no icon is enlarged.
  var neededSide: Int {
    let own = ownFiles.flatMap(\.sides)
    let preset = presets.compactMap(Preset.named).map(\.neededSide)
    // Wide images and layers have a margin: 1024 pixels are enough for every preset.
    return min(1024, (own + preset).max() ?? 1024)
  }

  /// Names for its entry in lower case, the shortest first.
  var suggestedNames: [String] {
    let usual = presets.first.map { String($0.split(separator: "-")[0]) }
    let short = Self.words(set ?? usual ?? family)
    // The folder of the app, above its catalog or its resources.
    let folders = found.components.dropLast().map(\.text)
    let app = folders.last { !$0.hasSuffix(".xcassets") && !["src", "main"].contains($0) }
    return [short] + (app.map { ["\(short)-\(Self.words($0))"] } ?? [])
  }

  private static func words(_ text: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "icons" : words.joined(separator: "-")
  }
}
