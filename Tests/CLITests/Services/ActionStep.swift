import SafeFiles
import TestSupport
import TextFormats

/// The step of action.yml, run by the shell that a runner of GitHub Actions starts for `shell: bash`.
struct ActionStep {
  struct Outcome {
    var status: Int32
    var log: String
    /// The lines of the file for outputs.
    var outputs: [String]
    /// The lines of the file for the search path.
    var path: [String]
  }

  let folder: TemporaryFolder
  let release: ReleaseServer
  private let action: JSON

  /// - Returns: nil where the reader of YAML may not be fetched.
  init?(system: String, processor: String?) async throws {
    guard let action = try await ReleaseServer.documents("action.yml")?.first else { return nil }
    self.action = action
    folder = try TemporaryFolder(["temp/.keep": ""])
    release = try await ReleaseServer(in: folder, system: system, processor: processor)
    // The workspace contains a project with one package.
    let project = try await VendoredProject()
    try await Command.shell("cp -R '\(project.path)' workspace", in: folder.path)
    withExtendedLifetime(project) {}
  }

  /// Runs the step with these inputs, and its defaults for the others.
  ///
  /// - Parameter hasOutputFile: whether the runner is one of 2.297 or later.
  func run(
    _ inputs: [String: String] = [:], system: String = "Linux", processor: String = "X64",
    hasOutputFile: Bool = true, environment: [String: String?] = [:]
  ) async throws -> Outcome {
    guard let step = action["runs"]?["steps"]?.elements?.first, let script = step["run"]?.text,
      case .object(let variables) = step["env"], case .object(let known) = action["inputs"]
    else { throw TestFailure("action.yml has no step") }
    var inputs = inputs.merging(
      ["version": release.version, "sha256": release.sha256, "releases": release.server.url("")]) {
        given, _ in given
      }
    for (name, input) in known.pairs where inputs[name] == nil {
      inputs[name] = input["default"]?.text ?? ""
    }
    var variable: [String: String?] = [
      "GITHUB_ACTION_PATH": Checkout.path, "GITHUB_SERVER_URL": "https://127.0.0.1:1",
      "RUNNER_TEMP": "\(folder.path)/temp", "RUNNER_OS": system, "RUNNER_ARCH": processor,
      "GITHUB_OUTPUT": hasOutputFile ? "\(folder.path)/outputs" : nil,
      "GITHUB_PATH": "\(folder.path)/path",
    ]
    for (name, value) in variables.pairs {
      variable[name] = try Self.evaluated(value.text ?? "", inputs: inputs)
    }
    for (name, value) in environment { variable[name] = value }
    try folder.write("step.sh", script)
    for name in ["outputs", "path"] { try folder.write(name, "") }
    let outcome = try await Command.run(
      "bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", "\(folder.path)/step.sh"],
      in: "\(folder.path)/workspace", environment: variable)
    func lines(_ name: String) throws -> [String] {
      try folder.text(name).split(separator: "\n").map(String.init)
    }
    return Outcome(
      status: outcome.status, log: outcome.output + outcome.errors, outputs: try lines("outputs"),
      path: try lines("path"))
  }

  /// The value of a variable that is one expression, as a runner evaluates it.
  private static func evaluated(_ text: String, inputs: [String: String]) throws -> String {
    let expression = text.dropFirst(4).dropLast(3)
    if expression == "github.action_repository" { return "example/assetkit" }
    guard let value = inputs[String(expression.dropFirst("inputs.".count))] else {
      throw TestFailure("\(text) is not known here")
    }
    return value
  }
}
