import IconKit

/// What `--list-presets` prints: each preset, then its files with their pixels.
enum PresetListing {
  static func print() {
    for preset in Preset.all {
      Console.result("\(preset.name)\t\(preset.summary)")
      for icon in preset.icons { Console.result("\t\(icon.path)\t\(icon.side)") }
    }
  }
}
