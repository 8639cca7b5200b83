#if os(Linux)
import Foundation
import TestSupport
import Testing

/// What `assetkit offline --twice` varies, seen by a build and as it is reported.
@Suite(
  "variations of offline --twice", .enabled { try await Namespaces.areAllowed() },
  .timeLimit(.minutes(15)))
struct OfflineVariationTests {
  /// A file for each property, in which a build writes what it sees of it.
  private static let seen = [
    ("build-path", "pwd"), ("user", "id -u; id -un; grep $(id -un) /etc/passwd"),
    ("home", "echo $HOME"), ("host", "hostname; uname -n"), ("domain", "domainname"),
    ("time-zone", "date +%z"), ("locale", "printf 'b\\nA\\na\\nB\\n' | sort"),
    ("umask", "umask; stat -c %a ../src/b"),
    ("environment", "echo $ASSETKIT_CANARY"), ("path", "echo $PATH"),
    ("shell", "echo $SHELL; readlink -f /proc/self/exe; sh -c 'echo $BASH'"),
    ("processors", "nproc"), ("pid", "echo $$"), ("kernel", "uname -r"),
    ("aslr", "sed -n 's/-.*stack.*//p' /proc/self/maps"),
    ("directory-order", "ls -U ../src; find ../src -name '?'"),
    ("file-times", "stat -c %Y ../src/a"),
    ("date", "date -u +%F"),
  ]

  private static func project() async throws -> BuildFolder {
    let commands = seen.map { "(\($0.1)) > \($0.0)\n" }.joined()
    var files = ["see.sh": "mkdir out\ncd out\n" + commands]
    for name in "abcdefgh" { files["src/\(name)"] = "" }
    let folder = try BuildFolder(files)
    try await folder.commit()
    return folder
  }

  @Test("a build sees each variation that is said to have taken effect, and no other")
  func truth() async throws {
    let folder = try await Self.project()
    let (status, report, errors) = try await folder.report(
      ["--twice", "--compare", "out"], ["sh", "see.sh"])
    #expect(status == 1, "\(errors)")
    let variations = try #require(report.variations)
    #expect(variations.map(\.name) == Self.seen.map(\.0) + ["time"])
    let effective = Set(variations.filter(\.tookEffect).map(\.name)).subtracting(["time"])
    #expect(Set(try #require(report.differences).map { String($0.path.dropFirst(4)) }) == effective)
    // These need a second processor, shell or locale, or a program; each is then reported as missing.
    for variation in variations where !variation.tookEffect {
      #expect(["processors", "shell", "locale", "date"].contains(variation.name), "\(variation)")
      #expect(variation.whyNot?.isEmpty == false)
    }
    for variation in variations where variation.tookEffect {
      #expect(variation.first != variation.second, "\(variation)")
    }
  }

  @Test("what is switched off is the same for both builds, in the JSON report and in text")
  func switches() async throws {
    let folder = try await Self.project()
    let (status, report, errors) = try await folder.report(
      ["--twice", "--compare", "out", "--vary", "umask,host", "--vary", "kernel"], ["sh", "see.sh"])
    #expect(status == 1, "\(errors)")
    let varied: Set = ["umask", "host", "kernel"]
    let files = try #require(report.differences).map { String($0.path.dropFirst(4)) }
    #expect(Set(files).subtracting(["aslr"]) == varied)
    for variation in try #require(report.variations) where variation.name != "time" {
      #expect(variation.tookEffect == varied.contains(variation.name))
      #expect((variation.whyNot == "switched off") == !variation.tookEffect)
    }
    let without = try await folder.offline(
      ["--twice", "--compare", "out/umask", "out/host", "--no-vary", "umask"], ["sh", "see.sh"])
    #expect(without.errors.contains("not varied: umask: switched off"), "\(without.errors)")
    #expect(!without.errors.contains("assetkit: out/umask: "))
    #expect(without.errors.contains("assetkit: out/host: "))
    for wrong in [["--vary", "umsk"], ["--vary", "host", "--no-vary", "user"]] {
      #expect(
        try await folder.offline(["--twice", "--compare", "x"] + wrong, ["true"]).status == 64)
    }
    #expect(try await folder.offline(["--vary", "host"], ["true"]).status == 64)
  }

  @Test("further builds tell which variation each file depends on")
  func causes() async throws {
    let folder = try await Self.project()
    let script = "sh see.sh; cat out/host out/umask > out/both; date +%s%N > out/now"
    let (_, report, errors) = try await folder.report(
      [
        "--twice", "--find-cause", "--vary", "host,umask,kernel,domain", "--compare", "out/host",
        "out/umask", "out/kernel", "out/both", "out/now",
      ], ["sh", "-c", script])
    let found = try #require(report.differences).map { ($0.path, $0.dependsOn) }
    let expected: [String: [String]] = [
      "out/host": ["host"], "out/umask": ["umask"], "out/kernel": ["kernel"],
      "out/both": ["host", "umask"], "out/now": [],
    ]
    #expect(Dictionary(uniqueKeysWithValues: found) == expected, "\(errors)")
    #expect(report.furtherBuilds == 7)
    #expect(errors.contains("build 3, varying nothing"))
    #expect(errors.contains("build 5, varying only host"))
  }

  @Test("a second build that fails is blamed on the variation that makes it fail")
  func failure() async throws {
    let folder = try await Self.project()
    let (status, report, errors) = try await folder.report(
      ["--twice", "--find-cause", "--vary", "host,umask,kernel", "--compare", "out"],
      ["sh", "-c", "mkdir out; echo > out/x; test $(hostname) = build-host"])
    #expect(status == 2)
    #expect(report.failureDependsOn == ["host"], "\(errors)")
  }

  @Test("tools in the home folder are named, and a kept home folder is said not to be varied")
  func home() async throws {
    let folder = try await Self.project()
    try folder.folder.write("home/.cargo/bin/tool", "#!/bin/sh\ncat $HOME/.cargo/which\n")
    try folder.folder.write("home/.cargo/which", "tool\n")
    _ = try await folder.shell("chmod +x home/.cargo/bin/tool")
    let home = folder.path + "/home"
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = ["HOME": home, "PATH": "\(home)/.cargo/bin:\(path)"]
    let command = ["sh", "-c", "mkdir out; tool > out/x"]
    let empty = try await folder.offline(
      ["--twice", "--compare", "out"], command, environment: environment)
    #expect(empty.status == 2)
    #expect(
      empty.errors.contains("if they need what is there (rustup and cargo), give --home kept"),
      "\(empty.errors)"
    )
    let kept = try await folder.offline(
      ["--twice", "--compare", "out", "--home", "kept"], command, environment: environment)
    #expect(kept.status == 0, "\(kept.errors)")
    #expect(kept.errors.contains("not varied: home: the home folder is kept"))
  }
}
#endif
