import SafeFiles
import TestSupport
import Testing

/// The hooks of .pre-commit-hooks.yaml, run by pre-commit.
@Suite(.timeLimit(.minutes(15)))
struct PreCommitTests {
  /// Contains `hooks`, a repository with the hooks' file, and `project`, which uses it.
  let folder: TemporaryFolder
  private let programs: String?

  init() async throws {
    folder = try TemporaryFolder(["home/.keep": ""])
    programs = try await Checkout.fetched(by: "fetch-service-checkers")
    if programs == nil { return }
    let project = try await VendoredProject()
    try await Command.shell(
      """
      mkdir bin hooks && ln -s "$PROGRAM" bin/assetkit
      cp '\(Checkout.path)/.pre-commit-hooks.yaml' hooks
      cd hooks && git init -q && git add . && git commit -q -m hooks && cd ..
      cp -R '\(project.path)' project && cd project
      cp '\(Checkout.path)/fixtures/master.png' master.png
      cat >assetkit.toml <<END
      version = 1

      [[icons]]
      master = "master.png"
      preset = "none"
      size = [16, 32]
      output = "icons"
      END
      assetkit icons --quiet
      cat >.pre-commit-config.yaml <<END
      repos:
        - repo: \(folder.path)/hooks
          rev: $(git -C ../hooks rev-parse HEAD)
          hooks:
            - id: assetkit-verify
            - id: assetkit-icons
      END
      git add . && git commit -q -m before
      pre-commit install
      """, in: folder.path, environment: environment)
    withExtendedLifetime(project) {}
  }

  private var environment: [String: String?] {
    [
      "HOME": "\(folder.path)/home", "PRE_COMMIT_HOME": "\(folder.path)/pre-commit",
      "XDG_STATE_HOME": nil, "XDG_CACHE_HOME": nil, "PROGRAM": Program.executable,
      "PATH": "\(folder.path)/bin:\(programs ?? ""):/usr/local/bin:/usr/bin:/bin",
      "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t", "GIT_COMMITTER_NAME": "t",
      "GIT_COMMITTER_EMAIL": "t@t",
    ]
  }

  /// Runs a script in the project.
  private func run(_ script: String) async throws -> Command.Outcome {
    try await Command.run(
      "sh", ["-ec", script], in: "\(folder.path)/project", environment: environment)
  }

  @Test func theFileIsOneThatPreCommitTakes() async throws {
    guard programs != nil else { return }
    let outcome = try await run("pre-commit validate-manifest ../hooks/.pre-commit-hooks.yaml")
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
    let tried = try await run("pre-commit try-repo ../hooks --all-files")
    #expect(tried.status == 0, "\(tried.output)\(tried.errors)")
    // No version of it warns of the language.
    #expect(!(tried.output + tried.errors).contains("WARN"), "\(tried.output)\(tried.errors)")
  }

  @Test func whatIsAsPinnedIsCommitted() async throws {
    guard programs != nil else { return }
    let outcome = try await run("echo text >notes && git add notes && git commit -q -m notes")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors.contains("Passed"))
  }

  /// pre-commit does not count deleted files: hooks with a pattern of `files` would not run.
  @Test(arguments: [
    ("echo 1 >>Vendor/demo/src/a.c", "integrity-changed"),
    ("rm Vendor/demo/README", "integrity-missing"),
    ("rm icons/icon-16.png", "icon-missing"),
    ("cp icons/icon-16.png icons/icon-32.png", "icon-"),
    ("echo 1 >'Vendor/demo/$(touch pwned); x'", "integrity-added"),
  ])
  func whatDiffersIsNotCommitted(_ change: String, _ rule: String) async throws {
    guard programs != nil else { return }
    let outcome = try await run("\(change)\ngit add -A\ngit commit -q -m change")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("[\(rule)"), "\(outcome.output)\(outcome.errors)")
    #expect(try !folder.exists("project/pwned"))
    #expect(try await run("git log --format=%s").output == "before\n" + "t\n")
  }

  /// What is not staged is stashed before the hooks run, and is not part of the commit.
  @Test func editsThatAreNotStagedDoNotCount() async throws {
    guard programs != nil else { return }
    let outcome = try await run(
      "echo 1 >>Vendor/demo/src/a.c; echo text >notes; git add notes; git commit -q -m notes")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(try await run("git status --short").output == " M Vendor/demo/src/a.c\n")
  }
}
