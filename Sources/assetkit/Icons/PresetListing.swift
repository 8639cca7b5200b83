import IconKit
import SafeFiles
import TextFormats

/// The output of `--list-presets`: each preset, then its files with their sizes and what they are
/// for.
///
/// As JSON, `schema` 1: `presets`, each with its `name`, `summary` and `files`. A file has a `path`;
/// `width` and `height`, or `sizes` where it holds several squares, or neither where it is text;
/// `purpose`, where there is more to say than its name; and `condition`, the option that it
/// depends on.
struct PresetListing {
  let presets: [Preset]

  private struct Row {
    let path: String
    let size: String
    let purpose: String
    let condition: Preset.Condition
    /// The members of the file's object that give its size.
    let pixels: JSON.Members
  }

  func print(asJSON: Bool) {
    if asJSON { return Console.result(document) }
    for preset in presets {
      Console.result("\(preset.name)\t\(preset.summary)")
      for row in Self.rows(of: preset) {
        let notes = [row.purpose, row.condition.option ?? ""].filter { !$0.isEmpty }
        Console.result(
          (["", row.path, row.size] + (notes.isEmpty ? [] : [notes.joined(separator: ", ")]))
            .joined(separator: "\t"))
      }
    }
  }

  private var document: JSON {
    let presets = presets.map { preset -> JSON in
      let files = Self.rows(of: preset).map { row -> JSON in
        .object(
          ["path": .string(row.path)] + row.pixels + [
            "purpose": row.purpose.isEmpty ? nil : .string(row.purpose),
            "condition": row.condition.option.map(JSON.string),
          ])
      }
      return [
        "name": .string(preset.name), "summary": .string(preset.summary), "files": .array(files),
      ]
    }
    return ["schema": 1, "presets": .array(presets)]
  }

  private static func rows(of preset: Preset) -> [Row] {
    // Only the built-in ones are known to be for something.
    let isOwn = Preset.named(preset.name) == nil
    return preset.icons.map { icon in
      Row(
        path: icon.path.description,
        size: icon.size.isSquare ? "\(icon.size.width)" : "\(icon.size.width)x\(icon.size.height)",
        purpose: isOwn ? "" : icon.purpose, condition: icon.condition,
        pixels: ["width": .integer(icon.size.width), "height": .integer(icon.size.height)])
    }
      + preset.containers.map { container in
        Row(
          path: container.path.description,
          size: container.sides.map(String.init).joined(separator: ","),
          purpose: isOwn ? "" : container.purpose, condition: .always,
          pixels: ["sizes": .array(container.sides.map(JSON.integer))])
      }
      + preset.documents.map { document in
        Row(
          path: document.path.description, size: "-", purpose: document.purpose,
          condition: document.condition, pixels: [:])
      }
  }
}
