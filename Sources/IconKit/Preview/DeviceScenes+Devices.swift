import TextFormats

extension DeviceScenes {
  /// Browsers.
  var web: [Scene] {
    var scenes: [Scene] = []
    let favicon =
      image(16) { $0.container.map { $0.purpose == "browser tab" } ?? false }
      ?? image(32) { $0.icon?.webRole == .favicon }
    if let favicon {
      let tabs: [Markup] = ["light", "dark"].map { shade in
        """
        <div class="browser \(shade)"><div class=tab>\
        \(Picture(layers: [favicon]).markup(16, label: "favicon, \(shade) tab", styles))\
        <span>\(group.name)</span></div><i></i></div>
        """
      }
      scenes.append(
        Scene(
          title: "Browser tab", note: "\(favicon.size.width) px", style: "tabs", stage: "\(tabs)"))
    }
    let touch = image(120) { $0.icon?.webRole == .appleTouchIcon }
    let maskable = image(120) { $0.icon?.webRole == .maskable }
    let any = image(120) { $0.icon?.webRole == .any }
    let places: [(PreviewImage?, Picture.Mask, String)] = [
      (touch, .superellipse, "iPhone"), (maskable, .circle, "Circle"),
      (maskable, .rounded, "Rounded"), (any, .none, "As drawn"),
    ]
    let icons: [Markup] = places.compactMap { image, mask, name in
      image.map { app(Picture(layers: [$0], mask: mask), "web app, \(name)", name: name) }
    }
    if !icons.isEmpty {
      scenes.append(
        Scene(title: "Installed web app", style: "home dusk two", stage: "\(icons)"))
    }
    return scenes
  }

  /// Dock and task bar.
  var desktops: [Scene] {
    var scenes: [Scene] = []
    func mac(_ side: Int) -> PreviewImage? {
      image(side) { image in
        if case .icns = image.container?.format { return image.image.starts(with: [0x89]) }
        return image.icon?.recipe.takesRoundedRectangle ?? false
      }
    }
    if let dock = mac(128), let list = mac(16) {
      let ghosts: Markup = "<i class=ghost></i>"
      scenes.append(
        Scene(
          title: "Mac Dock and Finder", style: "mac",
          stage: """
            <div class=finder>\(Picture(layers: [list]).markup(
              16, label: "\(group.name), Finder", styles))<span>\(group.name)</span></div>\
            <div class=dock>\(ghosts)\(Picture(layers: [dock]).markup(
              64, label: "\(group.name), Dock", styles))\(ghosts)</div>
            """))
    }
    func windows(_ side: Int) -> PreviewImage? {
      image(side) { $0.container.map { $0.purpose == "Windows programs" } ?? false }
        ?? image(side) { $0.name.hasPrefix("Square44x44Logo.targetsize-") }
    }
    if let bar = windows(24), let desk = windows(48) {
      let ghosts: Markup = "<i class=ghost></i><i class=ghost></i>"
      scenes.append(
        Scene(
          title: "Windows desktop and taskbar", style: "windows",
          stage: """
            \(app(Picture(layers: [desk]), side: 48, "\(group.name), desktop"))\
            <div class=bar>\(ghosts)\(Picture(layers: [bar]).markup(
              24, label: "\(group.name), taskbar", styles))\(ghosts)</div>
            """))
    }
    return scenes
  }

  /// Watch, television and headset.
  var otherDevices: [Scene] {
    var scenes: [Scene] = []
    let watch = image(100) { image in
      let role = image.icon?.role
      return role?.platform == "watchos" || role?.idiom == "watch"
    }
    if let watch {
      let icon = Picture(layers: [watch], mask: .circle)
        .markup(64, label: "\(group.name), Apple Watch", styles)
      let ghosts = [Markup](repeating: "<i class=ghost></i>", count: 3)
      scenes.append(
        Scene(
          title: "Apple Watch", style: "watch",
          stage: "<div class=face>\(ghosts)\(icon)\(ghosts)</div>"))
    }
    func layers(_ idiom: String, _ side: Int) -> [PreviewImage] {
      [Recipe.Source.background, .empty, .foreground].compactMap { source in
        image(side) { $0.icon?.role?.idiom == idiom && $0.icon?.recipe.source == source }
      }
    }
    let television = layers("tv", 400)
    if !television.isEmpty {
      let card = Picture(layers: television, mask: .card)
        .markup(140, 84, label: "\(group.name), Apple TV", styles)
      let shelf = image(600) { $0.icon?.role?.idiom == "tv" && $0.icon?.recipe.source == .master }
        .map { Picture(layers: [$0]).markup(240, 90, label: "top shelf", styles) }
      scenes.append(
        Scene(
          title: "Apple TV", note: "top shelf and home", style: "tv",
          stage: """
            <div class=shelf>\(shelf ?? "")</div>\
            <div class=cards><i class=ghost></i>\(card)<i class=ghost></i></div>
            """))
    }
    let vision = layers("vision", 256)
    if !vision.isEmpty {
      let icon = Picture(layers: vision, mask: .circle)
      scenes.append(
        Scene(
          title: "Apple Vision", style: "vision",
          stage: """
            <i class=ghost></i>\(app(icon, side: 96, "\(group.name), Apple Vision"))<i class=ghost></i>
            """))
    }
    return scenes
  }
}
