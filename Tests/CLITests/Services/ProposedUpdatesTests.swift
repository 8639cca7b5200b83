import SafeFiles
import TestSupport
import Testing

/// Packaging/ci/propose-updates, the scheduled job of docs/ci.md.
@Suite(.timeLimit(.minutes(15)))
struct ProposedUpdatesTests {
  let folder: TemporaryFolder
  let server: WebServer

  /// Two packages, `one` and `two`, at 1.0, committed and pushed; the server has 1.1 of both.
  init() async throws {
    folder = try TemporaryFolder(["home/.keep": ""])
    server = try await WebServer()
    for name in ["one", "two"] {
      for version in ["1.0", "1.1"] {
        let source = "\(name)-\(version)"
        try folder.create("\(source)/a.c", "int a = \"\(version)\";\nint b;\n")
        // A package's own file hides a part of it from git.
        try folder.create("\(source)/.gitignore", "*.o\n")
        try folder.create("\(source)/\(version).o", "")
        try await Command.shell("tar czf x.tgz \(source)", in: folder.path)
        try server.serve("\(source).tar.gz", try folder.bytes(of: "x.tgz"))
      }
    }
    let add = ["one", "two"].map { name in
      """
      assetkit vendor add \(name) '\(server.url("\(name)-{version}.tar.gz"))' --version 1.0 --strip 1 \
        --allow-http
      """
    }
    try await Command.shell(
      """
      mkdir bin project && printf '#!/bin/sh\nexec "%s" "$@"\n' '\(Program.executable)' >bin/assetkit
      chmod +x bin/assetkit
      git init -q --bare origin && cd project && git init -q && git remote add origin ../origin
      echo 'Vendor/** -text' >.gitattributes
      \(add.joined(separator: "\n"))
      git add -f . && git commit -q -m before && git push -q origin HEAD:refs/heads/main
      """, in: folder.path, environment: environment)
  }

  private var environment: [String: String?] {
    [
      "HOME": "\(folder.path)/home", "XDG_STATE_HOME": nil, "XDG_CACHE_HOME": nil,
      "PATH": "\(folder.path)/bin:/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin",
      "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t", "GIT_COMMITTER_NAME": "t",
      "GIT_COMMITTER_EMAIL": "t@t", "ASSETKIT_FLAGS": "--allow-http",
    ]
  }

  /// Runs the script in the project; its command prints what it is given.
  private func propose() async throws -> Command.Outcome {
    try await Command.run(
      "\(Checkout.path)/Packaging/ci/propose-updates",
      ["sh", "-c", #"printf '%s|%s|' "$1" "$2"; cat "$3""#, "-"], in: "\(folder.path)/project",
      environment: environment)
  }

  private func git(_ script: String) async throws -> String {
    try await Command.shell(
      script, in: "\(folder.path)/project", environment: environment)
  }

  @Test func eachPackageGetsABranchWithItsReview() async throws {
    try folder.write("project/Vendor/one/a.c", "an edit that is not committed\n")
    let before = try await git("git status --porcelain; git branch; git stash list")
    let outcome = try await propose()
    #expect(outcome.status == 0, "\(outcome.errors)")
    for name in ["one", "two"] {
      #expect(
        outcome.output.contains("assetkit/\(name)-1.1|Update \(name) to 1.1|## \(name) 1.0 → 1.1\n")
      )
      let branch = "origin/assetkit/\(name)-1.1"
      let message = try await git("git fetch -q; git log -1 --format=%B \(branch)")
      #expect(message.hasPrefix("Update \(name) to 1.1\n\n## \(name) 1.0 → 1.1\n"))
      #expect(message.contains("- `a.c` changed"))
      // One package alone has changed, and what is committed is what is pinned.
      _ = try await git(
        """
        changed=$(git diff --name-only origin/main...\(branch) -- Vendor | cut -d/ -f2 | cut -d. -f1 | sort -u)
        test "$changed" = \(name)
        git worktree add -q --detach ../check \(branch) && cd ../check && assetkit vendor verify --quiet
        cd ../project && git worktree remove --force ../check
        """)
    }
    let after = try await git("git status --porcelain; git branch; git stash list")
    #expect(before == after)
    #expect(try await git("git worktree list").split(separator: "\n").count == 1)

    // Again: both branches are there, and nobody is asked twice.
    let again = try await propose()
    #expect(again.status == 0 && again.output.isEmpty, "\(again.output)\(again.errors)")
    await server.stop()
  }

  /// A package that cannot be updated does not keep the others from it.
  @Test func aPatchThatDoesNotFitStopsNoOther() async throws {
    try await Command.shell(
      """
      cd project && sed -i.old 's/"1.0"/"ours"/' Vendor/one/a.c && rm Vendor/one/a.c.old
      assetkit vendor patch one && git add -f . && git commit -q -m patch
      """, in: folder.path, environment: environment)
    let outcome = try await propose()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("propose-updates: one: could not be updated to 1.1"))
    #expect(outcome.output.hasPrefix("assetkit/two-1.1|"))
    #expect(!outcome.output.contains("one-1.1"))
    await server.stop()
  }

  @Test func anArchiveThatWasReplacedIsNoUpdate() async throws {
    try server.serve("fixed.tar.gz", try folder.bytes(of: "x.tgz"))
    _ = try await git(
      """
      assetkit vendor add fixed '\(server.url("fixed.tar.gz"))' --strip 1 --allow-http
      git add -f . && git commit -q -m fixed
      """)
    try await Command.shell("tar czf y.tgz one-1.1", in: folder.path)
    try server.serve("fixed.tar.gz", try folder.bytes(of: "y.tgz"))
    let outcome = try await propose()
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("propose-updates: fixed: upstream has replaced what is pinned"))
    #expect(outcome.output.contains("assetkit/two-1.1|") && !outcome.output.contains("fixed"))
    await server.stop()
  }

  /// What upstream calls a version becomes the name of a branch and an argument.
  @Test(arguments: ["1.2;touch pwned", "1.2$(touch pwned)", "1.2..3", "1.2~1", "1.2 --force"])
  func versionsOfUpstreamAreNoCommands(_ version: String) async throws {
    try server.serve("two-\(version).tar.gz", try folder.bytes(of: "x.tgz"))
    let outcome = try await propose()
    #expect(outcome.status == 0 || outcome.errors.contains("propose-updates: two: "))
    #expect(try !folder.contents().keys.contains { $0.hasSuffix("pwned") })
    #expect(outcome.output.contains("assetkit/one-1.1|"))
    await server.stop()
  }
}
