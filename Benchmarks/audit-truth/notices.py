#!/usr/bin/env python3
"""Scores `vendor notices`: `notices.py TABLE PACKAGES`; the program is in ASSETKIT.

Counts how many of the table's copyright holders the notices name: `main` ones stand in the
library's own files, `aside` ones only in files of tests, documentation, examples or the build.
"""
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

import project


def words(text):
    text = re.sub(r"&#?\w+;|<[^<>\n]*@[^<>\n]*>|\([^()\n]*@[^()\n]*\)", " ", text)
    return " " + " ".join(re.findall(r"[^\W_]+", text.casefold())) + " "


def main(table, packages):
    with open(table, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in list(file)[1:]]
    count = collections.Counter()
    for package in sorted({row[0] for row in rows}):
        root = tempfile.mkdtemp(prefix="assetkit-truth-", dir=os.path.dirname(os.path.abspath(packages)))
        try:
            project.write([(project.name_of(package), os.path.join(packages, package))], root)
            result = subprocess.run([os.environ["ASSETKIT"], "vendor", "notices"], cwd=root,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        finally:
            shutil.rmtree(root)
        if result.returncode not in (0, 1):
            sys.exit(f"{package}: vendor notices ended with {result.returncode}")
        text = words(result.stdout.decode(errors="replace"))
        for name, holder, where in rows:
            if name == package:
                present = words(holder) in text
                count[where] += 1
                count[where, True] += present
                if not present:
                    print(f"missing\t{package}\t{where}\t{holder}")
    for where in ("main", "aside"):
        print(f"holders of {where} files: {count[where, True]} of {count[where]}"
              f" ({100 * count[where, True] / max(1, count[where]):.1f} %)")


main(*sys.argv[1:])
