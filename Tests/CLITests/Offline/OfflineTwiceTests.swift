#if os(Linux)
import Foundation
import TestSupport
import Testing

/// `assetkit offline --twice`: the same program every time.
@Suite(
  "assetkit offline --twice", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(15)))
struct OfflineTwiceTests {
  private static let project = [
    "Makefile": """
    CC = clang
    all: out/plain out/stamped
    out/%: %.c
    \tmkdir -p out
    \t$(CC) -o $@ $<
    fetch:
    \t-getent hosts name.example
    \techo same > product
    broken:
    \texit 1
    who:
    \t(pwd; id -u; id -un; hostname; umask; date +%F; date +%T; echo $$LC_ALL $$HOME) | \\
    \t  while read line; do n=$$((n + 1)); echo "$$line" > who$$n; done

    """,
    "plain.c": "#include <stdio.h>\nint main(void) { puts(\"hello\"); }\n",
    "stamped.c": "#include <stdio.h>\nint main(void) { puts(\"at \" __DATE__ \" \" __TIME__); }\n",
  ]

  @Test("a program without a time stamp is the same; one with it differs, and the offset is right")
  func stamp() async throws {
    let folder = try BuildFolder(Self.project)
    try await folder.commit()
    let same = try await folder.offline(["--twice", "--compare", "out/plain"], ["make"])
    #expect(same.status == 0, "\(same.errors)")
    #expect(
      same.errors.contains("assetkit: make: the builds are identical, 1 file compared"))

    let (status, report, errors) = try await folder.report(
      ["--twice", "--compare", "./out", "Makefile", "--keep", "kept"], ["make"])
    #expect(status == 1)
    #expect(report.verdict == "different")
    #expect(report.builds?.count == 2)
    let difference = try #require(report.differences?.first, "\(errors)")
    #expect(report.differences?.count == 1)
    #expect(difference.path == "out/stamped")
    let first = try Data(
      contentsOf: URL(fileURLWithPath: folder.path + "/kept/a/src/out/stamped"))
    let second = try Data(
      contentsOf: URL(
        fileURLWithPath: folder.path + "/kept/second-machine/work/checkout/out/stamped"))
    let offset = zip(first, second).prefix { $0 == $1 }.count
    #expect(difference.offset == offset)
    #expect(difference.places?.first?.offset == offset)
    // The first may be the build identifier; the stamp is named too.
    #expect(difference.places?.contains { $0.first.contains("at ") } == true)
  }

  @Test("both builds are of the same commit, also when HEAD moves on meanwhile")
  func movedHead() async throws {
    let folder = try BuildFolder(["version": "1\n"])
    try await folder.commit()
    let commit = "git -c user.name=t -c user.email=t@t commit -qam next"
    let outcome = try await folder.offline(
      ["--twice", "--compare", "product"],
      ["sh", "-ec", "cp version product; cd \(folder.path); echo 2 >> version; \(commit)"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try await folder.shell("git rev-list --count HEAD").output == "3\n")
  }

  @Test("everything differs between the two builds that is said to differ", arguments: 1...8)
  func variation(number: Int) async throws {
    let folder = try BuildFolder(Self.project)
    try await folder.commit()
    let outcome = try await folder.offline(
      ["--twice", "--compare", "who\(number)"], ["make", "who"])
    #expect(outcome.status == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("assetkit: who\(number): differs from byte "))
  }

  @Test(
    "statuses",
    arguments: [
      (["fetch"], "product", Int32(1), "lookup of name.example"),
      (["broken"], "product", 2, "make, first build: ended with status 2"),
      (["all"], "not/there", 2, "assetkit: not/there: neither build made it"),
    ])
  func statuses(targets: [String], path: String, status: Int32, message: String) async throws {
    let folder = try BuildFolder(Self.project)
    try await folder.commit()
    let outcome = try await folder.offline(
      ["--twice", "--compare", path], ["make"] + targets)
    #expect(outcome.status == status)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("what is not committed is not built, and that is said")
  func uncommitted() async throws {
    let folder = try BuildFolder(Self.project)
    try await folder.commit()
    try folder.folder.write("new", "")
    try folder.folder.write("plain.c", "#error not committed\n")
    let outcome = try await folder.offline(
      ["--twice", "--compare", "out/plain"], ["make", "out/plain"])
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("note: 2 uncommitted changes are not in the copies"))
    #expect(try !folder.folder.exists("out"))
  }

  @Test("outside a repository, or with a path that leads out, nothing is built")
  func refusals() async throws {
    let folder = try BuildFolder(Self.project)
    let none = try await folder.offline(["--twice", "--compare", "out"], ["make"])
    #expect(none.status == 2)
    #expect(none.errors.contains("is not in a git repository with a commit"))

    try await folder.commit()
    for path in ["/etc/passwd", "../out", "out/../../x"] {
      let outcome = try await folder.offline(["--twice", "--compare", path], ["make"])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("assetkit: \(path): is outside the copies"))
    }
  }

  @Test("an interruption removes the copies")
  func interruption() async throws {
    let folder = try BuildFolder(Self.project)
    try await folder.commit()
    let outcome = try await folder.shell(
      """
      mkdir temporary; mkfifo ready; export TMPDIR="$PWD/temporary" READY="$PWD/ready"
      "$ASSETKIT" offline --twice --compare x -- sh -c 'echo began > "$READY"; sleep 100000' &
      read line < ready
      kill -TERM $!
      wait $!
      echo $?
      ls -A temporary
      """)
    #expect(outcome.output == "143\n")
  }
}
#endif
