import SafeFiles

extension Preset {
  static let web = Preset(
    name: "web", summary: "web sites and web applications",
    icons: [
      Icon("favicon-96x96.png", 96, webRole: .favicon),
      Icon(
        "apple-touch-icon.png", 180, .opaque, webRole: .appleTouchIcon, shape: .roundedRectangle),
    ]
      + [192, 512].flatMap { side in
        [
          Icon("web-app-manifest-\(side)x\(side).png", side, webRole: .any),
          Icon(
            "web-app-manifest-\(side)x\(side)-maskable.png", side, maskable, webRole: .maskable,
            shape: maskableShape),
        ]
      },
    containers: [
      // The largest first, for programs that read only the first image.
      Container(path: .init(known: "favicon.ico"), format: .ico([48, 32, 16]))
    ],
    documents: [
      Document("favicon.svg", .drawing, condition: .drawn),
      Document("site.webmanifest", .webManifest),
      Document(
        "favicon-links.html",
        .linkElements(favicon: "favicon.ico", manifest: "site.webmanifest")),
    ])

  /// The safe circle's radius is 40 % of the side (W3C Web Application Manifest, `maskable`).
  static let maskable = Recipe(
    .master, content: .circle(diameter: 80, of: 100), alpha: .opaque)
  static let maskableShape = Icon.Shape.safeCircle(diameter: 80, visible: 100, of: 100)

  /// The icons of an extension's manifest, with the names of Chrome's documentation ("Manifest -
  /// Icons"). The largest is for the Chrome Web Store, which asks for 96 pixels and a transparent
  /// margin ("Supplying images").
  static let chromeExtension = Preset(
    name: "chrome-extension", summary: "browser extensions: toolbar, settings, Chrome Web Store",
    icons: [16, 32, 48].map { Icon("icon\($0).png", $0) }
      + [Icon("icon128.png", 128, Recipe(content: .part(96, of: 128)))],
    isRecognised: false)
}
