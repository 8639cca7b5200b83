"""Called by `comparison` in this folder: draws masters, makes icons of them with six tools, and shows them enlarged."""

import pathlib
import subprocess
import sys
import tempfile

import cv2
import numpy
from PIL import Image, ImageDraw, ImageFont

cache, program, fixture, sheet = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
SIDE = 1024
SIDES = (16, 32, 64)
SHOWN = (16, 32)
work = pathlib.Path(tempfile.mkdtemp(prefix="assetkit-comparison-"))


# MARK: - Masters

def coverage(inside):
    """How much of each pixel is inside a shape: sixteen samples a pixel. `inside` takes x and y in 0...1."""
    steps = (numpy.arange(SIDE * 4) + 0.5) / (SIDE * 4)
    fine = inside(steps[None, :], steps[:, None]).astype(numpy.float32)
    return fine.reshape(SIDE, 4, SIDE, 4).mean(axis=(1, 3))


def over(layers, ground=None):
    """An image of (coverage, colour) layers, on a colour or on nothing."""
    colour = numpy.zeros((SIDE, SIDE, 3), numpy.float32)
    alpha = numpy.zeros((SIDE, SIDE), numpy.float32)
    if ground is not None:
        colour[:], alpha[:] = ground, 1
    for amount, paint in layers:
        colour = colour * (1 - amount[..., None]) + numpy.float32(paint) * amount[..., None]
        alpha = alpha * (1 - amount) + amount
    straight = colour / numpy.maximum(alpha, 1e-6)[..., None]
    image = numpy.dstack([straight, alpha * 255]).round().clip(0, 255).astype(numpy.uint8)
    return Image.fromarray(image if ground is None else image[..., :3])


def triangle(x, y):
    return (y < 0.82) & (y > 0.18) & (abs(x - 0.5) < (y - 0.18) * 0.58)


def logo(x, y):
    ring = numpy.hypot(x - 0.5, y - 0.5)
    return ((ring < 0.44) & (ring > 0.30)) | (ring < 0.14)


def lines(x, y):
    ring = numpy.hypot(x - 0.5, y - 0.5)
    box = numpy.maximum(abs(x - 0.5), abs(y - 0.5))
    return (abs(ring - 0.3) < 0.012) | (abs(box - 0.42) < 0.012) | ((abs(x - y) < 0.017) & (ring < 0.3))


RED, BLUE, WHITE, DARK = (230, 60, 60), (30, 110, 220), (255, 255, 255), (30, 30, 36)
LINES = over([(coverage(lines), DARK)], WHITE)
# What each is called, the master, the colour that its icons are laid on, and options of assetkit.
MASTERS = [
    ("white on red", over([(coverage(triangle), WHITE)], RED), None, []),
    ("blue logo, laid on its own blue", over([(coverage(logo), BLUE)]), BLUE, []),
    ("dark lines on white", LINES, None, []),
    ("dark lines on white, assetkit with --light perceptual", LINES, None, ["--light", "perceptual"]),
    ("the icon of this repository, on white", Image.open(fixture).convert("RGBA"), WHITE, []),
]


# MARK: - Tools, each as its documentation calls it

def with_assetkit(path, side, icon):
    out = work / "out"
    command = [program, "icons", "--quiet", path, "--preset", "none", "--size", str(side), "-o", out]
    subprocess.run(command + options, check=True)
    (out / f"icon-{side}.png").rename(icon)


def with_pillow(path, side, icon):
    Image.open(path).resize((side, side), Image.LANCZOS).save(icon)


def with_opencv(path, side, icon):
    cv2.imwrite(str(icon), cv2.resize(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), (side, side), interpolation=cv2.INTER_AREA))


def with_magick(path, side, icon):
    subprocess.run(["/usr/bin/convert", path, "-resize", f"{side}x{side}", icon], check=True)


def with_vips(path, side, icon):
    subprocess.run(["vipsthumbnail", path, "--size", f"{side}x{side}", "-o", icon], check=True)


def with_image_crate(path, side, icon):
    subprocess.run([cache / "bin" / "image-crate", path, str(side), icon], check=True)


TOOLS = [("assetkit", with_assetkit), ("Pillow, Lanczos", with_pillow), ("ImageMagick", with_magick),
         ("libvips", with_vips), ("OpenCV, area", with_opencv), ("Rust's image (tauri icon)", with_image_crate)]


# MARK: - Figures

def laid(image, ground):
    """As a viewer shows it."""
    if ground is None:
        return numpy.asarray(image.convert("RGB")).astype(int)
    below = Image.new("RGBA", image.size, (*ground, 255))
    return numpy.asarray(Image.alpha_composite(below, image.convert("RGBA")).convert("RGB")).astype(int)


def outside(icon, master):
    """The most that a value leaves the range of the master's values, of 255."""
    low, high = master.min(axis=(0, 1)), master.max(axis=(0, 1))
    return int(max((low - icon).max(), (icon - high).max(), 0))


def sharpness(icon, master):
    """The largest step between neighbours in a row, within the master's range, of that range; mean of the rows that have one."""
    green = icon[..., 1].clip(master[..., 1].min(), master[..., 1].max())
    steps = abs(numpy.diff(green, axis=1)).max(axis=1)
    return float(steps[steps > 20].mean() / (master[..., 1].max() - master[..., 1].min()))


# MARK: - Sheet

CELL, GAP, LABEL, LEFT = 128, 10, 24, 64
font, small = ImageFont.load_default(15), ImageFont.load_default(13)
width = LEFT + len(TOOLS) * (CELL + GAP)
height = 34 + len(MASTERS) * (LABEL + len(SHOWN) * (CELL + GAP) + 8)
page = Image.new("RGB", (width, height), (250, 250, 250))
draw = ImageDraw.Draw(page)
for column, (tool, _) in enumerate(TOOLS):
    draw.text((LEFT + column * (CELL + GAP), 8), tool.replace("Rust's image (", "").rstrip(")"), fill=(0, 0, 0), font=font)
y = 34
print("at " + ", ".join(map(str, SIDES)) + " px: most outside the master's range, of 255; darkest value; sharpness")
for name, master, ground, options in MASTERS:
    path = work / "master.png"
    master.save(path)
    whole = laid(master, ground)
    draw.text((12, y), name, fill=(60, 60, 60), font=font)
    y += LABEL
    figures = {tool: [] for tool, _ in TOOLS}
    darkest = {tool: [] for tool, _ in TOOLS}
    sharp = {tool: [] for tool, _ in TOOLS}
    for side in SIDES:
        for column, (tool, make) in enumerate(TOOLS):
            icon = work / "icon.png"
            make(path, side, icon)
            shown = laid(Image.open(icon), ground)
            figures[tool].append(outside(shown, whole))
            darkest[tool].append(int(shown.sum(axis=2).min() // 3))
            if name == "white on red":
                sharp[tool].append(f"{sharpness(shown, whole):.2f}")
            if side not in SHOWN:
                continue
            cell = Image.fromarray(shown.astype(numpy.uint8)).resize((CELL, CELL), Image.NEAREST)
            page.paste(cell, (LEFT + column * (CELL + GAP), y))
        if side in SHOWN:
            draw.text((12, y + CELL // 2 - 8), f"{side} px", fill=(60, 60, 60), font=small)
            y += CELL + GAP
    y += 8
    print(name)
    for tool, _ in TOOLS:
        print(f"  {tool:28} {', '.join(map(str, figures[tool])):16} {', '.join(map(str, darkest[tool])):16} {', '.join(sharp[tool])}")
page.save(sheet, optimize=True)
print(f"sheet: {sheet}")
