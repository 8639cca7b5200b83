import TextFormats

extension DeviceScenes {
  /// A Linux desktop's dash, and the toolbar of a browser.
  var apps: [Scene] {
    var scenes: [Scene] = []
    func image(_ side: Int, of platform: String) -> PreviewImage? {
      let paths = Set(group.platforms.first { $0.title == platform }?.images.map(\.path) ?? [])
      return self.image(side) { paths.contains($0.path) && $0.container == nil }
    }
    func icon(_ image: PreviewImage, _ side: Int, _ label: String) -> Markup {
      Picture(layers: [image]).markup(side, label: "\(group.name), \(label)", styles)
    }
    if let grid = image(64, of: "Linux"), let dash = image(48, of: "Linux") {
      let ghost: Markup = "<i class=ghost></i>"
      scenes.append(
        Scene(
          title: "Linux overview and dash", style: "linux",
          stage: """
            \(app(Picture(layers: [grid]), side: 64, "\(group.name), overview"))\
            <div class=dock>\(ghost)\(icon(dash, 48, "dash"))\(ghost)</div>
            """))
    }
    if let tool = image(16, of: "Browser extensions"),
      let card = image(48, of: "Browser extensions")
    {
      let bars: [Markup] = ["light", "dark"].map { shade in
        """
        <div class="browser \(shade)"><div class=tools>\(icon(tool, 16, "toolbar, \(shade)"))\
        </div><i></i></div>
        """
      }
      scenes.append(
        Scene(
          title: "Browser toolbar and extensions",
          note: "\(tool.size.width) and \(card.size.width) px",
          style: "tabs",
          stage: """
            \(bars)<div class=row>\(icon(card, 48, "extensions"))<div><b>\(group.name)</b></div></div>
            """))
    }
    return scenes
  }
}
