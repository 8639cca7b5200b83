#!/usr/bin/env python3
"""Unpacks the packages of sources.tsv: `unpack.py DOWNLOADS [FOLDER]` (here: `sources`).

DOWNLOADS holds what `apt-get source --download-only --only-source NAME` fetched of Debian 12, or the
same archives from a mirror or https://snapshot.debian.org; each is checked by its digest. They go to
FOLDER/open and FOLDER/kept, a second archive of a package into a folder of its own there.
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
    for half, folder, _, archive, digest in rows:
        path = os.path.join(downloads, archive)
        with open(path, "rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != digest:
                sys.exit(f"{archive} has another digest than sources.tsv says")
        target = os.path.join(sources, half, folder)
        part = re.search(r"\.orig-([^.]+)\.tar", archive)
        if part:
            target = os.path.join(target, part.group(1))
        os.makedirs(target, exist_ok=True)
        subprocess.run(["tar", "-xf", path, "-C", target, "--strip-components=1",
                        "--no-same-owner"], check=True)


main(*sys.argv[1:])
