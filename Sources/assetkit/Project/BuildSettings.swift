import OfflineKit
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The table `[build]`: how the project is built, and which results must be the same every time.
struct BuildSettings {
  /// The command line, for a POSIX shell.
  let command: String
  /// Files, folders and patterns to compare, relative to the root.
  let compare: [String]
  /// Which home folder the two builds get.
  let home: HomeFolder
  /// The absolute path of the project's root, in which the command runs.
  let root: String

  /// What the table may contain.
  static let schema = TOMLSchema.table([
    .optional("command", .string, "The command line, for a POSIX shell in the project's root."),
    .optional(
      "compare", .array(of: .string),
      "Files, folders and patterns that two builds must make alike, from the root."),
    .optional(
      "home", .choice(HomeFolder.allCases.map(\.rawValue)), "The home folder of the two builds.",
      default: HomeFolder.empty.rawValue),
  ])

  init(_ node: TOMLNode, root: String) throws(TOMLError) {
    guard let command = node["command"]?.string, !command.isEmpty else {
      throw node.error("has no command; write one, such as command = \"make\"")
    }
    self.command = command
    compare = node["compare"]?.elements.map(\.string) ?? []
    home = (node["home"]?.string).flatMap(HomeFolder.init(rawValue:)) ?? .empty
    // The folder was opened by this name a moment ago.
    self.root = realPath(root) ?? root
  }

  /// The command, in the root of the project and with the caller's environment.
  var buildCommand: BuildCommand {
    BuildCommand(["sh", "-c", command], environment: .inherited, directory: root)
  }

  /// Two builds of it.
  ///
  /// - Throws: `OfflineError` when a path to compare leads out of the root.
  func comparison(keptFolder: String? = nil, output: Int32) throws(OfflineError) -> BuildComparison
  {
    try BuildComparison(
      buildCommand, comparing: compare, home: home, keptFolder: keptFolder, output: output)
  }
}

private func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  defer { free(resolved) }
  return String(cString: resolved)
}
