#!/usr/bin/env python3
"""Writes a project that vendors every folder of PACKAGES: `project.py PACKAGES PROJECT [NAME…]`.

Each is a package of the type `directory`, pinned as it is; its files are hard links.
"""
import hashlib
import os
import re
import stat
import sys


def entries_of(folder):
    for root, folders, files in os.walk(folder):
        folders.sort()
        for name in files + [f for f in folders if os.path.islink(os.path.join(root, f))]:
            full = os.path.join(root, name)
            yield os.path.relpath(full, folder), full


def is_nameable(path):
    """Whether a lock can list this path on every system."""
    try:
        path.encode("utf-8").decode("utf-8")
    except UnicodeError:
        return False
    return not any(ord(c) < 32 or c in "\\" or part.endswith((".", " "))
                   for part in path.split("/") for c in part)


def vendor(folder, name, project):
    """Links the files of `folder` into the project; returns the package's block of the lock."""
    target = os.path.join(project, "Vendor", name)
    lines, links, flags, left = [], [], set(), []
    for path, full in entries_of(folder):
        if not is_nameable(path):
            left.append(path)
            continue
        info = os.lstat(full)
        copy = os.path.join(target, path)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        if stat.S_ISLNK(info.st_mode):
            goal = os.path.realpath(full)
            if os.path.isabs(os.readlink(full)) or not os.path.exists(goal) \
                    or not goal.startswith(os.path.realpath(folder) + "/"):
                left.append(path)
                continue
            os.symlink(os.readlink(full), copy)
            links.append((path, os.readlink(full)))
        elif stat.S_ISREG(info.st_mode):
            os.link(full, copy)
            with open(full, "rb") as file:
                lines.append((path, hashlib.file_digest(file, "sha256").hexdigest()))
            if info.st_mode & 0o100:
                flags.add(path)
    rows = [(path, f"#x {path}\n" * (path in flags) + f"{digest}  {path}\n")
            for path, digest in lines]
    rows += [(path, f"#l {path} -> {target}\n") for path, target in links]
    sums = "".join(row for _, row in sorted(rows, key=lambda row: os.fsencode(row[0]))).encode()
    with open(os.path.join(project, "Vendor", name + ".sums"), "wb") as file:
        file.write(sums)
    digest = hashlib.sha256(sums).hexdigest()
    if left:
        print(f"{name}: left out {len(left)}: {left[:3]}", file=sys.stderr)
    link = 'symlinks = "inside"\n' if links else ""
    return (f'\n[[package]]\nname = "{name}"\nsource = "upstream"\ntype = "directory"\n{link}'
            f'pristine = "sha256:{digest}"\ntree = "sha256:{digest}"\n')


def name_of(folder):
    """The package's name: the folder's without its version."""
    return re.split(r"-(?=\d)", folder, maxsplit=1)[0]


def write(folders, project):
    """`folders`: pairs of a name and a folder."""
    os.makedirs(os.path.join(project, "Vendor"), exist_ok=True)
    blocks = [vendor(folder, name, project)
              for name, folder in sorted(folders, key=lambda pair: pair[0].encode())]
    with open(os.path.join(project, "vendor.lock"), "w", encoding="utf-8") as file:
        file.write("version = 1\n" + "".join(blocks))


if __name__ == "__main__":
    packages, project, *names = sys.argv[1:]
    found = sorted(os.listdir(packages))
    write([(name_of(name), os.path.join(packages, name))
           for name in found if not names or name in names], project)
