import TestSupport
import Testing

/// Every preset's files, read back by other people's programs.
///
/// Their Python parts are fetched once into `$ASSETKIT_TEST_CACHE`, else `~/.cache/assetkit-tests`;
/// `ASSETKIT_SKIP_NETWORK_TESTS=1` leaves the test out and says so.
struct PresetReadersTests {
  @Test func othersReadWhatIsWritten() async throws {
    guard let python = try await Checkout.fetched(by: "fetch-icon-readers") else { return }
    let folder = try TemporaryFolder()
    let made = try await Program.run(
      [
        "icons", Checkout.master, "-o", "out", "--dark", Checkout.master, "--mask", "none",
        "--quiet",
      ] + PresetTable.options,
      in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let outcome = try await Program.run(
      [], in: folder.path,
      environment: ["PYTHON": python, "ROOT": Checkout.path, "CHECK": Self.check],
      under: ["bash", "-euo", "pipefail", "-c", Self.script])
    #expect(outcome.status == 0, "\(outcome.output)\n\(outcome.errors)")
    #expect(outcome.output.hasSuffix("all of it read back\n"), "\(outcome.output)")
  }

  private static let script = #"""
    xmllint --noout out/mipmap-anydpi-v26/*.xml out/values/*.xml
    mkdir icns ico
    (cd icns && icns2png -x ../out/AppIcon.icns && icns2png -x ../out/icon.icns) >/dev/null 2>&1
    icotool -x -o ico out/favicon.ico out/app.ico out/icon.ico
    "$PYTHON" -c "$CHECK" "$ROOT/fixtures/schemas"
    """#

  private static let check = #"""
    import glob, json, os, sys
    import icnsutil, jsonschema
    from PIL import Image

    schemas = {os.path.basename(p)[:-5]: json.load(open(p)) for p in glob.glob(sys.argv[1] + "/*.json")}

    def validate(path, kind):
        text = json.load(open(path))
        jsonschema.Draft202012Validator(schemas[kind]).validate(text)
        return text

    # Catalogs: each entry names a file of the size that it says, and no file is left unnamed.
    seen = set()
    for path in glob.glob("out/**/Contents.json", recursive=True):
        folder = os.path.dirname(path)
        kind = folder.rsplit(".", 1)[1]
        seen.add(kind)
        text = validate(path, kind)
        for entry in text.get("images", []):
            width, height = Image.open(os.path.join(folder, entry["filename"])).size
            if "size" in entry:
                points = float(entry["size"].split("x")[0])
                assert width == height == points * int(entry.get("scale", "1x")[0]), entry
        for entry in text.get("layers", []) + text.get("assets", []):
            assert os.path.isfile(os.path.join(folder, entry["filename"], "Contents.json")), entry
        names = {e["filename"] for key in ("images", "layers", "assets") for e in text.get(key, [])}
        there = set(os.listdir(folder)) - {"Contents.json"}
        assert names == there or kind.endswith("stacklayer"), (folder, names ^ there)
    assert seen == set(schemas) - {"webmanifest"}, seen

    for icon in validate("out/site.webmanifest", "webmanifest")["icons"]:
        size = Image.open("out/" + icon["src"]).size
        assert icon["sizes"] == "%dx%d" % size, icon

    def same(a, b):
        a, b = (x.convert("RGBA") for x in (a, b))
        assert a.size == b.size and a.tobytes() == b.tobytes(), (a, b)

    def plain(side):
        return Image.open("out/AppIcon.iconset/icon_%s.png" % {
            16: "16x16", 32: "32x32", 64: "32x32@2x", 128: "128x128", 256: "256x256",
            512: "512x512", 1024: "512x512@2x"}[side])

    # .ico by Pillow and by icotool.
    windows = [16, 20, 24, 30, 32, 36, 40, 48, 60, 64, 72, 80, 96, 256]
    tauri = [32, 16, 24, 48, 64, 256]
    for name, sides in (("favicon", [48, 32, 16]), ("app", windows), ("icon", tauri)):
        data = open("out/%s.ico" % name, "rb").read()
        order = [data[6 + 16 * i] or 256 for i in range(data[4])]
        assert order == sides, order
        ico = Image.open("out/%s.ico" % name).ico
        assert {(s, s) for s in sides} == ico.sizes()
        for i, side in enumerate(sides):
            if side in (16, 32, 64, 256):
                same(ico.getimage((side, side)), plain(side))
            other, = glob.glob("ico/%s_%d_%dx%dx32.png" % (name, i + 1, side, side))
            same(ico.getimage((side, side)), Image.open(other))

    # .icns by icnsutil, by Pillow, and by icns2png as far as it knows the types.
    import io
    sides = {"ic11": 32, "ic12": 64, "ic07": 128, "ic13": 256, "ic08": 256, "ic14": 512,
             "ic09": 512, "ic10": 1024}
    for name in ("AppIcon", "icon"):
        path = "out/%s.icns" % name
        icns = icnsutil.IcnsFile(path)
        assert set(icns.media) == set(sides) | {"is32", "s8mk", "il32", "l8mk"}, icns.media.keys()
        icnsutil.IcnsFile.verify(path)
        for key, side in sides.items():
            same(Image.open(io.BytesIO(icns.media[key])), plain(side))
        for size in Image.open(path).info["sizes"]:
            same(Image.open(path).icns.getimage(size), plain(size[0] * size[2]))
        for side in (16, 32, 256, 512, 1024):
            file, = glob.glob("icns/%s_%dx%dx32.png" % (name, side, side))
            same(Image.open(file), plain(side))
    print("all of it read back")
    """#
}
