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
      ["--twice", "--compare", "./out", "--keep", "kept"], ["make"])
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

  @Test(
    "what was not built is not said to be the same",
    arguments: [
      ("Makefile", "was there before the build, and neither build has written it"),
      ("*.c", "was there before the build, and neither build has written it"),
      ("out/*.so", "neither build made it; out/ contains plain"),
      ("empty", "is an empty folder in both builds"),
      ("none/**", "neither build made it; the folder of the build contains Makefile"),
    ])
  func nothingToCompare(path: String, message: String) async throws {
    let folder = try BuildFolder(Self.project)
    try await folder.commit()
    let outcome = try await folder.offline(
      ["--twice", "--compare", "out/plain", path], ["sh", "-c", "mkdir empty; make out/plain"])
    #expect(outcome.status == 2, "\(outcome.errors)")
    #expect(outcome.errors.contains("assetkit: \(path): \(message)"), "\(outcome.errors)")
  }

  @Test("a pattern finds what either build made, and a file that a build writes again counts")
  func patterns() async throws {
    let folder = try BuildFolder(Self.project.merging(["out/old": "old\n"]) { $1 })
    try await folder.commit()
    let same = try await folder.offline(
      ["--twice", "--compare", "ou?/*"], ["sh", "-c", "make out/plain; cp out/plain out/copy"])
    #expect(same.status == 0, "\(same.errors)")
    #expect(same.errors.contains("the builds are identical, 2 files compared"), "\(same.errors)")
    #expect(same.errors.contains("note: 1 of the files to compare was there before the build"))
    let one = try await folder.offline(
      ["--twice", "--compare", "out/*.host"],
      ["sh", "-c", "touch out/$(hostname).host; echo old > out/old"])
    #expect(one.status == 1, "\(one.errors)")
    #expect(one.errors.contains("assetkit: out/build-host.host: exists only in the first build"))
    #expect(
      one.errors.contains("assetkit: out/another-machine.host: exists only in the second build"))
  }

  @Test(
    "without a command, [build] of assetkit.toml says what to build and to compare, from any folder"
  )
  func settings() async throws {
    let folder = try BuildFolder(Self.project)
    try folder.folder.write("deep/file", "")
    try folder.folder.write(
      "assetkit.toml",
      "version = 1\n[build]\ncommand = \"make out/plain && echo $HOME > home\"\ncompare = [\"out/*\"]\n"
    )
    try await folder.commit()
    let twice = try await Program.run(["offline", "--twice"], in: folder.path + "/deep")
    #expect(twice.status == 0, "\(twice.errors)")
    #expect(twice.errors.contains("the builds are identical, 1 file compared"), "\(twice.errors)")
    #expect(try await Program.run(["offline"], in: folder.path).status == 0)
    #expect(try folder.folder.exists("out/plain"))

    // Both builds see the caller's home, so what it is does not differ.
    let kept = ["offline", "--twice", "--home", "kept", "--compare", "home"]
    let same = try await Program.run(kept, in: folder.path, environment: ["HOME": folder.path])
    #expect(same.status == 0, "\(same.errors)")
    let empty = try await Program.run(["offline", "--twice", "--compare", "home"], in: folder.path)
    #expect(empty.status == 1, "\(empty.errors)")
  }

  @Test("[build] that says too little is wrong usage or a mistake of the file")
  func settingsMissing() async throws {
    let folder = try BuildFolder(Self.project)
    try await folder.commit()
    #expect(try await Program.run(["offline", "--twice"], in: folder.path).status == 64)
    try folder.folder.write("assetkit.toml", "version = 1\n[build]\ncommand = \"make\"\n")
    #expect(try await Program.run(["offline", "--twice"], in: folder.path).status == 64)
    try folder.folder.write("assetkit.toml", "version = 1\n[build]\nhome = \"kept\"\n")
    let mistake = try await Program.run(["offline"], in: folder.path)
    #expect(mistake.status == 2)
    #expect(mistake.errors.contains("toml:2:2: build: has no command"), "\(mistake.errors)")
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
