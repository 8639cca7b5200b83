"""Hostile samples, each with an everyday twin: a fourth set, written when the first three were known.

Forms that none of them has; the twins have forms that real projects use. Payloads do nothing but
print, addresses are of example.com and example.org.
"""
import base64
import binascii
import gzip
import struct
import zlib

from samples_open import C, LRI, PDI, RLI, RLO, b64, elf, gif, jar, pe, png

NBSP, LS, CSI = "\u00a0", "\u2028", "\u009b"


def uuencoded(data, name, mode):
    lines = b"".join(binascii.b2a_uu(data[i:i + 45]) for i in range(0, len(data), 45))
    return f"begin {mode} {name}\n" + lines.decode() + "`\nend\n"


def c_words(data):
    data += bytes(-len(data) % 4)
    words = [f"0x{w:08x}" for (w,) in struct.iter_unpack("<I", data)]
    return ("#include <stdint.h>\n\nstatic const uint32_t words[] = {\n" + "".join(
        "  " + ", ".join(words[i:i + 6]) + ",\n" for i in range(0, len(words), 6)) + "};\n")


def java_class():
    """The beginning of a compiled class."""
    return (b"\xca\xfe\xba\xbe" + struct.pack(">HHH", 0, 52, 5) + b"\x07\0\x02\x01\0\x01A"
            + b"\x07\0\x04\x01\0\x10java/lang/Object" + struct.pack(">HHHHHHH", 0x21, 1, 3, 0, 0, 0, 0))


def pdf(after=b""):
    return (b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n"
            b"<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
            + after)


def svg(data):
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">\n'
            f'  <image width="16" height="16" href="data:image/png;base64,{b64(data)}"/>\n</svg>\n')


def codes(text, by=0):
    return ", ".join(str(ord(c) ^ by) for c in text)


def mathematical(word):
    """The word in sans-serif italics, which Python reads as plain letters."""
    return "".join(chr(0x1D622 + ord(c) - ord("a")) for c in word)


SAMPLES = [
    # What a display hides.
    ("bidi in utf-16", "hidden", "Properties/Access.cs",
     {"Properties/Access.cs": ("\ufeffclass Access {\r\n  bool Admin = false;\r\n"
      f"  /*{RLO} }} {LRI}if (Admin){PDI} {LRI} begin */\r\n}}\r\n").encode("utf-16-le")},
     {"Properties/Access.cs": ("\ufeffclass Access {\r\n  // Größe, размер, גודל\r\n"
      "  bool Admin = false;\r\n}\r\n").encode("utf-16-le")}),
    ("bidi in a query", "hidden", "db/grants.sql",
     {"db/grants.sql": f"GRANT SELECT ON t TO 'reader'; --{RLI} ;'nimda' OT t NO LLA TNARG\n"
      "COMMIT;\n"},
     {"db/grants.sql": "GRANT SELECT ON t TO 'reader'; -- قراءة فقط\n"
      "INSERT INTO t VALUES ('עברית', 'العربية');\nCOMMIT;\n"}),
    ("bidi in a file's name", "hidden", "docs/readme\\u{202E}txt.sh",  # as findings write it
     {f"docs/readme{RLO}txt.sh": "#!/bin/sh\necho hello\n", "docs/index.txt": "Index\n"},
     {"docs/اقرأني.txt": "اقرأني\n", "docs/קרא.txt": "קרא\n", "docs/index.txt": "Index\n"}),
    ("line separator in a comment", "hidden", "lib/check.js",
     {"lib/check.js": f"function check(t) {{\n  // compare both{LS}return true; // \n"
      "  return t === 'x';\n}\nmodule.exports = check;\n"},
     {"lib/check.js": "function check(t) {\n  return t.replace(/[\\u2028\\u2029]/g, '\\n') === 'x';\n"
      "}\nmodule.exports = check;\n"}),
    ("C1 control in a shell script", "hidden", "contrib/release.sh",
     {"contrib/release.sh": f"#!/bin/sh\nmake dist\ntouch hidden # {CSI}1A{CSI}2K\nmake check\n"},
     {"contrib/release.sh": "#!/bin/sh\n# façade, où, señor: Latin-1 is fine\nmake dist\n"
      "tput el\nmake check\n"}),
    ("grapheme joiner in php", "hidden", "src/Token.php",
     {"src/Token.php": "<?php\nfunction valid($t) {\n  $ok = hash_equals('x', $t);\n"
      "  $o\u034fk = true;\n  return $o\u034fk;\n}\n"},
     {"src/Token.php": "<?php\n// Tiếng Việt: chữ cái, e\u0301 combined\nfunction valid($t) {\n"
      "  $ok = hash_equals('x', $t);\n  return $ok;\n}\n"}),
    ("invisible operator in properties", "hidden", "conf/server.properties",
     {"conf/server.properties": "auth.requ\u2063ired=true\nauth.required=false\nport=8080\n"},
     {"conf/server.properties": "auth.required=true\ntitle=Serveur\\u00a0d\\u2019essai\nport=8080\n"}),
    ("mathematical letters as a name", "hidden", "scripts/config.py",
     {"scripts/config.py": f"import sys\n\nVALUES = '1 + 1'\nprint({mathematical('eval')}(VALUES))\n"
      f"{mathematical('exec')}('print(2)')\n"},
     {"scripts/config.py": "import sys\n\n# 𝑓(𝑥) = 𝑥² + ½, ℝ → ℝ, α ∈ Ω\nVALUES = (1, 2)\n"
      "print(sum(VALUES), '𝓗ello')\n"}),
    ("code behind no-break spaces", "hidden", "gulpfile.js",
     {"gulpfile.js": "exports.build = done => { done(); };" + NBSP * 700
      + "console.log('hidden');\nexports.test = done => done();\n"},
     {"gulpfile.js": f"exports.build = done => {{ done(); }}; // 10{NBSP}% faster, «{NBSP}oui{NBSP}»\n"
      "exports.test = done => done();\n"}),
    ("look-alike file name", "hidden", "src/c\u043enfig.h",
     {"src/c\u043enfig.h": "#define SAFE 0\n", "src/config.h": "#define SAFE 1\n",
      "src/a.c": '#include "c\u043enfig.h"\nint safe = SAFE;\n'},
     {"docs/пример.txt": "Пример\n", "src/config.h": "#define SAFE 1\n",
      "src/a.c": '#include "config.h"\nint safe = SAFE;\n'}),
    # Programs that look like something else.
    ("program in words", "hidden", "firmware/table.c",
     {"firmware/table.c": c_words(elf() * 2)},
     {"firmware/table.c": c_words(b"".join(struct.pack("<I", zlib.crc32(bytes([i])))
                                           for i in range(96)))}),
    ("uuencoded program", "hidden", "tests/in/mail.txt",
     {"tests/in/mail.txt": "Subject: hello\n\n" + uuencoded(elf() * 2, "a.out", "755")},
     {"tests/in/mail.txt": "Subject: hello\n\n" + uuencoded(gif() * 8, "a.gif", "644")}),
    ("program in a data address", "hidden", "docs/img/badge.svg",
     {"docs/img/badge.svg": svg(pe() * 2)}, {"docs/img/badge.svg": svg(png())}),
    ("script as a picture", "hidden", "img/pixel.png",
     {"img/pixel.png": "#!/bin/sh\necho hello\nuname -a\n"}, {"img/pixel.png": png()}),
    ("class file as a catalog", "hidden", "locale/de.mo",
     {"locale/de.mo": java_class() + bytes(80), "src/a.c": C},
     {"locale/de.po": 'msgid ""\nmsgstr "Language: de\\n"\n', "src/a.c": C}),
    ("program behind a pdf", "hidden", "docs/spec.pdf",
     {"docs/spec.pdf": pdf(elf() * 2)}, {"docs/spec.pdf": pdf()}),
    ("compressed program as an icon", "hidden", "res/app.ico",
     {"res/app.ico": gzip.compress(elf() * 20, mtime=0)},
     {"res/app.ico": struct.pack("<HHHBBBBHHII", 0, 1, 1, 16, 16, 0, 0, 1, 32, len(png()), 22)
      + png()}),
    # Obfuscated build steps.
    ("encoded powershell", "hidden", "build/run.cmd",
     {"build/run.cmd": "@echo off\r\npowershell -NoP -EncodedCommand "
      + b64("Write-Output 'hello from the build'".encode("utf-16-le")) + "\r\n"},
     {"build/run.cmd": "@echo off\r\npowershell -NoProfile -ExecutionPolicy Bypass -File "
      "build\\run.ps1 -Configuration Release\r\n", "build/run.ps1":
      "param([string]$Configuration)\nWrite-Output \"building $Configuration\"\n"}),
    ("packed source in setup", "hidden", "setup.py",
     {"setup.py": "import base64, zlib\nfrom setuptools import setup\n\nexec(zlib.decompress("
      "base64.b85decode(\n    '" + base64.b85encode(zlib.compress(
          b"print('hello from setup, which nobody can read')")).decode() + "')))\nsetup(name='x')\n"},
     {"setup.py": "import os, re\nfrom setuptools import setup\n\nabout = {}\n"
      "with open(os.path.join('x', '__version__.py')) as f:\n    exec(f.read(), about)\n"
      "setup(name='x', version=about['__version__'])\n", "x/__version__.py": "__version__ = '1'\n"}),
    ("characters shifted into exec", "hidden", "waf_tools/extra.py",
     {"waf_tools/extra.py": "def configure(conf):\n    exec(''.join(chr(c ^ 21) for c in ["
      + codes("print('hello from configure')", 21) + "]))\n"},
     {"waf_tools/extra.py": "def configure(conf):\n    table = [" + codes("abcdefghijklmnopqrstuvwxyz")
      + "]\n    conf.env.LETTERS = ''.join(chr(c) for c in table)\n"}),
    ("cmake puts characters together", "hidden", "cmake/Compat.cmake",
     {"cmake/Compat.cmake": "string(ASCII " + codes("echo hello").replace(",", "") + " _cmd)\n"
      "execute_process(COMMAND sh -c \"${_cmd}\")\n"},
     {"cmake/Compat.cmake": "string(ASCII 27 ESC)\nset(RED \"${ESC}[31m\")\n"
      "execute_process(COMMAND ${CMAKE_C_COMPILER} -dumpversion OUTPUT_VARIABLE V)\n"}),
    ("decoder in go generate", "hidden", "internal/gen.go",
     {"internal/gen.go": "package internal\n\n//go:generate sh -c \"echo " + b64(b"echo hello\n")
      + " | base64 -d | sh\"\n"},
     {"internal/gen.go": "package internal\n\n//go:generate sh -c \"go run ./mktables > tables.go\"\n"
      "//go:generate stringer -type=Kind\n"}),
    # The marks of xz 5.6.1, a fourth time.
    ("xz: a sandbox check in meson", "hidden", "meson.build",
     {"meson.build": "project('x', 'c')\ncc = meson.get_compiler('c')\nlandlock = cc.compiles('''\n"
      "#include <linux/landlock.h>\n#include <sys/prctl.h>\n.\n"
      "int main(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }\n''', name: 'landlock')\n"
      "library('x', 'x.c', c_args: landlock ? ['-DHAVE_LANDLOCK'] : [])\n"},
     {"meson.build": "project('x', 'c')\ncc = meson.get_compiler('c')\nlandlock = cc.compiles('''\n"
      "#include <linux/landlock.h>\n#include <sys/prctl.h>\n"
      "int main(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }\n''', name: 'landlock')\n"
      "library('x', 'x.c', c_args: landlock ? ['-DHAVE_LANDLOCK'] : [])\n"}),
    # Build-time downloads.
    ("R libraries", "fetches", "tools/winlibs.R",
     {"tools/winlibs.R": "if (!file.exists('../windows/z-1.2/include/z.h')) {\n"
      "  download.file('https://example.com/z-1.2.zip', 'lib.zip', quiet = TRUE)\n"
      "  unzip('lib.zip', exdir = '../windows')\n}\n"},
     {"tools/winlibs.R": "# Download it from https://example.com/z-1.2.zip first.\n"
      "if (file.exists('lib.zip')) {\n  unzip('lib.zip', exdir = '../windows')\n}\n"}),
    ("premake", "fetches", "premake5.lua",
     {"premake5.lua": "workspace 'x'\nlocal result = http.download(\n"
      "  'https://example.com/z.zip', 'z.zip', {})\nzip.extract('z.zip', 'deps')\n"},
     {"premake5.lua": "-- https://example.com/x\nworkspace 'x'\n  configurations { 'Debug' }\n"
      "project 'x'\n  kind 'StaticLib'\n  files { 'src/**.c' }\n"}),
    ("ant", "fetches", "build.xml",
     {"build.xml": '<project name="x" default="deps">\n  <target name="deps">\n'
      '    <get src="https://example.com/z.jar" dest="lib/z.jar"/>\n  </target>\n</project>\n'},
     {"build.xml": '<project name="x" default="jar" xmlns:u="https://example.com/u">\n'
      '  <target name="jar">\n    <javac srcdir="src" destdir="out"/>\n'
      '    <copy file="lib/z.jar" todir="out"/>\n  </target>\n</project>\n'}),
    ("msbuild", "fetches", "build/x.targets",
     {"build/x.targets": '<Project>\n  <Target Name="GetZ" BeforeTargets="Build">\n    <DownloadFile '
      'SourceUrl="https://example.com/z.zip" DestinationFolder="$(IntermediateOutputPath)"/>\n'
      '  </Target>\n</Project>\n'},
     {"build/x.targets": '<Project xmlns="http://schemas.microsoft.com/developer/msbuild/2003">\n'
      '  <Target Name="CopyZ" BeforeTargets="Build">\n    <Copy SourceFiles="z.zip" '
      'DestinationFolder="$(IntermediateOutputPath)"/>\n  </Target>\n</Project>\n'}),
    ("zig package", "fetches", "build.zig.zon",
     {"build.zig.zon": ".{\n    .name = \"x\",\n    .version = \"1.0.0\",\n    .dependencies = .{\n"
      "        .z = .{\n            .url = \"https://example.com/z-1.0.tar.gz\",\n            .hash = \""
      + "1220" + "ab" * 32 + "\",\n        },\n    },\n    .paths = .{\"\"},\n}\n"},
     {"build.zig.zon": ".{\n    .name = \"x\", // https://example.com/x\n    .version = \"1.0.0\",\n"
      "    .dependencies = .{\n        .z = .{ .path = \"libs/z\" },\n    },\n    .paths = .{\"\"},\n}\n"}),
    ("scons", "fetches", "SConstruct",
     {"SConstruct": "from urllib.request import urlopen\n\nenv = Environment()\n"
      "with open('z.h', 'wb') as f:\n    f.write(urlopen('https://example.com/z.h').read())\n"
      "env.Library('x', Glob('*.c'))\n"},
     {"SConstruct": "# http://www.scons.org, https://example.com/x\nenv = Environment(CPPPATH='.')\n"
      "env.Library('x', Glob('*.c'))\nenv.Install('/usr/local/lib', 'x')\n"}),
    ("prebuilt program of npm", "fetches", "package.json",
     {"package.json": '{"name": "x", "version": "1.0.0", "binary": {"module_name": "x", "host": '
      '"https://example.com/x", "module_path": "lib"}, "scripts": {"install": '
      '"node-pre-gyp install --fallback-to-build"}}\n'},
     {"package.json": '{"name": "x", "version": "1.0.0", "homepage": "https://example.com/x", '
      '"gypfile": true, "scripts": {"install": "node-gyp rebuild"}}\n', "binding.gyp":
      "{'targets': [{'target_name': 'x', 'sources': ['x.c']}]}\n"}),
]
