import SafeFiles

/// The Swift files of one module, and what they declare and use.
struct ModuleSources {
  /// One file.
  struct File {
    /// From the repository's root.
    let path: String
    /// The folder directly below the module's; `.` for a file in none.
    let folder: String
    /// What it declares at file scope and others can use.
    let declared: Set<String>
    /// Words that may be names of other files' declarations, with their lines.
    let used: [(name: String, line: Int)]
  }

  let files: [File]

  /// Reads every Swift file below `Sources/MODULE`.
  init(of module: String, in root: DirectoryHandle) throws {
    let path = try RelativePath("Sources/\(module)")
    files = try Self.files(below: path, folder: nil, in: root)
  }

  init(_ files: [File]) { self.files = files }

  /// Every use of a declaration in a folder that comes later in `order`, as `FILE:LINE: …`.
  func violations(of order: [String]) -> [String] {
    var owners: [String: Set<String>] = [:]
    for file in files {
      for name in file.declared { owners[name, default: []].insert(file.folder) }
    }
    let height = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    var violations: [String] = []
    for file in files {
      guard let own = height[file.folder] else {
        violations.append("\(file.path):1: the folder \(file.folder) is not in FolderOrder")
        continue
      }
      var seen: Set<String> = []
      for (name, line) in file.used where seen.insert(name).inserted {
        guard let folders = owners[name], !folders.contains(file.folder) else { continue }
        // Overloads: the lowest that could be meant.
        guard let lowest = folders.min(by: { height[$0, default: 0] < height[$1, default: 0] }),
          height[lowest, default: 0] > own
        else { continue }
        violations.append(
          "\(file.path):\(line): \(file.folder) uses \(name) of \(lowest), which is above it")
      }
    }
    return violations
  }

  private static func files(
    below path: RelativePath, folder: String?, in root: DirectoryHandle
  ) throws -> [File] {
    var files: [File] = []
    for entry in try root.subdirectory(path).entries() {
      let name = try entry.path()
      let place = path.appending(name)
      switch entry.kind {
      case .directory: files += try self.files(below: place, folder: folder ?? "\(name)", in: root)
      case .file where "\(name)".hasSuffix(".swift"):
        let source = try root.readFile(place, limitBytes: 1 << 22)
        files.append(File(path: "\(place)", folder: folder ?? ".", source: source))
      default: break
      }
    }
    return files
  }
}

extension ModuleSources.File {
  private static let declaring: Set<String> = [
    "struct", "enum", "class", "actor", "protocol", "typealias", "func",
  ]

  /// The file with this text.
  init(path: String, folder: String, source: [UInt8]) {
    let tokens = SwiftTokens(source).tokens
    var declared: Set<String> = []
    // A nested type, or one for this file alone, hides another of its name.
    var own: Set<String> = []
    for (index, token) in tokens.enumerated() where Self.declaring.contains(token.text) {
      guard index + 1 < tokens.count, case let name = tokens[index + 1], name.isWord,
        index == 0 || tokens[index - 1].text != "."
      else { continue }
      let isPrivate = tokens[..<index].reversed().prefix { $0.line == token.line && $0.isWord }
        .contains { $0.text == "private" || $0.text == "fileprivate" }
      if token.depth == 0, !isPrivate {
        declared.insert(name.text)
      } else if token.text != "func" || token.depth == 0 {
        own.insert(name.text)
      }
    }
    var used: [(name: String, line: Int)] = []
    for (index, token) in tokens.enumerated()
    where token.isWord && !own.contains(token.text) && !declared.contains(token.text) {
      // A member is found by way of its type, which is named elsewhere.
      if index > 0, [".", "func"].contains(tokens[index - 1].text) { continue }
      // Types begin with a capital; of all else only calls are looked at.
      let isType = token.text.first?.isUppercase ?? false
      let isCall = index + 1 < tokens.count && tokens[index + 1].text == "("
      if isType || isCall { used.append((token.text, token.line)) }
    }
    self.init(path: path, folder: folder, declared: declared, used: used)
  }
}
