import SafeFiles

/// What the configuration of the repository, the user and the system says, gitconfig(5).
extension GitSettings {
  /// The files beside `.gitignore` that hide files from this user's `git add`, lowest precedence
  /// first: `core.excludesFile`, or else `git/ignore` in the user's configuration folder, and
  /// `info/exclude` of the repository. gitignore(5).
  func personalIgnoreFiles() -> [(name: String, text: [UInt8])] {
    var files: [(String, [UInt8])] = []
    let home = ExternalProgram.variable("HOME")
    func add(_ path: String) {
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      // Most do not exist, and these are hints.
      guard path.hasPrefix("/"), let folder = try? DirectoryHandle(path: String(path[...slash])),
        let text = Self.text(String(path[path.index(after: slash)...]), in: folder)
      else { return }
      files.append((path.replacing(home.map { $0 + "/" } ?? "\0", with: "~/"), text))
    }
    if let path = value(of: "excludesfile") {
      add(path.hasPrefix("~/") ? (home ?? "") + path.dropFirst() : path)
    } else if let config = ExternalProgram.variable("XDG_CONFIG_HOME")
      ?? home.map({ $0 + "/.config" })
    {
      add(config + "/git/ignore")
    }
    if let text = Self.text("info/exclude", in: gitFolder) {
      files.append((".git/info/exclude", text))
    }
    return files
  }

  /// The value of a key of the section `core` in the configuration that has the highest precedence.
  private func value(of key: String) -> String? {
    for (_, text) in configFiles() {
      var section = ""
      var value: String?
      for line in text.split(whereSeparator: \.isNewline) {
        let line = line.drop(while: \.isWhitespace)
        if line.hasPrefix("[") { section = line.lowercased() }
        guard section.hasPrefix("[core]"), let equals = line.firstIndex(of: "="),
          line[..<equals].filter({ !$0.isWhitespace }).lowercased() == key
        else { continue }
        value = line[line.index(after: equals)...].filter { $0 != "\"" && !$0.isWhitespace }
      }
      if let value { return value }
    }
    return nil
  }

  /// `core.autocrlf` or `core.eol` where one is set to convert.
  func configuredEnding() -> String? {
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
}
