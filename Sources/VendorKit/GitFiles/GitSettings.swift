import SafeFiles

/// Finds the git setting that converts line endings, without running git.
///
/// Unreadable settings are skipped: no finding depends on them, only the cause reported with one.
/// Reads, in git's order: `info/attributes`, every `.gitattributes` from the file's folder up to the
/// root, then `core.autocrlf` and `core.eol` of the repository, the user and the system.
struct GitSettings {
  private let root: DirectoryHandle
  /// The repository's `.git` folder, if any.
  let gitFolder: DirectoryHandle?
  private static let limitBytes = 1 << 20

  init(root: DirectoryHandle) {
    self.root = root
    gitFolder = Self.gitFolder(from: root)
  }

  /// What converts a file's line endings.
  struct Cause {
    /// The setting and its place, as `'* text=auto' in .gitattributes:1`.
    var setting: String
    /// The attributes file that says so, from the root; nil for a configuration.
    var attributes: RelativePath?
  }

  /// What converts the file at `path`; nil when nothing that can be read explains it.
  func cause(of conversion: LineEndings.Conversion, at path: RelativePath) -> Cause? {
    let components = path.bytes.split(separator: UInt8(ascii: "/"))[...]
    for (name, file, depth) in attributeFiles(above: components) {
      for attribute in ["eol", "text", "crlf"] {
        guard let line = file.deciding(attribute, at: components.dropFirst(depth)),
          let state = line.states[attribute], state != .unspecified
        else { continue }
        // Conversion is off here, so git is not the cause.
        if attribute != "eol", state == .unset { return nil }
        let shown = "'\(Printable.text(of: Array(line.text.utf8)))' in \(name):\(line.number)"
        // Only a file in the tree has a path from the root.
        let file = depth == 0 && name != ".gitattributes" ? nil : try? RelativePath(name)
        guard attribute == "text", conversion == .toCRLF, let eol = configuredEnding() else {
          return Cause(setting: shown, attributes: file)
        }
        return Cause(setting: "\(shown) together with \(eol)", attributes: file)
      }
    }
    return configuredEnding().map { Cause(setting: $0) }
  }

  /// Whether an attribute outside of `folder` keeps git from converting line endings of the files
  /// directly in it, whatever the configuration says.
  func keepsLineEndings(in folder: RelativePath) -> Bool {
    let depths = folder.bytes.split(separator: UInt8(ascii: "/")).count
    let file = folder.appending(RelativePath(known: "README"))
    let components = file.bytes.split(separator: UInt8(ascii: "/"))[...]
    for (_, file, depth) in attributeFiles(above: components) where depth < depths {
      if let line = file.deciding("text", at: components.dropFirst(depth)) {
        return line.states["text"] == .unset
      }
    }
    return false
  }

  /// Whether the root is in a git repository.
  var isInRepository: Bool { gitFolder != nil }

  /// Every attributes file that may apply, highest precedence first, with the number of components
  /// of a path from the root lie above it.
  private func attributeFiles(
    above components: ArraySlice<ArraySlice<UInt8>>
  ) -> [(name: String, file: GitAttributesFile, depth: Int)] {
    var files: [(String, GitAttributesFile, Int)] = []
    if let text = Self.text("info/attributes", in: gitFolder) {
      files.append((".git/info/attributes", GitAttributesFile(text), 0))
    }
    for depth in (0..<components.count).reversed() {
      let folder = components.prefix(depth).map { String(decoding: $0, as: UTF8.self) + "/" }
      let name = folder.joined() + ".gitattributes"
      if let text = Self.text(name, in: root) {
        files.append((name, GitAttributesFile(text), depth))
      }
    }
    return files
  }

  static func text(_ path: String, in folder: DirectoryHandle?) -> [UInt8]? {
    guard let folder, let path = try? RelativePath(path) else { return nil }
    return try? folder.readFile(path, limitBytes: limitBytes)
  }

  /// The repository's folder: `.git` in the root or above, or what a `.git` file of a worktree
  /// leads to.
  private static func gitFolder(from root: DirectoryHandle) -> DirectoryHandle? {
    var path = root.name
    for _ in 0..<64 {
      guard let folder = try? DirectoryHandle(path: path) else { return nil }
      let name = RelativePath(known: ".git")
      switch (try? folder.statusIfPresent(of: name))?.kind {
      case .directory?: return try? folder.subdirectory(name)
      case .file?: return worktreeFolder(text(".git", in: folder), from: path)
      default: path += "/.."
      }
    }
    return nil
  }

  private static func worktreeFolder(_ text: [UInt8]?, from path: String) -> DirectoryHandle? {
    guard let text, text.starts(with: "gitdir: ".utf8) else { return nil }
    let line = text.dropFirst(8).prefix { $0 != UInt8(ascii: "\n") }
    let target = String(decoding: line, as: UTF8.self)
    let folder = target.hasPrefix("/") ? target : "\(path)/\(target)"
    // A worktree's folder is .git/worktrees/NAME; configuration and info are two levels up.
    return (try? DirectoryHandle(path: folder + "/../.."))
  }
}
