import TestSupport
import Testing

/// A folder with an `assetkit.toml` and small masters in `art`.
struct ProjectFolder {
  let folder: TemporaryFolder
  var path: String { folder.path }

  /// A project whose file has these `lines` below its version.
  init(_ lines: String, masters: [String] = ["icon"], side: Int = 64) throws {
    folder = try TemporaryFolder()
    var files = ["sub/folder/readme": [UInt8(0)]]
    for master in masters { files["art/\(master).png"] = SmallPNG.grey(side: side) }
    try folder.reset(to: files)
    try write(lines)
  }

  /// Replaces the lines of the file.
  func write(_ lines: String) throws {
    try folder.write("assetkit.toml", "version = 1\n\(lines)\n")
  }

  /// Runs `assetkit icons` in the project.
  func icons(_ arguments: String..., in place: String = ".") async throws -> Command.Outcome {
    try await Program.run(["icons"] + arguments, in: "\(path)/\(place)")
  }

  /// The paths of all files but those that the project began with.
  func made() throws -> Set<String> {
    Set(try folder.contents().keys).filter {
      !$0.hasPrefix("art") && !$0.hasPrefix("sub") && $0 != "assetkit.toml" && !$0.hasSuffix("/")
    }
  }

  @discardableResult func shell(_ script: String) async throws -> String {
    try await Command.shell(script, in: path)
  }
}
