import IconKit

/// The output of `--list-presets`: each preset, then its files with their sizes.
enum PresetListing {
  static func print(_ presets: [Preset]) {
    for preset in presets {
      Console.result("\(preset.name)\t\(preset.summary)")
      for icon in preset.icons {
        let size = icon.size
        Console.result(
          "\t\(icon.path)\t\(size.isSquare ? "\(size.width)" : "\(size.width)x\(size.height)")"
            + note(icon.condition))
      }
      for container in preset.containers {
        let sides = container.sides.map { "\($0)" }.joined(separator: ",")
        Console.result("\t\(container.path)\t\(sides)")
      }
      for document in preset.documents {
        Console.result("\t\(document.path)\t-\(note(document.condition))")
      }
    }
  }

  private static func note(_ condition: Preset.Condition) -> String {
    switch condition {
    case .always: ""
    case .given(let source): "\twith --\(source.rawValue)"
    case .missing(let source): "\twithout an image for --\(source.rawValue)"
    }
  }
}
