#!/usr/bin/env python3
"""Scores the licences of files: `licences.py TABLE PACKAGES [--each]`; the program is in ASSETKIT.

Asks `vendor licences --files --json` of a project with all packages of the table. With --each,
for a program without that command, makes each file a package of its own and reads what
`vendor sbom --format spdx` concludes of it.

A file is right if the program says one of the accepted expressions. Precision: right ones among
those of which it says something. Recall: right ones among those that state a licence of the SPDX
list by text, tag, notice or a reference that names it (`open` and `public-domain` count only for
precision: nothing said is right too). A choice is kept if an expected OR is concluded as one.
"""
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

import expressions
import project

STATED = {"text", "tag", "notice", "reference"}


def rows_of(table):
    with open(table, encoding="utf-8") as file:
        next(file)
        return [tuple(line.rstrip("\n").split("\t")) for line in file]


def concluded_each(program, rows, packages):
    """What the program concludes of each file alone."""
    root = tempfile.mkdtemp(prefix="assetkit-truth-")
    try:
        folders, source = [], os.path.join(root, "files")
        for number, (package, path, *_) in enumerate(rows):
            name = f"p{number:05}"
            folder = os.path.join(source, name)
            os.makedirs(folder)
            shutil.copyfile(os.path.join(packages, package, path),
                            os.path.join(folder, os.path.basename(path)))
            folders.append((name, folder))
        project.write(folders, root)
        output = subprocess.run([program, "vendor", "sbom", "--format", "spdx"], cwd=root,
                                check=True, stdout=subprocess.PIPE).stdout
        said = {p["name"]: p.get("licenseConcluded", "NOASSERTION")
                for p in json.loads(output)["packages"]}
        return [said[f"p{number:05}"] for number in range(len(rows))]
    finally:
        shutil.rmtree(root)


def concluded(program, rows, packages):
    """What `vendor licences --files` says of each file in its package."""
    root = tempfile.mkdtemp(prefix="assetkit-truth-")
    try:
        names = sorted({row[0] for row in rows})
        project.write([(project.name_of(name), os.path.join(packages, name)) for name in names],
                      root)
        result = subprocess.run([program, "vendor", "licences", "--files", "--json"], cwd=root,
                                stdout=subprocess.PIPE)
        if result.returncode not in (0, 1):
            sys.exit(f"vendor licences ended with {result.returncode}")
        said = files_of(json.loads(result.stdout))
        return [said.get((project.name_of(row[0]), row[1]), "NONE") for row in rows]
    finally:
        shutil.rmtree(root)


def files_of(document):
    """The expression of each file, by package and path."""
    said = {}
    for package in document["packages"]:
        for file in package["files"]:
            path = file["path"].split(f"/{package['name']}/", 1)[-1]
            said[package["name"], path] = file.get("expression") or "NONE"
    return said


def score(rows, said, show):
    count = collections.Counter()
    for (package, path, kind, expected), expression in zip(rows, said):
        spoken = expression not in ("NONE", "NOASSERTION", "")
        right = spoken and expected != "-" and expressions.right(expression, expected, kind)
        is_choice = kind in STATED and all(" OR " in e for e in expected.split("|")[:1])
        count["spoken"] += spoken
        count["right spoken"] += right
        count["stated"] += kind in STATED
        count["right stated"] += right and kind in STATED
        count["choices"] += is_choice
        count["choices kept"] += is_choice and right
        if spoken and not right or kind in STATED and not right:
            show(f"{package}/{path}\t{kind}\texpected {expected}\tsaid {expression}")
    return count


def report(count):
    def share(part, whole):
        return f"{count[part]} of {count[whole]} ({100 * count[part] / max(1, count[whole]):.1f} %)"
    return (f"precision {share('right spoken', 'spoken')}, recall {share('right stated', 'stated')},"
            f" choices kept {share('choices kept', 'choices')}")


if __name__ == "__main__":
    table, packages = sys.argv[1:3]
    rows = rows_of(table)
    ask = concluded_each if "--each" in sys.argv else concluded
    said = ask(os.environ["ASSETKIT"], rows, packages)
    print(report(score(rows, said, print)))
