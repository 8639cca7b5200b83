import TestSupport
import Testing

/// What a shell proposes, asked for as bash does it, by the script that the program prints.
struct CompletionTests {
  /// The proposals of bash for the last of `words`.
  private func proposals(for words: [String], in directory: String) async throws -> Set<String> {
    let script = """
      eval "$("$1" --generate-completion-script bash)" || exit
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      COMP_LINE="$*"
      COMP_POINT=${#COMP_LINE}
      _assetkit "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try await Command.run(
      "bash", ["--norc", "-c", script, "bash", Program.executable] + words, in: directory)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return Set(outcome.output.split(separator: "\n").map(String.init))
  }

  @Test(arguments: ["verify", "diff", "update", "remove", "review", "licences"])
  func packagesOfTheLockAreProposed(command: String) async throws {
    let project = try await VendoredProject()
    #expect(try await proposals(for: ["vendor", command, ""], in: project.path).contains("demo"))
    #expect(try await proposals(for: ["vendor", command, "d"], in: project.path) == ["demo"])
  }

  @Test func presetsAreProposedAlsoAfterACommaAndTheProjectsOwn() async throws {
    let folder = try TemporaryFolder([
      "assetkit.toml": """
      version = 1

      [[preset]]
      name = "kiosk"
      summary = "The kiosk's icons"
      files = [{ path = "kiosk.png", size = 96 }]
      """
    ])
    let all = try await proposals(for: ["icons", "--preset", ""], in: folder.path)
    #expect(all.isSuperset(of: ["android", "classic", "ios", "kiosk", "none"]))
    #expect(try await proposals(for: ["icons", "--preset", "kio"], in: folder.path) == ["kiosk"])
    #expect(
      try await proposals(for: ["icons", "--preset", "ios,kio"], in: folder.path) == ["ios,kiosk"])
  }

  @Test func entriesOfTheProjectAreProposed() async throws {
    let folder = try TemporaryFolder([
      "assetkit.toml": """
      version = 1

      [[icons]]
      name = "app"
      master = "app.png"
      """
    ])
    #expect(try await proposals(for: ["icons", "--only", "a"], in: folder.path) == ["app"])
  }

  @Test func nothingIsProposedWhereTheProjectCannotBeRead() async throws {
    let folder = try TemporaryFolder(["assetkit.toml": "version = ", "vendor.lock": "version = "])
    #expect(try await proposals(for: ["vendor", "remove", "d"], in: folder.path).isEmpty)
    #expect(try await proposals(for: ["icons", "--only", "a"], in: folder.path).isEmpty)
    #expect(
      try await proposals(for: ["icons", "--preset", "clas"], in: folder.path) == ["classic"])
  }
}
