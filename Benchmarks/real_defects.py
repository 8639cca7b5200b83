"""Forty defects, each planted in a copy of a real icon set, and the rule that must find it there."""

import json
import pathlib
import shutil
import tempfile

from PIL import Image

ICE, NNW, SWIFT = "Dimillian/IceCubesApp", "Ranchero-Software/NetNewsWire", "jellyfin/Swiftfin"
FOCUS, WONDER, LOCAL = "mozilla-mobile/focus-ios", "gskinnerTeam/flutter-wonderous-app", "localsend/localsend"
HOME, VLC, CHOPS, H5BP = "home-assistant/iOS", "videolan/vlc-ios", "Shpigford/chops", "h5bp/html5-boilerplate"
IINA, LOOP = "iina/iina", "LoopKit/Loop"

NNW_IOS = "iOS/Resources/Assets.xcassets/AppIcon.appiconset"
NNW_MAC = "Mac/Resources/Assets.xcassets/AppIcon.appiconset"
FOCUS_IOS = "focus-ios/Blockzilla/Assets.xcassets/AppIcon.appiconset"
WONDER_IOS = "ios/Runner/Assets.xcassets/AppIcon.appiconset"
WONDER_RES = "android/app/src/main/res"
LOCAL_MAC = "app/macos/Runner/Assets.xcassets/AppIcon.appiconset"
LOOP_WATCH = "WatchApp/DerivedAssetsBase.xcassets/AppIcon.appiconset"
BRAND = "Swiftfin tvOS/Resources/Assets.xcassets/App Icon & Top Shelf Image.brandassets"
VISION = "IceCubesApp/Assets.xcassets/AppIcon.solidimagestack"


def entries(path):
    return json.loads((path / "Contents.json").read_text())


def change(path, edit):
    document = entries(path)
    edit(document)
    (path / "Contents.json").write_text(json.dumps(document))


def image(path, **wanted):
    """The file of the first entry that has one and these keys."""
    for entry in entries(path)["images"]:
        if entry.get("filename") and all(entry.get(k) == v for k, v in wanted.items()):
            return path / entry["filename"]
    raise LookupError(f"{path}: {wanted}")


def drawn(edit):
    """Changes the pixels of an image."""
    def run(path):
        edit(Image.open(path).convert("RGBA")).save(path, format="PNG")
    return run


def scaled(side):
    return drawn(lambda i: i.convert("RGB").resize((side, side), Image.LANCZOS))


def faded(i):
    i.putpixel((0, 0), (0, 0, 0, 0))
    i.paste((0, 0, 0, 0), (0, 0, i.width // 4, i.height // 4))
    return i


def enlarged(i):
    small = i.convert("RGB").resize((i.width // 4, i.height // 4), Image.BOX)
    return small.resize(i.size, Image.BILINEAR)


def coloured(i):
    i.paste((200, 20, 20, 255), (0, 0, i.width // 2, i.height))
    return i


def cut(path):
    path.write_bytes(path.read_bytes()[:-200])


def layers(path):
    return [layer["filename"] for layer in entries(path)["layers"]]


def content(path):
    return image(path / "Content.imageset")


def package(text):
    def run(path):
        (path.parent / "Package.swift").write_text(
            f'let package = Package(name: "P", targets: [.target(name: "P", path: ".", resources: [{text}])])')
    return run


def oversized(path):
    Image.effect_noise((512, 512), 100).convert("RGBA").save(path / "playstore-icon.png")
    with open(path / "playstore-icon.png", "ab") as file:
        file.write(bytes(1 << 20))


def manifest(edit):
    def run(path):
        document = json.loads((path / "site.webmanifest").read_text())
        edit(document, path)
        (path / "site.webmanifest").write_text(json.dumps(document))
    return run


def set_entry(key, value, **wanted):
    def run(path):
        def edit(document):
            for entry in document["images"]:
                if entry.get("filename") and all(entry.get(k) == v for k, v in wanted.items()):
                    entry.pop(key, None) if value is None else entry.update({key: value})
                    return
            raise LookupError(str(wanted))
        change(path, edit)
    return run


def on(edit, **wanted):
    return lambda path: edit(image(path, **wanted))


def duplicate(path):
    first = image(path)
    shutil.copy(first, path / "again.png")
    change(path, lambda d: d["images"].append({**next(e for e in d["images"] if e.get("filename")), "filename": "again.png"}))


def back_first(path):
    change(path, lambda d: d["layers"].reverse())


def one_layer(path):
    change(path, lambda d: d.update(layers=d["layers"][:1]))


def six_layers(path):
    change(path, lambda d: d.update(layers=(d["layers"] * 6)[:6]))


def no_sizes(idiom, pixels):
    def run(path):
        def keeps(e):
            side = float(e.get("size", "0x0").split("x")[0]) * float(e.get("scale", "1x")[:-1])
            return not (e["idiom"] == idiom and round(side) == pixels)
        change(path, lambda d: d.update(images=[e for e in d["images"] if keeps(e)]))
    return run


def square(i):
    full = Image.new("RGBA", i.size, (40, 90, 200, 255))
    full.alpha_composite(i)
    return full


def disc(i):
    mask = Image.new("L", i.size, 0)
    from PIL import ImageDraw
    ImageDraw.Draw(mask).ellipse((20, 20, i.width - 20, i.height - 20), fill=255)
    i = square(i)
    i.putalpha(mask)
    return i


def text(name, contents):
    return lambda path: (path / name).write_text(contents)


def remove_layer_file(path):
    shutil.rmtree(path / layers(path)[0])


def corners(i):
    for x, y in ((0, 0), (i.width * 3 // 4, 0), (0, i.height * 3 // 4), (i.width * 3 // 4, i.height * 3 // 4)):
        i.paste((10, 10, 10, 255), (x, y, x + i.width // 4, y + i.height // 4))
    return i


STORE = dict(idiom="universal", size="1024x1024")

# What is done, in which project's set, and the rule that must find it.
DEFECTS = [
    ("the store's icon is removed", NNW, NNW_IOS, lambda p: image(p, **STORE).unlink(), "contents-missing-file"),
    ("its name is in another case", NNW, NNW_IOS, lambda p: (i := image(p, **STORE)).rename(p / i.name.swapcase()), "contents-missing-file"),
    ("it is 1000 pixels", NNW, NNW_IOS, on(scaled(1000), **STORE), "wrong-size"),
    ("it is transparent", NNW, NNW_IOS, on(drawn(faded), **STORE), "alpha-refused"),
    ("an alpha channel, all opaque", WONDER, WONDER_IOS, on(drawn(lambda i: i), idiom="ios-marketing"), "alpha-refused"),
    ("it is truncated", NNW, NNW_IOS, on(cut, **STORE), "unreadable-png"),
    ("it is a Git LFS pointer", NNW, NNW_IOS, lambda p: image(p, **STORE).write_text("version https://git-lfs.github.com/spec/v1\n"), "unreadable-png"),
    ("it is a JPEG file of half its size", NNW, NNW_IOS, lambda p: Image.new("RGB", (512, 512)).save(image(p, **STORE), format="JPEG"), "wrong-size"),
    ("it is a WebP file of half its size", NNW, NNW_IOS, lambda p: Image.new("RGB", (512, 512)).save(image(p, **STORE), format="WEBP"), "wrong-size"),
    # Not every icon: one that is plain shows no difference (Sharpness.swift).
    ("an icon is enlarged four times", ICE, "IceCubesApp/Assets.xcassets/AppIconAlternate16.appiconset", on(drawn(enlarged), **STORE), "upscaled"),
    ("it is a PDF page that is not square", NNW, NNW_IOS, lambda p: Image.new("RGB", (640, 480)).save(image(p, **STORE), format="PDF"), "wrong-size"),
    ("the tinted icon has colours", HOME, "Sources/App/Resources/Assets.xcassets/AppIcon.appiconset", lambda p: drawn(coloured)(p / "Icon-Tinted-1024x1024.png"), "not-grey"),
    ("an image that no entry names", NNW, NNW_MAC, lambda p: shutil.copy(image(p), p / "Icon copy.png"), "orphan-file"),
    ("a drawing that no entry names", NNW, NNW_MAC, text("old.svg", "<svg/>"), "orphan-file"),
    ("conflict markers in Contents.json", FOCUS, FOCUS_IOS, lambda p: (p / "Contents.json").write_text("<<<<<<< HEAD\n" + (p / "Contents.json").read_text()), "contents-unreadable"),
    ("Contents.json is empty", FOCUS, FOCUS_IOS, text("Contents.json", ""), "contents-unreadable"),
    ("Contents.json ends early", FOCUS, FOCUS_IOS, lambda p: (p / "Contents.json").write_text((p / "Contents.json").read_text()[:-40]), "contents-unreadable"),
    ("two images for one slot", FOCUS, FOCUS_IOS, duplicate, "duplicate-slot"),
    ("two images for a Mac slot", NNW, NNW_MAC, duplicate, "duplicate-slot"),
    ("a size that Xcode does not know", FOCUS, FOCUS_IOS, set_entry("size", "61x61", idiom="iphone", size="60x60"), "contents-unknown-entry"),
    ("an idiom that Xcode does not know", FOCUS, FOCUS_IOS, set_entry("idiom", "phone", idiom="iphone"), "contents-unknown-entry"),
    ("no 120 pixels", WONDER, WONDER_IOS, no_sizes("iphone", 120), "missing-required-size"),
    ("no 167 pixels", WONDER, WONDER_IOS, no_sizes("ipad", 167), "missing-required-size"),
    ("no 152 pixels", LOOP, "Loop/DerivedAssetsBase.xcassets/AppIcon.appiconset", no_sizes("ipad", 152), "missing-required-size"),
    ("a transparent icon on the home screen", WONDER, WONDER_IOS, on(drawn(faded), idiom="iphone", size="60x60", scale="3x"), "not-opaque"),
    ("two files change their names", WONDER, WONDER_IOS, lambda p: (image(p, idiom="iphone", size="60x60", scale="3x")).write_bytes(image(p, idiom="iphone", size="20x20", scale="2x").read_bytes()), "wrong-size"),
    ("a Mac icon that fills its square", LOCAL, LOCAL_MAC, lambda p: drawn(square)(image(p, size="512x512", scale="2x")), "mac-shape"),
    ("a round Mac icon", IINA, "iina/Assets.xcassets/AppIcon.appiconset", lambda p: drawn(disc)(image(p, size="512x512", scale="2x")), "mac-shape"),
    ("a watch icon without its role", LOOP, LOOP_WATCH, set_entry("role", None, idiom="watch"), "contents-missing-role"),
    ("a television icon without its role", SWIFT, BRAND, lambda p: change(p, lambda d: d["assets"][0].pop("role")), "contents-missing-role"),
    ("one layer for the television", SWIFT, BRAND, lambda p: one_layer(p / "App Icon.imagestack"), "layer-count"),
    ("six layers for the television", SWIFT, BRAND, lambda p: six_layers(p / "App Icon.imagestack"), "layer-count"),
    ("television layers from back to front", SWIFT, BRAND, lambda p: back_first(p / "App Icon.imagestack"), "layer-order"),
    ("a layer that is not there", SWIFT, BRAND, lambda p: remove_layer_file(p / "App Icon.imagestack"), "contents-missing-file"),
    ("a top shelf image of another size", SWIFT, BRAND, lambda p: scaled(720)(image(p / "Top Shelf Image.imageset")), "wrong-size"),
    ("Vision layers from back to front", ICE, VISION, back_first, "layer-order"),
    ("a transparent back layer", ICE, VISION, lambda p: drawn(faded)(content(p / layers(p)[-1])), "not-opaque"),
    ("a layer that is not in the list", ICE, VISION, lambda p: change(p, lambda d: d["layers"].pop(1)), "orphan-file"),
    ("a launcher layer up to the corners", WONDER, WONDER_RES, lambda p: drawn(corners)(p / "mipmap-xhdpi/ic_launcher_foreground.png"), "outside-safe-circle"),
    ("a launcher layer of another density", WONDER, WONDER_RES, lambda p: shutil.copy(p / "mipmap-mdpi/ic_launcher_foreground.png", p / "mipmap-xhdpi/ic_launcher_foreground.png"), "wrong-size"),
    ("a Play icon of more than 1024 KB", WONDER, WONDER_RES, oversized, "over-byte-limit"),
    ("a catalog that a package copies", NNW, "iOS/Resources/Assets.xcassets", package('.copy("Assets.xcassets")'), "catalog-copied"),
    ("an .ico file that ends early", LOCAL, "app/windows/runner/resources", lambda p: cut(p / "app_icon.ico"), "damaged-container"),
    ("a manifest that names nothing", H5BP, "src", manifest(lambda d, p: d["icons"].append({"src": "none.png", "sizes": "64x64"})), "manifest-entry"),
    ("a transparent home screen icon", WONDER, "web", lambda p: Image.new("RGBA", (180, 180), (0, 0, 0, 90)).save(p / "apple-touch-icon.png"), "not-opaque"),
]


def run(projects, lint):
    print(f"{len(DEFECTS)} planted defects:")
    missed = 0
    for name, project, place, edit, rule in DEFECTS:
        with tempfile.TemporaryDirectory() as work:
            # With the folders above, whose names say what the set is for.
            copy = pathlib.Path(work) / place
            shutil.copytree(projects[project] / place, copy)
            before = {(f["rule"], f.get("path"), f["message"]) for f in lint(work)["findings"]}
            edit(copy)
            after = lint(work)["findings"]
        new = [f for f in after if (f["rule"], f.get("path"), f["message"]) not in before]
        found = [f for f in new if f["rule"] == rule]
        missed += not found
        said = f"{found[0]['severity']} {rule}: {found[0]['message']}" if found else f"MISSED {rule}, found {new}"
        print(f"  {name} ({project}): {said}")
    print(f"found: {len(DEFECTS) - missed} of {len(DEFECTS)}")
    return missed == 0
