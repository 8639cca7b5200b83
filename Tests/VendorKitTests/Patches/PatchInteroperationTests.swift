import SafeFiles
import Subprocess
import TestSupport
import Testing

@testable import VendorKit

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Our patches in the hands of `git apply` and `patch`, and theirs in ours.
struct PatchInteroperationTests {
  /// Two trees of random files: changed, added, deleted, empty, with other modes and odd names.
  private struct Trees {
    var old: [RelativePath: FileSnapshot] = [:]
    var new: [RelativePath: FileSnapshot] = [:]

    init(seed: Int) throws {
      var random = RandomText(seed: seed)
      for name in ["a.c", "b c.h", "dir/é.txt", "dir/sub/\"q\"", "x", "empty", "gone/y"] {
        let path = try RelativePath(name)
        let bytes = name == "empty" ? [] : random.file(lines: 30)
        let file = FileSnapshot(bytes: bytes, isExecutable: random.number(below: 3) == 0)
        if random.number(below: 5) != 0 { old[path] = file }
        if random.number(below: 5) != 0 {
          new[path] = FileSnapshot(
            bytes: name == "empty" ? [] : random.edited(bytes, edits: 5),
            isExecutable: random.number(below: 3) == 0)
        }
      }
    }

    var paths: [RelativePath] { Set(old.keys).union(new.keys).sorted() }

    func patch() throws -> [UInt8] {
      try paths.flatMap { try UnifiedDiff.text(of: $0, from: old[$0], to: new[$0]) }
    }
  }

  @Test(arguments: 0..<24) func gitTakesOurs(seed: Int) async throws {
    let trees = try Trees(seed: seed)
    let folder = try TemporaryFolder()
    try write(trees.old, to: folder, "tree")
    try folder.handle.createFile(RelativePath("our.patch"), holding: try trees.patch())
    try await run(["git", "init", "-q", "tree"], in: folder)
    try await run(
      ["git", "-C", "tree", "apply", "--whitespace=nowarn", "../our.patch"], in: folder)
    try folder.handle.removeTree(RelativePath("tree/.git"))
    #expect(try read(folder, "tree") == trees.new)
  }

  @Test(arguments: 0..<24) func patchTakesOurs(seed: Int) async throws {
    let trees = try Trees(seed: seed)
    let folder = try TemporaryFolder()
    try write(trees.old, to: folder, "tree")
    try folder.handle.createFile(RelativePath("our.patch"), holding: try trees.patch())
    try await run(
      ["patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch", "-E", "-i", "../our.patch"],
      in: folder, at: "tree")
    // An emptied file is taken away by -E; only git tells it from one that is deleted.
    let expected = trees.new.filter { !$0.value.bytes.isEmpty }
    let found = try read(folder, "tree").filter { !$0.value.bytes.isEmpty }
    #expect(found == expected)
  }

  @Test(arguments: 0..<24) func gitsAreTaken(seed: Int) async throws {
    let trees = try Trees(seed: seed)
    let folder = try TemporaryFolder()
    try write(trees.old, to: folder, "a")
    try write(trees.new, to: folder, "b")
    // Folder names take the place of the prefixes: a/a.c and b/a.c.
    let text = try await run(
      ["git", "diff", "--no-index", "--no-renames", "--no-prefix", "a", "b"], in: folder,
      statuses: [0, 1])
    #expect(try applied(text, to: trees.old) == trees.new)
  }

  @Test(arguments: 0..<24) func diffsAreTaken(seed: Int) async throws {
    var trees = try Trees(seed: seed)
    // A plain diff carries neither modes nor empty files.
    for path in trees.paths {
      trees.old[path]?.isExecutable = false
      trees.new[path]?.isExecutable = false
      if trees.old[path]?.bytes.isEmpty ?? false, trees.new[path] == nil { trees.old[path] = nil }
      if trees.new[path]?.bytes.isEmpty ?? false, trees.old[path] == nil { trees.new[path] = nil }
    }
    let folder = try TemporaryFolder()
    try write(trees.old, to: folder, "a")
    try write(trees.new, to: folder, "b")
    let text = try await run(["diff", "-ruaN", "a", "b"], in: folder, statuses: [0, 1])
    guard trees.old != trees.new else { return }
    #expect(try applied(text, to: trees.old) == trees.new)
  }

  // MARK: Files and programs

  private func applied(
    _ text: [UInt8], to old: [RelativePath: FileSnapshot]
  ) throws -> [RelativePath: FileSnapshot] {
    guard !text.isEmpty else { return old }
    let patch = try Patch(parsing: text, name: "theirs")
    var files = old
    for (path, file) in try patch.applied(reading: { (path) throws(VendorError) in old[path] }) {
      files[path] = file
    }
    return files
  }

  private func write(
    _ files: [RelativePath: FileSnapshot], to folder: TemporaryFolder, _ name: String
  ) throws {
    let tree = try folder.handle.subdirectory(RelativePath(name), createIfMissing: true)
    for (path, file) in files {
      if let parent = path.parent { try tree.createDirectories(parent) }
      try tree.createFile(path, holding: file.bytes, isExecutable: file.isExecutable)
    }
  }

  private func read(
    _ folder: TemporaryFolder, _ name: String
  ) throws -> [RelativePath: FileSnapshot] {
    var files: [RelativePath: FileSnapshot] = [:]
    func walk(_ directory: DirectoryHandle, _ prefix: RelativePath?) throws {
      for entry in try directory.entries() {
        let name = try entry.path()
        let path = prefix?.appending(name) ?? name
        if entry.kind == .directory {
          try walk(try directory.subdirectory(name), path)
        } else {
          files[path] = FileSnapshot(
            bytes: try directory.readFile(name, limitBytes: 1 << 20),
            isExecutable: try directory.status(of: name).isExecutable)
        }
      }
    }
    try walk(try folder.handle.subdirectory(RelativePath(name)), nil)
    return files
  }

  @discardableResult private func run(
    _ command: [String], in folder: TemporaryFolder, at directory: String? = nil,
    statuses: [Int32] = [0]
  ) async throws -> [UInt8] {
    let place = FilePath(directory.map { "\(folder.path)/\($0)" } ?? folder.path)
    let result = try await Subprocess.run(
      .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
      environment: .inherit.updating(["LC_ALL": "C", "GIT_CONFIG_GLOBAL": "/dev/null"]),
      workingDirectory: place, output: .bytes(limit: 1 << 22), error: .string(limit: 1 << 20))
    guard case .exited(let status) = result.terminationStatus, statuses.contains(status) else {
      Issue.record(
        "\(command): \(result.terminationStatus) \(result.standardError) \(String(decoding: result.standardOutput, as: UTF8.self))"
      )
      return []
    }
    return result.standardOutput
  }
}
