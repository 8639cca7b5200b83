import SafeFiles
import TestSupport
import Testing

/// The files for services, read by the checkers of others.
struct ServiceFileTests {
  /// - Returns: what the checker printed; nil where it may not be fetched.
  private func check(_ program: String, _ arguments: [String]) async throws -> Command.Outcome? {
    guard let programs = try await Checkout.fetched(by: "fetch-service-checkers") else {
      return nil
    }
    return try await Command.run("\(programs)/\(program)", arguments, in: Checkout.path)
  }

  @Test func theActionIsValidAndSafe() async throws {
    guard
      let schema = try await check(
        "check-jsonschema", ["--builtin-schema", "vendor.github-actions", "action.yml"]),
      let audit = try await check(
        "zizmor", ["--offline", "--no-config", "--persona", "pedantic", "action.yml"])
    else { return }
    #expect(schema.status == 0, "\(schema.output)\(schema.errors)")
    #expect(audit.status == 0, "\(audit.output)\(audit.errors)")
    let text = try DirectoryHandle(path: Checkout.path)
      .readFile(RelativePath("action.yml"), limitBytes: 1 << 16)
    // Organisations that demand pinned hashes refuse actions that use others without.
    #expect(!String(decoding: text, as: UTF8.self).contains("uses:"))
  }

  @Test func theYAMLIsTidy() async throws {
    let rules =
      "{extends: default, rules: {line-length: {max: 140}, document-start: disable}}"
    guard
      let outcome = try await check(
        "yamllint", ["-s", "-d", rules, "action.yml", "templates", ".pre-commit-hooks.yaml"])
    else { return }
    #expect(outcome.status == 0, "\(outcome.output)")
  }

  /// GitLab's schema is of one document, the job's; its inputs are the other.
  @Test func theComponentsJobIsValid() async throws {
    let script = """
      set -e
      folder=$(mktemp -d)
      sed '1,/^---$/d' templates/assetkit/template.yml >"$folder/job.yml"
      "$0" --builtin-schema vendor.gitlab-ci "$folder/job.yml"
      rm -r "$folder"
      """
    guard let programs = try await Checkout.fetched(by: "fetch-service-checkers") else { return }
    let outcome = try await Command.run(
      "sh", ["-c", script, "\(programs)/check-jsonschema"], in: Checkout.path)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  @Test func theWorkflowOfTheDocumentationIsValidAndSafe() async throws {
    guard let programs = try await Checkout.fetched(by: "fetch-service-checkers") else { return }
    let folder = try TemporaryFolder()
    let text = try DirectoryHandle(path: Checkout.path)
      .readFile(RelativePath("docs/ci.md"), limitBytes: 1 << 16)
    let lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0 != "    on:" }.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
    try #require(lines.count > 20)
    try folder.write(
      ".github/workflows/updates.yml",
      lines.joined(separator: "\n").replacing("COMMIT", with: String(repeating: "a", count: 40))
        + "\n")
    for (program, arguments) in [
      ("check-jsonschema", ["--builtin-schema", "vendor.github-workflows"]),
      ("zizmor", ["--offline", "--no-config"]),
    ] {
      let outcome = try await Command.run(
        "\(programs)/\(program)", arguments + [".github/workflows/updates.yml"], in: folder.path)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
  }

  @Test func shellcheckFindsNothing() async throws {
    let outcome = try await Command.run(
      "sh",
      [
        "-ec",
        "cd Packaging/ci; shellcheck -s sh install.sh; shellcheck -x github-action.sh propose-updates",
      ],
      in: Checkout.path)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
