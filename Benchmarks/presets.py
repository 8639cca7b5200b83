"""Called by `presets` in this folder: all presets at once, and each alone, against `classic`."""

import itertools
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from PIL import Image

cache, program, fixture = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
work = pathlib.Path(tempfile.mkdtemp(prefix="assetkit-bench-"))
listing = subprocess.run([program, "icons", "--list-presets"], capture_output=True, text=True)
presets = [line.split("\t")[0] for line in listing.stdout.splitlines() if not line.startswith("\t")]
# Electron, Expo and Tauri have files of the same names; only the files of Linux have the name.
presets.remove("electron")
presets.remove("expo")
PAIRS = int(os.environ.get("PAIRS", "5"))
numbers = itertools.count()


def master(side):
    """The fixture enlarged: smooth, as icon masters are, so quick to decode."""
    path = cache / f"master-{side}.png"
    if not path.exists():
        part = path.with_suffix(".part")
        # In another process: the peak memory of this one would count for those that it starts.
        subprocess.run([sys.executable, "-c", f"""
from PIL import Image
picture = Image.open({fixture!r})
picture.resize(({side}, {side}), Image.BICUBIC).save({str(part)!r}, format="PNG")
"""], check=True)
        part.rename(path)
    return str(path)


def run(path, names):
    """Seconds and peak resident MiB of one process that writes into a new folder."""
    # Deleting it at once would slow the next run down: ext4 looks for inodes that were not just freed.
    out = work / str(next(numbers))
    start = time.perf_counter()
    process = subprocess.Popen(
        [program, "icons", path, "--preset", names, "-o", str(out), "--quiet"]
        + (["--name", "org.example.App"] if "linux" in names else []))
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"failed: {names}")
    return seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime


def report(path, name, names, pairs):
    """In turns with `classic`, so that both see the same machine."""
    runs = [(run(path, "classic"), run(path, names)) for _ in range(pairs)]
    ratios = sorted(b[0] / a[0] for a, b in runs)
    busy = sorted(b[2] / a[2] for a, b in runs)
    seconds = statistics.median(b[0] for _, b in runs)
    memory = max(b[1] for _, b in runs)
    print(
        f"  {name:15} {seconds * 1000:8.1f} ms  {statistics.median(ratios):5.2f} x classic "
        f"({ratios[0]:.2f} to {ratios[-1]:.2f}; processor {statistics.median(busy):.2f} x)  "
        f"{memory:6.1f} MiB", flush=True)


for side in (1024, 4096):
    path = master(side)
    print(f"master of {side} x {side}")
    run(path, "classic")
    report(path, "all", ",".join(presets), PAIRS)
    for preset in [] if os.environ.get("ONLY_ALL") else presets:
        report(path, preset, preset, 1)
shutil.rmtree(work)
