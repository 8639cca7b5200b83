import TextFormats

/// The views of a group on the devices that it is for: home screens, launchers, tabs, docks and
/// stores.
struct DeviceScenes {
  let group: PreviewGroup
  let styles: ImageStyles

  /// One view of a device.
  struct Scene {
    let title: String
    /// What is said below the title; may be empty.
    var note = ""
    /// The CSS classes of the device.
    let style: String
    let stage: Markup

    var figure: Markup {
      let note: Markup = note.isEmpty ? "" : "<span>\(self.note)</span>"
      return """
        <figure class=scene><div class="stage \(style)">\(stage)</div>\
        <figcaption><b>\(title)</b>\(note)</figcaption></figure>

        """
    }
  }

  /// The views that the group has images for.
  var all: [Scene] { homeScreens + launchers + web + desktops + apps + stores + otherDevices }

  // MARK: - Parts of scenes

  /// The image with at least `side` pixels that is nearest to it, or else the largest.
  func image(_ side: Int, where isWanted: (PreviewImage) -> Bool) -> PreviewImage? {
    let images = group.images.filter(isWanted).sorted { $0.size.width < $1.size.width }
    return images.first { $0.size.width >= side } ?? images.last
  }

  /// An icon with the app's name below it.
  func app(_ picture: Picture, side: Int = 60, _ label: String, name: String? = nil) -> Markup {
    """
    <div class=app>\(picture.markup(side, label: label, styles))<span>\(name ?? group.name)</span>\
    </div>
    """
  }

  /// The places of other apps.
  func ghosts(_ count: Int) -> Markup {
    "\([Markup](repeating: "<div class=app><i class=ghost></i></div>", count: count))"
  }
}

extension DeviceScenes {
  /// iPhone and iPad.
  fileprivate var homeScreens: [Scene] {
    func icon(_ appearance: String?) -> PreviewImage? {
      image(180) { image in
        guard let icon = image.icon, icon.recipe.source != .monochrome else { return false }
        if let role = icon.role {
          return ["universal", "iphone", "ipad"].contains(role.idiom)
            && role.platform != "watchos" && role.appearance == appearance
        }
        return appearance == nil && image.name.hasPrefix("icon-60")
      }
    }
    guard let usual = icon(nil) else { return [] }
    let (dark, tinted) = (icon("dark"), icon("tinted"))
    func home(_ title: String, _ style: String, _ note: String, _ picture: Picture) -> Scene {
      Scene(
        title: title, note: note, style: "home \(style)",
        stage: """
          \(ghosts(1))\(app(picture, "\(group.name), \(title)"))\(ghosts(4))
          """)
    }
    func picture(_ image: PreviewImage) -> Picture { Picture(layers: [image], mask: .superellipse) }
    var scenes = [
      home("Home screen", "sky", "", picture(usual)),
      home(
        "Home screen, dark", dark == nil ? "night" : "night back",
        dark == nil ? "no --dark image: the usual one" : "",
        picture(dark ?? usual)),
    ]
    if let tinted {
      var picture = picture(tinted)
      picture.ink = .light
      scenes.append(home("Home screen, tinted", "night back", "", picture))
    }
    return scenes
  }

  /// Android's launchers, each with its shape.
  fileprivate var launchers: [Scene] {
    // By what they are made of: --name gives them other names.
    func layer(_ source: Recipe.Source) -> PreviewImage? {
      image(180) { image in
        guard case .safeCircle = image.icon?.shape else { return false }
        return image.icon?.recipe.source == source
      }
    }
    var scenes: [Scene] = []
    if let front = layer(.foreground) {
      let icon = Picture(
        layers: [layer(.background), front].compactMap { $0 }, ground: group.ground.description,
        part: 66)
      let masks: [(String, Picture.Mask)] = [
        ("Circle", .circle), ("Squircle", .superellipse), ("Rounded", .rounded),
      ]
      let icons: [Markup] = masks.map { name, mask in
        var icon = icon
        icon.mask = mask
        return app(icon, "adaptive icon, \(name)", name: name)
      }
      let themed: [Markup] =
        layer(.monochrome).map { layer in
          let icon = Picture(layers: [layer], mask: .circle, part: 66, ink: .alpha)
          return [("Themed", "themed"), ("Themed", "themed dark")].map { name, style in
            "<div class=\"\(style)\">\(app(icon, "adaptive icon, \(style)", name: name))</div>"
          }
        } ?? []
      scenes.append(
        Scene(title: "Android launchers", style: "home hill", stage: "\(icons)\(themed)"))
    }
    let icons = [(false, "Square"), (true, "Round")].compactMap { isRound, name in
      image(120) { image in
        image.isDensity && image.icon?.recipe.cut?.isCircle == isRound
      }.map { app(Picture(layers: [$0]), $0.name, name: name) }
    }
    if !icons.isEmpty {
      scenes.append(
        Scene(
          title: "Android before 8.0", note: "as drawn, without a mask", style: "home hill two",
          stage: "\(icons)"))
    }
    return scenes
  }

  /// Stores: the App Store and Google Play.
  fileprivate var stores: [Scene] {
    let apple = image(192) { image in
      guard let role = image.icon?.role, role.appearance == nil else { return false }
      return role.idiom == "ios-marketing" || role.idiom == "universal" && role.scale == nil
    }
    let google = image(192) { $0.icon?.recipe.alpha == .opaqueWithChannel }
    let rows: [Markup] = [
      (apple, "App Store", Picture.Mask.superellipse), (google, "Google Play", .rounded),
    ].compactMap { image, store, mask in
      image.map { image in
        """
        <div class=row>\(Picture(layers: [image], mask: mask).markup(
          64, label: "\(group.name), \(store)", styles))\
        <div><b>\(group.name)</b><small>\(store)</small></div><i class=get></i></div>
        """
      }
    }
    return rows.isEmpty ? [] : [Scene(title: "Store listing", style: "store", stage: "\(rows)")]
  }
}
