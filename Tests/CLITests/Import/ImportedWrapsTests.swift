import TestSupport
import Testing

/// `vendor import` of Meson's wraps, in the shape of those of WrapDB.
struct ImportedWrapsTests {
  /// A wrap of an archive with an overlay in another archive, one with an overlay in a folder and a
  /// diff, and one of git.
  private func project() async throws -> ImportProject {
    let project = try await ImportProject([
      "subprojects/sum.wrap": """
      [wrap-file]
      directory = sum-1.2
      source_url = @HTTP@/sum-1.2.tar.gz
      source_filename = sum-1.2.tar.gz
      source_hash = SUM
      patch_filename = sum_1.2-1_patch.zip
      patch_url = @HTTP@/sum_1.2-1_patch.zip
      patch_hash = PATCH
      wrapdb_version = 1.2-1

      [provide]
      sum = sum_dep

      """,
      "subprojects/mul.wrap": """
      # As people write them by hand.
      [wrap-file]
      directory=mul
      lead_directory_missing = true
      source_url=@HTTP@/mul.tar.gz
      source_hash=MUL
      patch_directory = mul
      diff_files = mul/0001-fix.patch
      """,
      "subprojects/neg.wrap": """
      [wrap-git]
      url = @GIT@/neg.git
      revision = NEG
      depth = 1

      """,
      "subprojects/packagefiles/mul/meson.build":
        "project('mul', 'c')\nmul_dep = declare_dependency(include_directories: '.')\n",
      "subprojects/packagefiles/mul/0001-fix.patch": """
      --- a/mul.h
      +++ b/mul.h
      @@ -1 +1 @@
      -#define MUL(a, b) ((a) + (b))
      +#define MUL(a, b) ((a) * (b))

      """,
      "meson.build": """
      project('app', 'c')
      deps = [dependency('sum', fallback: ['sum', 'sum_dep']),
        subproject('mul').get_variable('mul_dep'), subproject('neg').get_variable('neg_dep')]
      test('app', executable('app', 'app.c', dependencies: deps))

      """,
      "app.c": """
      #include "sum.h"
      #include "mul.h"
      #include "neg.h"
      int main(void) { return SUM(2, 3) + MUL(2, 3) + NEG(11); }

      """,
    ])
    try await project.serve(
      """
      mkdir sum-1.2; echo MIT >sum-1.2/LICENSE; echo '#define SUM(a, b) ((a) + (b))' >sum-1.2/sum.h
      echo 'not for meson' >sum-1.2/README; tar czf sum-1.2.tar.gz sum-1.2; rm -r sum-1.2
      mkdir sum-1.2; echo 'see meson.build' >sum-1.2/README
      printf "project('sum', 'c')\\nsum_dep = declare_dependency(include_directories: '.')\\n" \
        >sum-1.2/meson.build
      python3 -m zipfile -c sum_1.2-1_patch.zip sum-1.2
      echo '#define MUL(a, b) ((a) + (b))' >mul.h; echo MIT >LICENSE; tar czf mul.tar.gz mul.h LICENSE
      git init -q -b main neg.git; cd neg.git; echo MIT >LICENSE; echo '#define NEG(a) (-(a))' >neg.h
      printf "project('neg', 'c')\\nneg_dep = declare_dependency(include_directories: '.')\\n" >meson.build
      commit one
      """)
    for (mark, script) in [
      ("SUM", "sha256sum sum-1.2.tar.gz"), ("PATCH", "sha256sum sum_1.2-1_patch.zip"),
      ("MUL", "sha256sum mul.tar.gz"), ("NEG", "git -C neg.git rev-parse HEAD"),
    ] {
      let digest = try await project.serve("\(script) | cut -c1-64").filter { !$0.isWhitespace }
      try await project.shell("sed -i 's/\\([=] *\\)\(mark)$/\\1\(digest)/' subprojects/*.wrap")
    }
    return project
  }

  private static let files = [
    "subprojects/sum.wrap", "subprojects/mul.wrap", "subprojects/neg.wrap",
  ]

  @Test func mesonBuildsFromThem() async throws {
    let project = try await project()
    let outcome = try await project.vendor(
      "import", Self.files[0], Self.files[1], Self.files[2], "--allow-http")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await project.shell("cat subprojects/sum-1.2/README") == "see meson.build\n")
    #expect(
      try await project.shell("cat subprojects/mul/mul.h") == "#define MUL(a, b) ((a) * (b))\n")
    #expect(
      try await project.shell("find Vendor -name '*.patch' | LC_ALL=C sort") == """
        Vendor/patches/mul/0001-meson-wrap.patch
        Vendor/patches/mul/0002-fix.patch
        Vendor/patches/sum/0001-meson-wrap.patch

        """)
    for command in ["verify", "rebuild"] {
      let outcome = try await project.vendor(command)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
    try await project.shell(
      "meson setup --wrap-mode=nodownload build && meson test -C build")
  }

  @Test func wrongHashesAreRefused() async throws {
    let project = try await project()
    // A hash that begins with 0 stays what it is if only its first digit becomes 0.
    try await project.shell(
      "sed -i 's/^source_hash = ..../source_hash = 0000/' subprojects/sum.wrap")
    let outcome = try await project.vendor(
      "import", Self.files[0], Self.files[1], "--allow-http")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("sum: "))
    #expect(outcome.errors.contains("--except sum"))
    // Nothing of the other one either.
    #expect(
      try await project.shell("ls; ls subprojects") == """
        app.c
        meson.build
        subprojects
        mul.wrap
        neg.wrap
        packagefiles
        sum.wrap

        """)
  }

  @Test func pathsOfOneMachineAreNamed() async throws {
    let project = try await project()
    try await project.shell(
      "sed -i 's,^source_url = .*,source_url = /opt/sum.tgz,' subprojects/sum.wrap")
    let outcome = try await project.vendor("import", Self.files[0], "--allow-http")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == "assetkit: sum: is not taken: subprojects/sum.wrap:3: has the source "
        + "'/opt/sum.tgz', expected an address or a path inside the project\n")
  }

  @Test func missingHashAndOtherKindsAreNamed() async throws {
    let project = try await project()
    try await project.shell(
      """
      sed -i /source_hash/d subprojects/sum.wrap
      printf '[wrap-svn]\\nurl = https://example.org/x\\n' >subprojects/old.wrap
      """)
    let outcome = try await project.vendor(
      "import", Self.files[0], Self.files[1], "--allow-http")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("sum: is not taken: subprojects/sum.wrap: has no source_hash"))
    let other = try await project.vendor("import", "subprojects/old.wrap")
    #expect(other.status == 2)
    #expect(other.errors.contains("subprojects/old.wrap:1: is a wrap of the kind 'wrap-svn'"))
  }
}
