import SafeFiles

/// Finds the git setting that converts line endings, without running git.
///
/// Unreadable settings are skipped: no finding depends on them, only the cause reported with one.
/// Reads, in git's order: `info/attributes`, every `.gitattributes` from the file's folder up to the
/// root, then `core.autocrlf` and `core.eol` of the repository, the user and the system.
struct GitSettings {
  private let root: DirectoryHandle
  /// The repository's `.git` folder, if any.
  private let gitFolder: DirectoryHandle?
  private static let limitBytes = 1 << 20

  init(root: DirectoryHandle) {
    self.root = root
    gitFolder = Self.gitFolder(from: root)
  }

  /// What converts the file at `path`, as `'* text=auto' in .gitattributes:1`; nil when nothing
  /// that can be read explains it.
  func cause(of conversion: LineEndings.Conversion, at path: RelativePath) -> String? {
    let components = path.bytes.split(separator: UInt8(ascii: "/"))[...]
    for (name, file, depth) in attributeFiles(above: components) {
      for attribute in ["eol", "text", "crlf"] {
        guard let line = file.deciding(attribute, at: components.dropFirst(depth)),
          let state = line.states[attribute], state != .unspecified
        else { continue }
        // Conversion is off here, so git is not the cause.
        if attribute != "eol", state == .unset { return nil }
        let shown = "'\(Printable.text(of: Array(line.text.utf8)))' in \(name):\(line.number)"
        guard attribute == "text", conversion == .toCRLF, let eol = configuredEnding() else {
          return shown
        }
        return "\(shown) together with \(eol)"
      }
    }
    return configuredEnding()
  }

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

  /// `core.autocrlf` or `core.eol` where one is set to convert.
  private func configuredEnding() -> String? {
    for (name, text) in configFiles() {
      var section = ""
      for (index, line) in text.split(whereSeparator: \.isNewline).enumerated() {
        let line = line.filter { !$0.isWhitespace }.lowercased()
        if line.hasPrefix("[") { section = line }
        guard section.hasPrefix("[core]") else { continue }
        let setting = line.replacing("[core]", with: "")
        for word in ["autocrlf=true", "autocrlf=input", "eol=crlf"] where setting == word {
          return "core.\(word) in \(name):\(index + 1)"
        }
        if setting == "autocrlf=false" { return nil }
      }
    }
    return nil
  }

  /// The existing configuration files, highest precedence first.
  private func configFiles() -> [(name: String, text: String)] {
    var files: [(String, String)] = []
    if let text = Self.text("config", in: gitFolder) {
      files.append((".git/config", String(decoding: text, as: UTF8.self)))
    }
    func add(_ folder: String, _ path: String, as name: String) {
      guard let handle = try? DirectoryHandle(path: folder), let text = Self.text(path, in: handle)
      else { return }
      files.append((name, String(decoding: text, as: UTF8.self)))
    }
    if let home = ExternalProgram.variable("HOME") {
      add(home, ".gitconfig", as: "~/.gitconfig")
      let config = ExternalProgram.variable("XDG_CONFIG_HOME") ?? home + "/.config"
      add(config, "git/config", as: "~/.config/git/config")
    }
    add("/etc", "gitconfig", as: "/etc/gitconfig")
    return files
  }

  private static func text(_ path: String, in folder: DirectoryHandle?) -> [UInt8]? {
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
