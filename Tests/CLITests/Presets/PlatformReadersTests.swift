import SafeFiles
import TestSupport
import Testing

/// Icons as the programs of their platform find them.
struct PlatformReadersTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func make(_ preset: String, _ options: String...) async throws {
    let outcome = try await Program.run(
      ["icons", Checkout.master, "--preset", preset, "--quiet"] + options, in: folder.path)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  private func shell(_ script: String, _ environment: [String: String] = [:]) async throws
    -> Command.Outcome
  {
    try await Program.run(
      [], in: folder.path, environment: environment,
      under: ["bash", "-euo", "pipefail", "-c", script])
  }

  /// Chromium packs no extension whose manifest names an icon that it cannot find.
  @Test func chromiumPacksAnExtensionWithTheIcons() async throws {
    try await make("chrome-extension", "-o", "extension")
    try folder.write(
      "extension/manifest.json",
      """
      {"manifest_version": 3, "name": "Icons", "version": "1.0",
       "icons": {"16": "icon16.png", "32": "icon32.png", "48": "icon48.png", "128": "icon128.png"}}
      """)
    let pack = """
      browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
      "$browser" --headless=new --no-sandbox --disable-gpu --user-data-dir="$PWD/profile" \
        --pack-extension="$PWD/extension"
      """
    let outcome = try await shell(pack)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.exists("extension.crx"))
    for file in ["extension/icon48.png", "extension.pem", "extension.crx"] {
      try folder.handle.removeFile(RelativePath(file))
    }
    let refused = try await shell(pack)
    #expect(refused.errors.contains("Could not load icon 'icon48.png'"), "\(refused.errors)")
  }

  #if os(Linux)
  /// A desktop file with the icon, as a software centre composes it, and as a desktop looks it up.
  @Test func linuxFindsTheIconOfADesktopFile() async throws {
    guard let python = try await Checkout.fetched(by: "fetch-icon-readers") else { return }
    try folder.write(
      "art/logo.svg",
      """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8' width='8' height='8'>\
      <rect width='8' height='8' fill='#2060a0'/></svg>
      """)
    try folder.write("art/logo.png", try Checkout.masterBytes())
    let made = try await Program.run(
      ["icons", "art/logo.png", "--preset", "linux", "-o", "out"] + PresetTable.name,
      in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    try folder.write(
      "out/share/applications/org.example.App.desktop",
      """
      [Desktop Entry]
      Type=Application
      Name=App
      Exec=app
      Icon=org.example.App
      Categories=Utility;

      """)
    try folder.write(
      "out/share/metainfo/org.example.App.metainfo.xml",
      """
      <component type="desktop-application">
        <id>org.example.App</id><name>App</name><summary>Has icons</summary>
        <metadata_license>CC0-1.0</metadata_license><project_license>MIT</project_license>
        <description><p>An app of which only the icons are looked at.</p></description>
        <launchable type="desktop-id">org.example.App.desktop</launchable>
      </component>
      """)
    let outcome = try await shell(
      #"""
      desktop-file-validate out/share/applications/*.desktop
      appstreamcli compose --prefix=/ --origin=test --data-dir=data --icons-dir=icons \
        --result-root=. out
      (cd icons && ls */*)
      XDG_DATA_DIRS=$PWD/out/share "$PYTHON" -c "$LOOKUP"
      gtk-update-icon-cache --quiet out/share/icons/hicolor
      gtk-update-icon-cache --validate out/share/icons/hicolor
      """#, ["PYTHON": python, "LOOKUP": Self.lookup])
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    for size in ["48x48", "64x64", "128x128"] {
      #expect(outcome.output.contains("\n\(size)/org.example.App.png\n"), "\(outcome.output)")
    }
  }

  /// The icon of each size by pyxdg, which follows the Icon Theme Specification. Our list of the
  /// theme's directories is that of its own index.theme.
  private static let lookup = #"""
    from xdg.IconTheme import getIconPath
    sizes = [16, 22, 24, 32, 36, 48, 64, 72, 96, 128, 192, 256, 512]
    with open("out/share/icons/hicolor/index.theme", "w") as index:
        folders = ["%dx%d/apps" % (size, size) for size in sizes] + ["scalable/apps"]
        print("[Icon Theme]\nName=Hicolor\nComment=x\nDirectories=" + ",".join(folders), file=index)
        for folder, size in zip(folders, sizes + [128]):
            kind = "Scalable\nMinSize=1\nMaxSize=256" if "s" in folder[:1] else "Threshold"
            print("[%s]\nSize=%d\nContext=Applications\nType=%s" % (folder, size, kind), file=index)
    for size in (16, 22, 24, 32, 48, 64, 128, 256, 512):
        path = getIconPath("org.example.App", size, "hicolor", ["png"])
        assert path.endswith("/%dx%d/apps/org.example.App.png" % (size, size)), path
    path = getIconPath("org.example.App", 100, "hicolor", ["svg"])
    assert path.endswith("/scalable/apps/org.example.App.svg"), path
    """#
  #endif
}
