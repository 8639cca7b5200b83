import TextFormats

extension CatalogRole {
  /// What an entry of `images` in a Contents.json is for, whatever else it says.
  init(entry: JSON) {
    let appearances = (entry["appearances"]?.elements ?? []).map { appearance in
      let (kind, value) = (appearance["appearance"]?.text, appearance["value"]?.text ?? "")
      return kind == "luminosity" ? value : "\(kind ?? "") \(value)"
    }
    self.init(
      idiom: entry["idiom"]?.text ?? "", size: entry["size"]?.text, scale: entry["scale"]?.text,
      platform: entry["platform"]?.text, role: entry["role"]?.text,
      subtype: entry["subtype"]?.text,
      appearance: appearances.isEmpty ? nil : appearances.sorted().joined(separator: ", "))
  }

  /// The entry of `images` that names a file.
  func entry(naming name: String) -> JSON {
    [
      "appearances": appearance.map {
        [["appearance": "luminosity", "value": .string($0)]]
      },
      "filename": .string(name), "idiom": .string(idiom),
      "platform": platform.map(JSON.string), "role": role.map(JSON.string),
      "scale": scale.map(JSON.string), "size": size.map(JSON.string),
      "subtype": subtype.map(JSON.string),
    ]
  }

  /// The systems whose icons an app icon set can have side by side.
  enum System: Hashable {
    case ios, mac, watch, tv, vision
  }

  /// The system whose icon this is part of; nil for CarPlay and what is not known.
  var system: System? {
    switch (idiom, platform) {
    case ("iphone", _), ("ipad", _), ("ios-marketing", _), ("universal", "ios"): .ios
    case ("mac", _): .mac
    case ("watch", _), ("watch-marketing", _), ("universal", "watchos"): .watch
    case ("tv", _), ("tv-marketing", _): .tv
    case ("vision", _): .vision
    default: nil
    }
  }

  /// The slot without its appearance, of which this is a variant.
  var base: CatalogRole {
    var base = self
    base.appearance = nil
    return base
  }

  /// What a person calls it: `iphone 60x60 2x`.
  var label: String {
    [idiom, platform, role, subtype, size, scale, appearance].compactMap(\.self)
      .joined(separator: " ")
  }
}
