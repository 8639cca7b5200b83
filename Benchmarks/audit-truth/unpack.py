#!/usr/bin/env python3
"""Unpacks the packages of sources.tsv: `unpack.py DOWNLOADS [FOLDER]` (here: `sources`).

DOWNLOADS holds what `apt-get source --download-only --only-source NAME` fetched of Debian 12, or the
same archives from a mirror or https://snapshot.debian.org; each is checked by its digest. They go to
FOLDER/open, kept, third and fourth, a second archive of a package into a folder of its own there. `part` is the
folder of the archive that is the package, if it is not the whole of it.
"""
import hashlib
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main(downloads, sources=os.path.join(HERE, "sources")):
    with open(os.path.join(HERE, "sources.tsv"), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in list(file)[1:]]
    for half, folder, _, archive, digest, *part_of in rows:
        path = os.path.join(downloads, archive)
        with open(path, "rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                sys.exit(f"{archive} has another digest than sources.tsv says")
        target = os.path.join(sources, half, folder)
        second = re.search(r"\.orig-([^.]+)\.tar", archive)
        if second:
            target = os.path.join(target, second.group(1))
        os.makedirs(target, exist_ok=True)
        inner = part_of[0].split("/") if part_of else []
        only = ["--wildcards", "*/" + part_of[0]] if part_of else []
        subprocess.run(["tar", "-xf", path, "-C", target, f"--strip-components={1 + len(inner)}",
                        "--no-same-owner", *only], check=True)


main(*sys.argv[1:])
