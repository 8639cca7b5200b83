#!/usr/bin/env python3
"""Scores hostile samples and their everyday twins: `hostile.py SAMPLES.py`; the program is in ASSETKIT.

Each sample and each twin is a package of its own; all are audited in one project. Found: a finding
of the right group on the sample's file, of any severity. False: a warning or an error of the groups
`hidden` or `fetches` on a twin. `--write FOLDER` writes the samples and stops.
"""
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import project


def samples_of(path):
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    spec = importlib.util.spec_from_file_location("samples", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.SAMPLES


def write_files(folder, files):
    for path, data in files.items():
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())


def write(samples, root):
    """Writes `root/hostile` and `root/twins` and a project that vendors all."""
    folders = []
    for number, (kind, _, _, hostile, twin) in enumerate(samples):
        word = re.sub(r"[^a-z0-9]+", "-", kind.lower()).strip("-")
        for side, files in (("hostile", hostile), ("twins", twin)):
            name = f"{side[0]}{number:02}-{word}"
            folder = os.path.join(root, side, name)
            write_files(folder, files)
            folders.append((name, folder))
    project.write(folders, os.path.join(root, "project"))
    return [name for name, _ in folders]


def findings(program, root):
    result = subprocess.run([program, "vendor", "audit", "--json", "--fail-on", "never"],
                            cwd=os.path.join(root, "project"), stdout=subprocess.PIPE)
    if result.returncode != 0:
        sys.exit(f"vendor audit ended with {result.returncode}")
    for finding in json.loads(result.stdout)["findings"]:
        yield (finding["rule"], finding["severity"], finding.get("path") or "",
               finding.get("package") or "", finding["message"])


def main(path, *options):
    samples = samples_of(path)
    if options[:1] == ("--write",):
        write(samples, options[1])
        return
    root = tempfile.mkdtemp(prefix="assetkit-hostile-")
    try:
        names = write(samples, root)
        all_findings = list(findings(os.environ["ASSETKIT"], root))
    finally:
        shutil.rmtree(root)
    found = false = 0
    for number, (kind, group, file, _, _) in enumerate(samples):
        hostile, twin = names[2 * number:2 * number + 2]
        hits = {rule for rule, _, place, _, _ in all_findings
                if rule.split("-")[0] == group and place == f"Vendor/{hostile}/{file}"}
        wrong = {(rule, severity, place, message) for rule, severity, place, _, message
                 in all_findings if place.startswith(f"Vendor/{twin}/")
                 and rule.split("-")[0] in ("hidden", "fetches") and severity != "note"}
        found += bool(hits)
        false += bool(wrong)
        if not hits:
            print(f"missed\t{hostile}/{file}\t{kind}\t{group}")
        for rule, severity, place, message in sorted(wrong):
            print(f"false\t{place}\t{rule}\t{severity}\t{message}")
        if "--all" in options and hits:
            print(f"found\t{hostile}/{file}\t{', '.join(sorted(hits))}")
    print(f"hostile samples found {found} of {len(samples)} ({100 * found / len(samples):.1f} %),"
          f" everyday twins with a false finding {false} of {len(samples)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
