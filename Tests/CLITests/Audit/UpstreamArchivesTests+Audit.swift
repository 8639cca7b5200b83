import TestSupport
import Testing

#if os(Linux)
/// The audit of packages as their makers publish them says what reading them says.
extension UpstreamArchivesTests {
  /// What each package's own licence file says, and every licence that is somewhere in it; read by
  /// hand. The GNU ones, FSF… and X11 of configured packages are those of autotools' scripts.
  private static let licences: [(package: String, declared: String, all: String)] = [
    (
      "curl", "curl",
      // ltmain.sh contains a part that offers two; md4.c is in the public domain, or else under this.
      "BSD-3-Clause AND BSD-4-Clause-UC AND FSFUL AND FSFULLR AND FSFULLRWD"
        + " AND (GPL-2.0-or-later OR MIT)"
        + " AND GPL-2.0-or-later WITH Autoconf-exception-generic"
        + " AND GPL-2.0-or-later WITH Libtool-exception"
        + " AND GPL-3.0-or-later WITH Autoconf-exception-generic-3.0 AND ISC AND X11"
        + " AND bcrypt-Solar-Designer AND curl"
    ),
    (
      "expat", "MIT",
      "Apache-2.0 AND BSD-3-Clause AND CC0-1.0 AND FSFAP AND GFDL-1.1-only"
        + " AND GPL-3.0-or-later WITH Autoconf-exception-macro AND MIT"
    ),
    (
      // Its licence file is prose that offers the two; the text of the GPL in docs/ is one of them.
      "freetype", "FTL OR GPL-2.0-or-later",
      "BSD-3-Clause AND BSL-1.0 AND FSFAP AND FSFUL AND FSFULLR AND FSFULLRWD"
        + " AND (FTL OR GPL-2.0-or-later)"
        + " AND GPL-2.0-or-later WITH Autoconf-exception-generic"
        + " AND GPL-2.0-or-later WITH Libtool-exception"
        + " AND GPL-3.0-or-later WITH Autoconf-exception-generic-3.0"
        + " AND GPL-3.0-or-later WITH Autoconf-exception-macro AND MIT AND MIT-open-group AND X11"
        + " AND Zlib AND bcrypt-Solar-Designer"
    ),
    (
      "libpng1.6", "libpng-2.0",
      "Apache-2.0 AND BSD-3-Clause AND (BSD-4-Clause OR GPL-2.0-or-later) AND FSFUL AND FSFULLR"
        + " AND FSFULLRWD"
        + " AND GPL-2.0-or-later WITH Autoconf-exception-generic"
        + " AND GPL-2.0-or-later WITH Libtool-exception"
        + " AND GPL-3.0-or-later WITH Autoconf-exception-generic-3.0 AND MIT AND X11"
        + " AND libpng-1.6.35 AND libpng-2.0"
    ),
    ("lua5.4", "MIT", "MIT"),
    (
      // What is in its examples is "under GPL v2"; its Meson file says BSD-2-Clause-Patent.
      "lz4", "BSD-2-Clause AND GPL-2.0-or-later",
      "BSD-2-Clause AND BSD-2-Clause-Patent AND GPL-2.0-only AND GPL-2.0-or-later"
        + " AND LPD-document"
    ),
    (
      // HPND-sell-variant: its install-sh is M.I.T.'s of 1991.
      "sqlite3", "blessing",
      "BSD-2-Clause AND FSFAP AND FSFUL AND FSFULLR AND FSFULLRWD"
        + " AND GPL-2.0-or-later WITH Libtool-exception"
        + " AND GPL-3.0-or-later WITH Autoconf-exception-generic-3.0 AND HPND-sell-variant AND MIT"
        + " AND NCSA AND X11 AND blessing"
    ),
    ("zlib", "Zlib", "Zlib"),
  ]

  /// Everything in the packages that fetches, but what only their authors' CI does; each was looked
  /// at and is right.
  private static let fetches: Set<String> = [
    "curl/scripts/mk-ca-bundle.pl:322: curl downloads %{response_code}",
    "curl/scripts/mk-ca-bundle.pl:360: ua.mirror downloads",
    "curl/tests/testcurl.pl:420: git pull downloads",
    "curl/tests/testcurl.pl:443: git pull downloads",
    "expat/expat/CMakeLists.txt:730: wget downloads https://www.w3.org/XML/Test/xmlts20080827.zip",
    "expat/expat/Makefile.am:137: wget downloads https://www.w3.org/XML/Test/xmlts20080827.zip",
    "freetype/autogen.sh:194: git submodule downloads",
    "freetype/builds/freetype.mk:319: pip install downloads docwriter",
    "freetype/builds/toplevel.mk:174: git submodule downloads",
    "lz4/tests/test-lz4-speed.py:107: git fetch downloads $verbose",
    "lz4/tests/test-lz4-speed.py:301: git clone downloads $args.repoURL",
  ]

  /// Copies of other libraries inside the packages.
  private static let copies: Set<String> = [
    "freetype/src/gzip/zlib.h:40: a copy of zlib 1.2.12 inside freetype [double-embedded]",
    "freetype/src/gzip/zlib.h:40: zlib 1.2.12 is here, and 1.2.13 at Vendor/zlib/zlib.h "
      + "[double-versions]",
    "lz4/lib/xxhash.h:152: a copy of xxhash 0.6.5 inside lz4 [double-embedded]",
    "zlib/crc32.h: 3 source files of zlib are also in freetype; the first is "
      + "Vendor/freetype/src/gzip/crc32.h [double-files]",
  ]

  @Test func theAuditSaysWhatReadingSays() async throws {
    let packages = Self.licences.map { "\($0.package)=\($0.declared)" }
    let sources = Self.licences.map { "debian/\($0.package)" }
    guard let outcome = try await run(Self.auditScript, on: sources, packages) else { return }
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = outcome.output.split(separator: "\n").map(String.init)

    for (package, _, all) in Self.licences {
      #expect(lines.contains("licence of \(package): \(all)"), "\(package)")
    }
    func found(_ group: String) -> [String] {
      lines.filter { $0.contains(" [\(group)-") }.map {
        String($0.dropFirst("Vendor/".count)).replacing(": warning: ", with: ": ")
          .replacing(": note: ", with: ": ")
      }
    }
    let sites = found("fetches").filter { !$0.hasSuffix("[fetches-ci]") }.map {
      String($0.prefix(while: { $0 != "[" }).dropLast())
    }
    #expect(Set(sites) == Self.fetches)
    #expect(sites.count == Self.fetches.count)
    #expect(Set(found("double")) == Self.copies)

    let errors = lines.filter { $0.contains(": error: ") }
    #expect(errors.filter { !$0.contains(" [licence-") } == [])
    #expect(errors.filter { $0.contains(" [licence-") } == [])
    // None of the packages is idle: the makefile compiles all.
    #expect(lines.filter { $0.contains(" [idle-package]") } == [])
  }

  /// The arguments are packages with their licences.
  private static let auditScript = #"""
    for package in "$@"; do
      name=${package%%=*}
      archive=$(echo "up/${name}_"*)
      version=$(basename "$archive" | sed -E 's/^[^_]*_([0-9]+(\.[0-9]+)*).*/\1/')
      "$0" vendor add "$name" "$archive" --strip 1 --allow-symlinks \
        --version "$version" --license "${package#*=}" >&2
    done
    printf 'all:\n\tcc Vendor/*/*.c\n' >Makefile
    "$0" vendor audit --quiet --fail-on never
    "$0" vendor licences --json >licences.json
    python3 -c '
    import json
    for package in json.load(open("licences.json"))["packages"]:
      print("licence of %s: %s" % (package["name"], package["all-files"]))
    '
    """#
}
#endif
