import SafeFiles
import TestSupport
import Testing

/// `icons --preview`, as a file and as a browser draws it.
@Suite(.serialized) struct PreviewedIconsTests {
  private let folder: TemporaryFolder
  private static let green: [UInt8] = [12, 200, 34]
  private static let color = Screenshot.Color(12, 200, 34, 255)

  init() throws {
    folder = try TemporaryFolder()
    try folder.reset(to: ["master.png": SmallPNG.flat(side: 1024, Self.green)])
  }

  // MARK: - The file

  @Test func theSameBytesInTwoRunsAndNothingFromElsewhere() async throws {
    for name in ["one.html", "two.html", "one.png", "two.png"] {
      let outcome = try await run(
        PresetTable.options + ["--allow-upscale", "--fit", "pad", "--preview", name])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let files = try folder.contents()
    let page = try #require(files["one.html"])
    #expect(files["two.html"] == page)
    #expect(files["one.png"] != nil && files["two.png"] == files["one.png"])
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("default-src 'none'; img-src data:; style-src 'unsafe-inline'"))
    for word in ["<script", "http:", "https:", "//", "url(#", "@import", "onload", "Optional("] {
      // Base64 has slashes.
      let markup = text.split(separator: "\n").filter { !$0.contains(";base64,") }
      #expect(!markup.contains { $0.contains(word) }, "\(word)")
    }
    // One picture of each kind and size, however many files have it.
    let rules = text.split(separator: "\n").filter { $0.contains(";base64,") }
    #expect(Set(rules).count == rules.count)
    let pictures = files.keys.filter { $0.hasPrefix("icons/") && $0.hasSuffix(".png") }
    #expect(rules.count < pictures.count)
    for path in files.keys where path.hasPrefix("icons/") && !path.hasSuffix("/") {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      #expect(text.contains(name), "\(name)")
    }
  }

  @Test func devicesComeFirstAndThenEachPlatform() async throws {
    let outcome = try await run([
      "--preset", "ios,android,web,macos,watchos,tvos,visionos,windows", "--allow-upscale",
      "--quiet", "--preview", "p.html",
    ])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = String(decoding: try folder.bytes(of: "p.html"), as: UTF8.self)
    func parts(_ start: String, _ end: String) -> [Substring] {
      page.split(separator: start).dropFirst().compactMap { $0.split(separator: end).first }
    }
    #expect(
      parts("<h2>", "</h2>") == [
        "On devices", "iPhone and iPad", "Android", "Web", "Mac", "Apple Watch", "Apple TV",
        "Apple Vision", "Windows",
      ])
    #expect(parts("<h1>", "</h1>") == ["master.png"])
    #expect(
      parts("<figcaption><b>", "</b>").prefix(12) == [
        "Home screen", "Home screen, dark", "Android launchers", "Android before 8.0",
        "Browser tab", "Installed web app", "Mac Dock and Finder",
        "Windows desktop and taskbar", "Store listing", "Apple Watch", "Apple TV", "Apple Vision",
      ])
    // Launchers show two thirds of an adaptive icon's layers, and styles are written as such.
    #expect(page.contains("\" style=\"inset:-25%\"></i>"))
    #expect(!page.contains("=&quot;"))
    // Whoever does not see an image hears what it is.
    #expect(parts("<div role=img", ">").allSatisfy { $0.hasPrefix(" aria-label=\"") })
    // A black layer takes the colour of text, so that it shows on any ground.
    #expect(page.contains("<i class=\"ink p"))
    // Of five densities one is shown, and the others on demand.
    let shown = parts("<details", "</details>").reduce(page) { $0.replacing($1, with: "") }
    #expect(shown.split(separator: "<b>ic_launcher.png</b>").count == 2)
    #expect(!shown.contains("mipmap-hdpi") && page.contains("mipmap-hdpi/ic_launcher.png"))
  }

  @Test func severalMastersHaveAHeadingEach() async throws {
    let bytes = try folder.bytes(of: "master.png")
    try folder.write("beta.png", bytes)
    let outcome = try await Program.run(
      ["icons", "master.png", "beta.png", "--preset", "web", "--quiet", "--preview", "p.html"],
      in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let page = String(decoding: try folder.bytes(of: "p.html"), as: UTF8.self)
    #expect(page.contains("<h1>master.png, beta.png</h1>"))
    for name in ["master", "beta"] { #expect(page.contains("<h2>\(name)</h2>")) }
    #expect(page.split(separator: "<h3>On devices</h3>").count == 3)
    #expect(page.split(separator: "<h3>Web</h3>").count == 3)
    #expect(page.contains("<p>18 files, "))
  }

  @Test func namesAreEscaped() async throws {
    let name = #"a<b>"&'é.png"#
    try folder.reset(to: [name: SmallPNG.flat(side: 64, Self.green)])
    let outcome = try await Program.run(
      ["icons", name, "--preset", "none", "--size", "16", "--preview", "p.html"],
      in: folder.path)
    #expect(outcome.status == 0)
    let page = String(decoding: try folder.contents()["p.html"] ?? [], as: UTF8.self)
    #expect(page.contains("<title>Icons: a&lt;b&gt;&quot;&amp;&#39;é.png</title>"))
    #expect(!page.contains("a<b>"))
  }

  @Test(arguments: ["p.html", "p.png"])
  func onlyAnEarlierPreviewIsReplaced(_ name: String) async throws {
    let arguments = ["--preset", "none", "--size", "16", "--preview", name]
    for _ in 0..<2 { #expect(try await run(arguments).status == 0) }
    var files = try folder.contents()
    files[name] = name.hasSuffix("png") ? files["master.png"] : Array("<!DOCTYPE html>mine".utf8)
    files["icons/icon-16.png"] = nil
    try folder.reset(to: files)
    let outcome = try await run(arguments)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == "assetkit: \(name): exists and is not a preview that assetkit wrote; "
        + "name another file, or remove it\n")
    #expect(try folder.contents() == files)
  }

  @Test func itMayLieAmongTheIcons() async throws {
    for _ in 0..<2 {
      let outcome = try await run(["--preset", "classic", "--preview", "icons/p.html"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let files = try folder.contents()
    #expect(files["icons/p.html"] != nil && files["icons/icon-29.png"] != nil)
    #expect(files.keys.allSatisfy { !$0.contains(".assetkit-") })
  }

  @Test(arguments: [["--preview", "p.txt"], ["--preview", "p.html", "--check"]])
  func whatMakesNoSenseIsRefused(_ arguments: [String]) async throws {
    let outcome = try await run(arguments)
    #expect(outcome.status == (arguments.count == 2 ? 2 : 64))
    #expect(try folder.contents().keys.sorted() == ["master.png"])
  }

  @Test func theSheetHoldsEveryIconOnBothGrounds() async throws {
    let outcome = try await run(["--preset", "none", "--size", "16,100", "--preview", "p.png"])
    #expect(outcome.status == 0)
    let sheet = try Screenshot(decoding: try folder.contents()["p.png"] ?? [])
    #expect(sheet.boxes(of: Self.color).map(\.count).sorted() == [256, 256, 10_000, 10_000])
    for box in sheet.boxes(of: Self.color) {
      let ground = sheet[box.x.lowerBound - 1, box.y.lowerBound]
      #expect(ground.x == (box.y.lowerBound < sheet.height / 2 ? 250 : 24))
    }
  }

  @Test func theImageInTheREADMEIsWhatTheProgramDraws() async throws {
    let outcome = try await Program.run(
      ["icons", Checkout.master, "--preview", "p.png"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let shown = try DirectoryHandle(path: Checkout.path)
      .readFile(RelativePath("docs/icons.png"), limitBytes: 1 << 24)
    let drawn = try folder.bytes(of: "p.png")
    #expect(
      try Screenshot(decoding: drawn) == Screenshot(decoding: shown),
      "draw it again: assetkit icons fixtures/master.png --preview docs/icons.png")
  }

  // MARK: - In a browser

  /// 64 pixels as drawn at their real size, on the page's own colours.
  @Test(arguments: [(1000, false), (1000, true), (360, false)])
  func aBrowserShowsAnIconAtItsSize(_ width: Int, isDark: Bool) async throws {
    #expect(
      try await run(["--preset", "none", "--size", "64", "--preview", "p.html"]).status == 0)
    let screen = try await screen(width, 900, isDark: isDark)
    let boxes = screen.boxes(of: Self.color)
    try #require(boxes.map(\.count) == [4096])
    #expect(boxes[0].x.count == 64 && boxes[0].y.count == 64)
    let page = screen[2, 2]
    #expect(page == (isDark ? .init(0x12, 0x12, 0x14, 255) : .init(0xF5, 0xF5, 0xF7, 255)))
  }

  /// What can be transparent is shown on light and on dark, in both modes of the page.
  @Test(arguments: [false, true]) func aBrowserShowsTransparencyOnBothGrounds(
    isDark: Bool
  ) async throws {
    let hole = SmallPNG.rgba(side: 128) { x, y in
      Self.green + [32..<96 ~= x && 32..<96 ~= y ? 255 : 0]
    }
    try folder.reset(to: ["master.png": hole])
    #expect(
      try await run(["--preset", "none", "--size", "64", "--preview", "p.html"]).status == 0)
    let screen = try await screen(1000, 900, isDark: isDark)
    // The border between the drawing and its hole is smoothed.
    let boxes = screen.boxes(of: Self.color).filter { $0.count > 500 }
    try #require(boxes.count == 2)
    let grounds = boxes.map { screen[$0.x.lowerBound - 8, $0.y.lowerBound] }
    #expect(grounds == [.init(255, 255, 255, 255), .init(0x1A, 0x1A, 0x1E, 255)])
  }

  /// A watch cuts its icon to a circle, which holds π/4 of the square.
  @Test func aBrowserShowsPlatformMasks() async throws {
    #expect(try await run(["--preset", "watchos", "--preview", "p.html", "--quiet"]).status == 0)
    let screen = try await screen(1300, 900)
    let small = screen.boxes(of: Self.color).filter { (62...64).contains($0.x.count) }
      .sorted { $0.count < $1.count }
    // The other is the App Store's, whose corners are rounder than a square's only a little.
    try #require(small.count == 2)
    #expect(abs(Double(small[0].count) - 64 * 64 * Double.pi / 4) < 200, "\(small[0].count)")
    // |x|⁵ + |y|⁵ = 1 holds 0.95 of the square, less the smoothed edge.
    #expect((3700..<3892).contains(small[1].count))
    #expect(screen[small[0].x.lowerBound, small[0].y.lowerBound] != Self.color)
  }

  /// 57 files of five presets; two of them share one Contents.json.
  @Test func aBrowserNeedsFewScreensForManyFiles() async throws {
    let presets = "ios,android,web,macos,icns"
    #expect(
      try await run(["--preset", presets, "--size", "20", "--preview", "p.html", "--quiet"]).status
        == 0)
    let page = String(decoding: try folder.bytes(of: "p.html"), as: UTF8.self)
    #expect(page.contains("<p>57 files, "))
    // The page itself allows no script.
    let policy = try #require(page.split(separator: "\n").first { $0.contains("Security-Policy") })
    try folder.write(
      "measured.html",
      Array(
        page.replacing(policy, with: "").replacing(
          "</body>",
          with:
            "<script>document.title = `height ${document.documentElement.scrollHeight}.`</script>"
        ).utf8))
    let text = try await Screenshot.chromium(
      ["--window-size=1300,900", "--dump-dom", "file://\(folder.path)/measured.html"], in: folder)
    let height = try #require(
      text.split(separator: "height ").dropFirst().first?.prefix { $0 != "." })
    #expect((1000..<4000).contains(try #require(Int(height))))
  }

  private func screen(_ width: Int, _ height: Int, isDark: Bool = false) async throws -> Screenshot
  {
    try await Screenshot(
      of: "file://\(folder.path)/p.html", width: width, height: height, isDark: isDark)
  }

  /// What `--preset web` writes, as a browser's user agent takes it from a server.
  @Test func aBrowserTakesTheManifestAndTheFavicon() async throws {
    let outcome = try await run(["--preset", "web", "-o", "site", "--quiet"])
    #expect(outcome.status == 0)
    var files = try folder.contents()
    let links = try #require(files["site/favicon-links.html"])
    files["site/index.html"] = Array("<!DOCTYPE html><head>".utf8) + links + Array(Self.probe.utf8)
    try folder.reset(to: files)
    let text = try await Screenshot.chromium([], in: folder, script: Self.server)
    let facts = text.split(separator: "\n").filter { $0.contains("=") }.map(String.init)
    #expect(
      facts.filter { $0.hasPrefix("fact ") } == [
        "fact favicon.ico=48x48", "fact favicon-96x96.png=96x96",
        "fact apple-touch-icon.png=180x180",
        "fact any web-app-manifest-192x192.png=192x192",
        "fact maskable web-app-manifest-192x192-maskable.png=192x192",
        "fact any web-app-manifest-512x512.png=512x512",
        "fact maskable web-app-manifest-512x512-maskable.png=512x512",
        "fact color=12,200,34",
      ], "\(text)")
  }

  /// Loads every linked icon and all that the manifest names, and writes down what came.
  private static let probe = #"""
    </head><body><pre id=facts></pre><script>
    const facts = [], images = [];
    function look(address, name, sizes) { images.push({ address, name, sizes }); }
    for (const link of document.querySelectorAll("link[rel*=icon]"))
      look(link.href, link.href.split("/").pop());
    const manifest = document.querySelector("link[rel=manifest]").href;
    const request = new XMLHttpRequest();
    request.open("GET", manifest, false);
    request.send();
    for (const icon of JSON.parse(request.responseText).icons)
      look(new URL(icon.src, manifest).href, `${icon.purpose} ${icon.src}`, icon.sizes);
    // The page is loaded, and dumped, when all of these are.
    for (const image of images) document.write(`<img src="${image.address}">`);
    addEventListener("load", () => {
      let last;
      document.querySelectorAll("img").forEach((image, i) => {
        const size = `${image.naturalWidth}x${image.naturalHeight}`;
        facts.push(`fact ${images[i].name}=${size}`);
        if ((images[i].sizes ?? size) != size) facts.push("fact wrong=" + images[i].sizes);
        last = image;
      });
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.drawImage(last, -250, -250);
      facts.push("fact color=" + canvas.getImageData(6, 6, 1, 1).data.slice(0, 3).join(","));
      document.getElementById("facts").textContent = "\n" + facts.join("\n") + "\n";
    });
    </script></body>
    """#

  /// Serves `site` on a free port of the loopback, and dumps the page once it is done.
  private static let server = #"""
    coproc server { exec python3 -c '
    import functools, http.server
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory="site")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()' 2>/dev/null; }
    read -r port <&"${server[0]}"
    trap 'kill $server_PID' EXIT
    """#

  private func run(_ arguments: [String]) async throws -> Command.Outcome {
    try await Program.run(["icons", "master.png"] + arguments, in: folder.path)
  }
}
