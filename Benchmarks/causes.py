#!/usr/bin/env python3
"""Projects whose results differ for a known reason each: does `assetkit offline --twice` name it?

    Benchmarks/causes.py [--program PATH] [--json] [NAME...]

One repository with a target for each row is built twice; each target's differences must be explained by
the row's cause, at the row's place. Rows whose tools are not installed are named and left out.
Exit status: 0 all found, 1 some not, 2 nothing could be built.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# name, expected cause, a part of the place where it is found ("" for the file itself), tools, recipe.
# In recipes $@ is the file to make and DIR a folder of its own; $$ is the shell's $.
FIXED = "--mtime=@0 --owner=0 --group=0 --numeric-owner --sort=name --mode=644"
ROWS = [
    # Compilers.
    ("date-macro", "time", "section .rodata", "cc", "cc -o $@ src/date.c"),
    ("file-macro", "build-path", "section .rodata", "cc", "cc -o $@ $(CURDIR)/src/file.c"),
    ("debug-info", "build-path", "section .debug_", "cc", "cc -g -o $@ src/plain.c"),
    ("run-path", "build-path", "section .dynstr", "cc", "cc -Wl,-rpath,$(CURDIR)/lib -o $@ src/plain.c"),
    ("build-id", "digest", "section .note.gnu.build-id", "cc strip",
     "cc -g -Wl,--build-id -o $@ src/plain.c && strip -g $@"),
    ("timestamp-macro", "file-times", "section .rodata", "cc", "cc -o $@ src/timestamp.c"),
    ("host-macro", "host", "section .rodata", "cc", "cc -DHOST=\\\"$$(uname -n)\\\" -o $@ src/host.c"),
    ("link-order", "directory-order", "", "cc",
     "mkdir DIR && for n in a b c d e f; do echo \"int f_$$n(void){return 1;}\" > DIR/$$n.c && "
     "cc -c -o DIR/$$n.o DIR/$$n.c; done && cc -shared -nostdlib -o $@ $$(find DIR -name '*.o')"),
    # Archives.
    ("tar-time", "time", "field mtime of the member", "tar",
     "mkdir DIR && echo x > DIR/x && tar cf $@ --owner=0 --group=0 --mode=644 --numeric-owner -C DIR x"),
    ("tar-owner", "user", "field uid of the member", "tar",
     "mkdir DIR && echo x > DIR/x && tar cf $@ --mtime=@0 --mode=644 -C DIR x"),
    ("tar-mode", "umask", "field mode of the member", "tar",
     "mkdir DIR && echo x > DIR/x && tar cf $@ --mtime=@0 --owner=0 --group=0 --numeric-owner -C DIR x"),
    ("tar-order", "directory-order", "", "tar",
     "mkdir DIR && cd DIR && touch a b c d e f g && "
     "tar cf ../../$@ --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 $$(find -type f)"),
    ("tar-source-time", "file-times", "field mtime of the member", "tar",
     "tar cf $@ --owner=0 --group=0 --numeric-owner --mode=644 --sort=name src"),
    ("tar-xz", "time", "field mtime of the member x", "tar xz",
     "mkdir DIR && echo x > DIR/x && tar cJf $@ --owner=0 --group=0 --mode=644 --numeric-owner -C DIR x"),
    ("tar-zstd", "user", "field uid of the member x", "tar zstd",
     "mkdir DIR && echo x > DIR/x && tar c --mtime=@0 --mode=644 -C DIR x | zstd -q -o $@"),
    ("tar-bzip2", "build-path", "member x", "tar bzip2",
     "mkdir DIR && pwd > DIR/x && tar cjf $@ " + FIXED + " -C DIR x"),
    ("gzip-time", "time", "field mtime of the gzip header", "gzip",
     "mkdir DIR && echo x > DIR/x && gzip -c DIR/x > $@"),
    ("compressed-only", "compression", "", "xz", "seq 100000 | xz -$$(nproc) > $@"),
    ("zip-time", "time", "of the member x", "zip",
     "mkdir DIR && echo x > DIR/x && cd DIR && zip -qX - x > ../../$@"),
    ("zip-owner", "user", "field owner of the member x", "zip",
     "mkdir DIR && echo x > DIR/x && cd DIR && zip -q - x > ../../$@"),
    ("jar-time", "time", "of the member META-INF/MANIFEST.MF", "jar",
     "mkdir DIR && echo x > DIR/x && jar cf $@ -C DIR x"),
    ("ar-time", "time", "field mtime of the member plain.o", "cc ar",
     "mkdir DIR && cc -c -o DIR/plain.o src/plain.c && ar rcU $@ DIR/plain.o"),
    ("ar-order", "directory-order", "", "ar",
     "mkdir DIR && for n in a b c d e f; do echo $$n > DIR/$$n; done && ar rcD $@ $$(find DIR -type f)"),
    ("deb-inside", "time", "field mtime of the member x of member data.tar.gz", "tar ar gzip",
     "mkdir DIR && echo 2.0 > DIR/debian-binary && echo x > DIR/x && "
     "tar c --owner=0 --group=0 --mode=644 --numeric-owner -C DIR x | gzip -n > DIR/data.tar.gz && "
     "ar rcD $@ DIR/debian-binary DIR/data.tar.gz"),
    # Other files with a time in them.
    ("python-code", "file-times", "time of the source", "python3",
     "python3 -c \"import py_compile; py_compile.compile('src/module.py', '$@', 'module.py')\""),
    ("png-time", "time", "chunk tIME", "python3", "python3 src/png.py > $@"),
    ("pdf-dates", "time", "", "python3", "python3 src/pdf.py > $@"),
    ("pe-time", "time", "TimeDateStamp", "clang lld-link",
     "mkdir DIR && clang --target=x86_64-pc-windows-msvc -c -o DIR/plain.obj src/plain.c && "
     "lld-link /entry:main /subsystem:console /nodefaultlib /out:$@ DIR/plain.obj"),
    # Text.
    ("epoch", "time", "", "", "date +built=%s > $@"),
    ("epoch-milliseconds", "time", "", "", "date +%s%3N > $@"),
    ("epoch-binary", "time", "", "python3",
     "python3 -c \"import struct,sys,time; "
     "sys.stdout.buffer.write(b'head' + struct.pack('<I', int(time.time())) + b'tail')\" > $@"),
    ("epoch-network-order", "time", "", "python3",
     "python3 -c \"import struct,sys,time; "
     "sys.stdout.buffer.write(b'head' + struct.pack('>Q', int(time.time() * 1000)) + b'tail')\" > $@"),
    ("date-utc", "time", "", "", "LC_ALL=C date -u > $@"),
    ("date-mail", "time", "", "", "LC_ALL=C date -R > $@"),
    ("date-day", "time", "", "", "LC_ALL=C date '+%d.%m.%Y' > $@"),
    ("fixed-moment", "time-zone", "", "", "LC_ALL=C date -d @86400 > $@"),
    ("source-time", "file-times", "", "", "stat -c %Y src/plain.c > $@"),
    ("source-date", "file-times", "", "", "LC_ALL=C TZ=UTC date -r src/plain.c +%F > $@"),
    ("user-name", "user", "", "", "id -un > $@"),
    ("user-id", "user", "", "", "echo owner $$(id -u) > $@"),
    ("home", "home", "", "", "echo prefix=$$HOME/lib > $@"),
    ("host", "host", "", "", "echo built on $$(hostname) > $@"),
    ("domain", "domain", "", "", "domainname > $@"),
    ("link-target", "build-path", "link's target", "", "ln -s $(CURDIR)/src $@"),
    ("locale-name", "locale", "", "", "echo $$LANG > $@"),
    ("locale-order", "locale", "", "", "printf 'b\\nA\\na\\nB\\nc\\nC\\n' | sort > $@"),
    ("locale-number", "locale", "", "python3",
     "python3 -c \"import locale; locale.setlocale(locale.LC_ALL, ''); "
     "print(locale.format_string('%.2f', 3.14))\" > $@"),
    ("listed-mode", "umask", "", "", "mkdir DIR && touch DIR/x && stat -c '%A %n' DIR/x > $@"),
    ("environment", "environment", "", "", "env | grep -v -e PATH -e HOME | LC_ALL=C sort > $@"),
    ("path", "path", "", "", "echo $$PATH > $@"),
    ("shell", "shell", "", "", "echo \"#!$$SHELL\" > $@"),
    ("processors", "processors", "", "", "echo threads=$$(nproc) > $@"),
    ("process-id", "pid", "", "", "echo part.$$$$.tmp > $@"),
    ("kernel", "kernel", "", "", "uname -r > $@"),
    ("address", "aslr", "", "python3", "python3 -c 'print(hex(id(object())))' > $@"),
    ("directory-order", "directory-order", "", "", "ls -U src > $@"),
    ("hash-order", "order", "", "python3",
     "python3 -c \"print('\\n'.join({'alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'}))\" > $@"),
    ("identifier", "random", "", "python3", "python3 -c 'import uuid; print(uuid.uuid4())' > $@"),
    ("seed", "random", "", "python3", "python3 -c 'import os; print(os.urandom(12).hex())' > $@"),
    ("temporary-name", "temporary-name", "", "", "echo source=$$(mktemp -u /tmp/tmp.XXXXXXXX) > $@"),
]
SOURCES = {
    "src/plain.c": "int main(void) { return 0; }\n",
    "src/date.c": '#include <stdio.h>\nint main(void) { puts("built " __DATE__ " " __TIME__); }\n',
    "src/timestamp.c": '#include <stdio.h>\nint main(void) { puts("source " __TIMESTAMP__); }\n',
    "src/file.c": "#include <stdio.h>\nint main(void) { puts(__FILE__); }\n",
    "src/host.c": '#include <stdio.h>\nint main(void) { puts("built on " HOST); }\n',
    "src/module.py": "def f():\n    return 1\n",
    "src/png.py": '''import struct, sys, time, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
now = time.gmtime()
sys.stdout.buffer.write(
    b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    + chunk(b"tIME", struct.pack(">HBBBBB", *now[:6]))
    + chunk(b"IDAT", zlib.compress(b"\\0\\0")) + chunk(b"IEND", b""))
''',
    "src/pdf.py": '''import os, time
print("%PDF-1.4\\n1 0 obj\\n<< /CreationDate (" + time.strftime("D:%Y%m%d%H%M%SZ", time.gmtime())
      + ") /ModDate (" + time.strftime("D:%Y%m%d%H%M%SZ", time.gmtime()) + ") >>\\nendobj")
print("trailer << /ID [<" + os.urandom(16).hex() + ">] >>")
''',
}


def make_project(folder, rows):
    for name, text in SOURCES.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    with open(os.path.join(folder, "Makefile"), "w") as file:
        names = " ".join(row[0] for row in rows)
        file.write(f"all: $(addprefix out/,{names})\n")
        for name, _, _, _, recipe in rows:
            recipe = re.sub(r"\bDIR\b", f"tmp/{name}", recipe)
            file.write(f"out/{name}:\n\t@mkdir -p out tmp\n\t@{recipe}\n")
    git = ["git", "-c", "user.name=T", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"]
    for arguments in [["init", "-q", "."], ["add", "-A"], ["commit", "-q", "-m", "Begin"]]:
        subprocess.run(git + arguments, cwd=folder, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--program", default=os.path.join(here, "../.build-release/release/assetkit"))
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these rows")
    options = parser.parse_args()
    rows = [row for row in ROWS if not options.names or row[0] in options.names]
    able = [row for row in rows if all(shutil.which(tool) for tool in row[3].split())]
    with tempfile.TemporaryDirectory() as folder:
        make_project(folder, able)
        command = [os.path.abspath(options.program), "offline", "--twice", "--home", "kept"]
        # A kept home folder, because compilers and Python may live in it; one row needs it varied.
        if any(row[0] == "home" for row in able):
            command = command[:3]
        run = subprocess.run(
            command + ["--json", "--compare", "out", "--", "make", "-k"], cwd=folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        report = json.loads(run.stdout)
    except ValueError:
        sys.exit(run.stderr + "no report")
    if not report["compared"]:
        print(run.stderr, file=sys.stderr)
        sys.exit(2)
    differences = {d["path"].removeprefix("out/"): d for d in report["differences"]}
    effective = {v["name"] for v in report["variations"] if v["took-effect"]}
    results = []
    for name, kind, place, _, _ in able:
        causes = differences.get(name, {}).get("causes", [])
        found = [c for c in causes if c["kind"] == kind]
        if not found and kind in {v["name"] for v in report["variations"]} - effective:
            state = "not varied here"
        elif not found:
            state = "NOT FOUND"
        elif place and not any(place in p for c in found for p in c["places"]):
            state = "ELSEWHERE"
        else:
            state = "found"
        seen = "; ".join(
            c["kind"] + ": " + c["what"] + (", in " + c["places"][0] if c["places"] else "")
            for c in (found or causes))
        results.append({"name": name, "cause": kind, "state": state, "found": seen})
    results += [
        {"name": row[0], "cause": row[1], "state": f"needs {row[3]}", "found": ""}
        for row in rows if row not in able]
    if options.json:
        print(json.dumps(results, indent=1))
    else:
        for row in results:
            print(f"{row['name']:20} {row['cause']:16} {row['state']:10} {row['found'][:150]}")
    found = sum(row["state"] == "found" for row in results)
    wrong = [row for row in results if row["state"] in ("NOT FOUND", "ELSEWHERE")]
    print(f"{found} of {len(results)} causes found and named", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
