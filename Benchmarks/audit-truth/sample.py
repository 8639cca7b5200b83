#!/usr/bin/env python3
"""Draws the sample of files: `sample.py PACKAGES [COUNT]` prints PACKAGE<TAB>PATH.

Of each package the COUNT (110) text files whose SHA-256 of `PACKAGE/PATH` is least, and every file
whose name says that it is about licences. A text file has no NUL in its first 8,000 bytes, is not
empty and has at most 2 MB. Links are left out.
"""
import hashlib
import os
import re
import sys

NAMED = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense|patents|readme\.ijg)", re.I)


def texts(folder):
    for root, folders, files in os.walk(folder):
        folders[:] = [f for f in folders if f != ".git"]
        for name in files:
            full = os.path.join(root, name)
            if os.path.islink(full) or not 0 < os.path.getsize(full) <= 2_000_000:
                continue
            with open(full, "rb") as file:
                if b"\0" not in file.read(8000):
                    yield os.path.relpath(full, folder)


def main(packages, count=110):
    for package in sorted(os.listdir(packages)):
        paths = sorted(texts(os.path.join(packages, package)),
                       key=lambda p: hashlib.sha256(f"{package}/{p}".encode()).digest())
        named = [p for p in paths if NAMED.search(os.path.basename(p))][:20]
        for path in sorted(set(paths[:int(count)] + named)):
            print(f"{package}\t{path}")


main(*sys.argv[1:])
