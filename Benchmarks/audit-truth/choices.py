#!/usr/bin/env python3
"""Counts packages whose choice is kept: `choices.py TABLE PACKAGES… [--each]`; the program is in ASSETKIT.

A choice is kept if what is concluded of the package names one of both licences in some choice
without the other in it, and the other likewise.
--each: as `vendor sbom --format spdx` says it, for a program without `vendor licences`.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import expressions
import project

table, *places = [argument for argument in sys.argv[1:] if argument != "--each"]
rows = [line.rstrip("\n").split("\t") for line in open(table, encoding="utf-8")][1:]
folders = {name: os.path.join(place, name) for place in places for name in os.listdir(place)}
root = tempfile.mkdtemp(prefix="assetkit-truth-", dir=os.path.dirname(os.path.abspath(places[0])))
try:
    project.write([(project.name_of(row[0]), folders[row[0]]) for row in rows], root)
    if "--each" in sys.argv:
        command, key = ["sbom", "--format", "spdx"], "licenseConcluded"
    else:
        command, key = ["licences", "--json"], "concluded"
    output = subprocess.run([os.environ["ASSETKIT"], "vendor", *command], cwd=root,
                            stdout=subprocess.PIPE).stdout
finally:
    shutil.rmtree(root)
said = {p["name"]: p.get(key) or "NONE" for p in json.loads(output)["packages"]}


def offers(alternatives, wanted, unwanted):
    """Whether some alternative has the one licence without the other."""
    has = lambda terms, licence: any(expressions.term_matches(term, licence) for term in terms)
    return any(has(a, wanted) and not has(a, unwanted) for a in alternatives)


kept = 0
for name, one, other in rows:
    alternatives = expressions.parse(said[project.name_of(name)])
    is_kept = offers(alternatives, one, other) and offers(alternatives, other, one)
    kept += is_kept
    print(f"{'kept' if is_kept else 'lost'}\t{name}\t{one} OR {other}\tsaid {said[project.name_of(name)][:300]}")
print(f"choices of packages kept: {kept} of {len(rows)}")
