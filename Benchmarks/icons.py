"""Called by `icons` in this folder: measures whole processes and prints ratios of one run."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from PIL import Image

cache, program, fixture = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
with_others = not os.environ.get("SKIP_OTHERS")
# Times bare libpng decoding, at most; and times the fastest other tool, and the fastest with Lanczos, at least.
GOALS = {1024: 1.6, 4096: 0.85, 8192: 0.80}
FASTER, FASTER_LANCZOS = 8, 12
SIZES = (29, 58, 40, 80, 50, 100, 57, 114, 60, 120, 72, 144, 76, 152)
Image.MAX_IMAGE_PIXELS = None
work = pathlib.Path(tempfile.mkdtemp(prefix="assetkit-bench-"))


def master(side):
    """The fixture enlarged: smooth, as icon masters are, so quick to decode."""
    path = cache / f"master-{side}.png"
    if not path.exists():
        # In another process: the peak memory of this one would count for those that it starts.
        draw = """
import os, sys
from PIL import Image
source, side, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
picture = Image.open(source)
if side != picture.width:
    picture = picture.resize((side, side), Image.BICUBIC)
picture.save(path + ".part", format="PNG")
os.rename(path + ".part", path)
"""
        subprocess.run([sys.executable, "-c", draw, fixture, str(side), str(path)], check=True)
    return str(path)


def run(command):
    """Seconds and peak resident KiB of one process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"failed: {command}")
    return seconds, usage.ru_maxrss


def measure(commands, rounds):
    """The least seconds of each command, taken in turns so that all see the same machine."""
    best = {}
    for _ in range(rounds):
        for name, command in commands.items():
            seconds, memory = run(command)
            best[name] = min(best.get(name, (seconds, memory)), (seconds, memory))
    return best


def python(body):
    return [sys.executable, "-c", body]


def others(path, out):
    pillow = f"""
from PIL import Image
picture = Image.open({path!r}); picture.load()
for size in {SIZES}: picture.resize((size, size), Image.LANCZOS).save({out!r} + f"/pillow-{{size}}.png")
"""
    opencv = f"""
import cv2
picture = cv2.imread({path!r}, cv2.IMREAD_UNCHANGED)
for size in {SIZES}:
    cv2.imwrite({out!r} + f"/opencv-{{size}}.png", cv2.resize(picture, (size, size), interpolation=cv2.INTER_AREA))
"""
    magick = ["convert", path, "-filter", "Lanczos"]
    for size in SIZES:
        magick += ["(", "+clone", "-resize", f"{size}x{size}", "-write", f"{out}/magick-{size}.png", "+delete", ")"]
    magick += ["null:"]
    jobs = " ".join(map(str, SIZES))
    vips = ["sh", "-c", f"printf '%s\\n' {jobs} | xargs -P {os.cpu_count()} -I N "
            f"vipsthumbnail {path} --size NxN -o {out}/vips-N.png"]
    commands = {"Pillow, Lanczos": python(pillow), "OpenCV, area": python(opencv)}
    if shutil.which("convert"):
        commands["ImageMagick, Lanczos"] = magick
    if shutil.which("vipsthumbnail"):
        commands["libvips, Lanczos"] = vips
    return commands


def icons(path, *options):
    return [program, "icons", path, "-o", str(work / "icons"), *options]


for side, rounds in ((1024, 40), (4096, 10), (8192, 5)):
    path = master(side)
    decode = [str(cache / "bin" / "decode"), path]
    commands = {"decode": decode, "icons": icons(path), "one job": icons(path, "--jobs", "1"),
                "ringing": icons(path, "--ringing")}
    times = measure(commands, rounds)
    floor = times["decode"][0]
    print(f"{side} x {side}: bare libpng {floor * 1000:.1f} ms; goals {GOALS[side]} x, {FASTER} x the fastest other "
          f"tool, {FASTER_LANCZOS} x the fastest with Lanczos")
    for name in ("icons", "one job", "ringing"):
        seconds, memory = times[name]
        print(f"  assetkit {name:9} {seconds * 1000:8.1f} ms  {seconds / floor:6.2f} x decode  {memory / 1024:.0f} MiB")
    if with_others:
        out = str(work / "others")
        os.makedirs(out, exist_ok=True)
        for name, (seconds, memory) in measure(others(path, out), 3 if side < 8192 else 1).items():
            print(f"  {name:20} {seconds * 1000:6.1f} ms  {seconds / floor:6.2f} x decode  "
                  f"{seconds / times['icons'][0]:6.1f} x assetkit")

_, memory = run(icons(master(16384)))
print(f"16384 x 16384: peak {memory / 1024:.0f} MiB")

copies = []
for i in range(24):
    copies.append(str(work / f"copy{i}.png"))
    shutil.copy(master(1024), copies[-1])
many = [program, "icons", "--quiet", *copies, "-o", str(work / "many")]
times = measure({"all": many, "one": [*many, "--jobs", "1"]}, 5)
gain = times["one"][0] / times["all"][0]
print(f"{len(copies)} masters in one call: {gain:.2f} x the throughput of one job, of {os.cpu_count()} cores")

total = sum(file.stat().st_size for file in (work / "icons").iterdir())
print(f"bytes of the fourteen: assetkit {total}", end="")
pillow = magick = 0
for file in (work / "icons").iterdir():
    Image.open(file).save(work / "again.png")
    pillow += (work / "again.png").stat().st_size
    if with_others and shutil.which("convert"):
        subprocess.run(["convert", str(file), str(work / "magick.png")], check=True)
        magick += (work / "magick.png").stat().st_size
print(f", Pillow {pillow}" + (f", ImageMagick {magick}" if magick else "") + " on the same pixels")

print("kernels, all fourteen sizes of a 4096 master:")
sys.stdout.flush()
kernels = str(cache / "bin" / "kernels")
figures = subprocess.run([kernels, "4096"], check=True, capture_output=True, text=True).stdout
print(figures, end="")
if shutil.which("valgrind"):
    # Two quads of 4096 columns are 32,768 pixels; set-up is measured apart and taken off.
    def instructions(*arguments):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                   "--toggle-collect=RK*", kernels, *arguments]
        output = subprocess.run(command, capture_output=True, text=True).stderr
        lines = [line for line in output.splitlines() if "Collected" in line]
        return int(lines[0].split(":")[1]) if lines else None

    for kernel in (line.split()[0] for line in figures.splitlines()):
        count = instructions("4096", kernel)
        if count:
            print(f"{kernel:7} {count / 32768:7.1f} instructions a pixel (callgrind)")
shutil.rmtree(work)
