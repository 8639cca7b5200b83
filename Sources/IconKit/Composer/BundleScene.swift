import TextFormats

/// What a bundle shows in one appearance, as far as it is more than an effect of Apple's systems.
struct BundleScene: Sendable {
  /// The appearances that Icon Composer lets one design.
  enum Appearance: Sendable {
    case usual
    case dark
    case tinted

    /// The values of `appearance` in `icon.json` that apply, each over those before it: what is not
    /// designed for tinted icons is as in dark ones.
    fileprivate var names: [String?] {
      switch self {
      case .usual: [nil, "light"]
      case .dark: [nil, "dark"]
      case .tinted: [nil, "dark", "tinted"]
      }
    }

    /// The name of its own.
    var name: String? { names.last ?? nil }
  }

  /// An image of a layer.
  struct Layer: Sendable {
    let name: String
    let image: String
    /// What its shape is filled with; nil for its own colours.
    let fill: BundleFill?
    let opacity: Double
    let blendMode: BlendMode
    let position: Position
  }

  /// Layers that are composed as one.
  struct Group: Sendable {
    /// The back one first.
    let layers: [Layer]
    let opacity: Double
    let blendMode: BlendMode
  }

  /// The scale about the middle of the canvas, and then how far from there, in points, y downwards.
  struct Position: Equatable, Sendable {
    var scale = 1.0
    var x = 0.0
    var y = 0.0

    /// The same inside what is at `outer`.
    func inside(_ outer: Position) -> Position {
      Position(
        scale: scale * outer.scale, x: outer.x + outer.scale * x, y: outer.y + outer.scale * y)
    }
  }

  /// What fills the canvas behind the layers; nil for nothing.
  let fill: BundleFill?
  /// The back one first.
  let groups: [Group]

  /// The scene of `bundle`.
  init(_ bundle: IconBundle, _ appearance: Appearance) {
    fill = Self.ground(bundle.root, appearance)
    groups = bundle.groups.reversed().filter { !$0.isHidden(appearance) }.map { group in
      let outer = group.position(appearance)
      let layers = (group["layers"]?.elements ?? []).reversed()
      return Group(
        layers: layers.compactMap { Self.layer($0, inside: outer, appearance) },
        opacity: group.opacity(appearance), blendMode: group.blendMode(appearance))
    }
  }

  private static func layer(
    _ layer: JSON, inside outer: Position, _ appearance: Appearance
  ) -> Layer? {
    guard !layer.isHidden(appearance), let image = layer.value("image-name", appearance)?.text
    else { return nil }
    return Layer(
      name: layer["name"]?.text ?? image, image: image,
      fill: layer.value("fill", appearance).flatMap(BundleFill.init),
      opacity: layer.opacity(appearance), blendMode: layer.blendMode(appearance),
      position: layer.position(appearance).inside(outer))
  }

  /// The systems draw a ground of their own in their dark and tinted appearances, unless the document
  /// says another for just that appearance.
  private static func ground(_ root: JSON, _ appearance: Appearance) -> BundleFill? {
    guard appearance == .usual else {
      let own = (root["fill-specializations"]?.elements ?? []).last {
        $0["appearance"]?.text == appearance.name && $0.isForEveryPlatform
      }
      return own?["value"].flatMap(BundleFill.init)
    }
    let fill = root.value("fill", appearance)
    switch fill?.text {
    case "none": return nil
    case "system-dark": return .systemDark
    case nil: return fill.flatMap(BundleFill.init) ?? .systemLight
    default: return .systemLight
    }
  }
}

extension IconBundle {
  /// Whether something is designed for `appearance`.
  func isDesigned(for appearance: BundleScene.Appearance) -> Bool {
    func isDesigned(_ object: JSON) -> Bool {
      guard case .object(let members) = object else { return false }
      return members.pairs.contains { key, value in
        BundleGrammar.specialized(key) != nil
          && (value.elements ?? []).contains { $0["appearance"]?.text == appearance.name }
      }
    }
    let layers = groups.flatMap { $0["layers"]?.elements ?? [] }
    return ([root] + groups + layers).contains(where: isDesigned)
  }

  /// The effects that it uses and that only Apple's systems draw, in words.
  var effects: [String] {
    func uses(_ key: String, in objects: [JSON], _ isOn: (JSON) -> Bool) -> Bool {
      objects.contains { object in
        let others = (object["\(key)-specializations"]?.elements ?? []).compactMap { $0["value"] }
        return ([object[key]].compactMap { $0 } + others).contains(where: isOn)
      }
    }
    let layers = groups.flatMap { $0["layers"]?.elements ?? [] }
    // A layer without the key is glass.
    let isGlass = layers.contains { $0["glass"] != false && $0["is-glass"] != false }
    let fills = [
      uses("fill", in: [root] + layers) { $0["automatic-gradient"] != nil }
        ? "automatic gradients (drawn to a lighter shade)" : nil
    ]
    return [
      isGlass ? "glass" : nil,
      uses("shadow", in: groups) { $0["kind"] != "none" } ? "shadows" : nil,
      uses("translucency", in: groups) { $0["enabled"] == true } ? "translucency" : nil,
      uses("blur-material", in: groups) { ($0.number ?? 0) > 0 } ? "blur" : nil,
      uses("specular", in: groups) { $0 != false && $0 != .null } ? "highlights" : nil,
      uses("refractivity", in: groups) { $0 != false && $0["enabled"] != false }
        ? "refraction" : nil,
    ].compactMap { $0 } + fills.compactMap { $0 }
  }
}

extension JSON {
  /// The value of `key` in an appearance; nil where there is none.
  fileprivate func value(_ key: String, _ appearance: BundleScene.Appearance) -> JSON? {
    var value = self[key]
    let entries = self["\(key)-specializations"]?.elements ?? []
    for name in appearance.names {
      for entry in entries where entry["appearance"]?.text == name && entry.isForEveryPlatform {
        value = entry["value"]
      }
    }
    return value == .null ? nil : value
  }

  /// Whether an entry is not for one platform or language alone; the square of iPhone and Mac is drawn.
  fileprivate var isForEveryPlatform: Bool {
    (self["idiom"] == nil || self["idiom"] == "square") && self["localization"] == nil
      && self["languageDirection"] == nil
  }

  fileprivate func isHidden(_ appearance: BundleScene.Appearance) -> Bool {
    value("hidden", appearance) ?? self["is-hidden"] == true
  }

  fileprivate func opacity(_ appearance: BundleScene.Appearance) -> Double {
    min(1, max(0, value("opacity", appearance)?.number ?? 1))
  }

  fileprivate func blendMode(_ appearance: BundleScene.Appearance) -> BlendMode {
    value("blend-mode", appearance)?.text.flatMap(BlendMode.init) ?? .normal
  }

  fileprivate func position(_ appearance: BundleScene.Appearance) -> BundleScene.Position {
    guard let position = value("position", appearance) else { return .init() }
    let translation = position["translation-in-points"]?.elements?.map { $0.number ?? 0 } ?? []
    return BundleScene.Position(
      scale: max(0, position["scale"]?.number ?? 1), x: translation.first ?? 0,
      y: translation.dropFirst().first ?? 0)
  }
}
