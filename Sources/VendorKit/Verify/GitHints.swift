import Findings
import SafeFiles

/// Finds the lines of `.gitignore` and `.gitattributes` that would make a checkout differ from the
/// list.
struct GitHints {
  let package: Lock.Package
  let root: DirectoryHandle
  let list: FileList

  private static let limitBytes = 1 << 20

  /// One warning for each line that hides or rewrites listed files.
  func findings() -> [Finding] {
    ignored() + rewritten()
  }

  /// Files that `git add` would ignore.
  private func ignored() -> [Finding] {
    let files = files(named: ".gitignore", fromRoot: true) { GitIgnoreFile($0) }
      .filter { !$0.file.lines.isEmpty }
    guard !files.isEmpty else { return [] }
    return report(IntegrityRules.ignored, says: "hides") { path in
      // git checks the folders first: files in an ignored folder cannot be re-included.
      for length in 1...path.count {
        let isFolder = length < path.count
        let part = path.prefix(length)
        for (name, depth, file) in files.reversed()
        where depth < length && name.folder.elementsEqual(part.prefix(depth), by: ==) {
          guard let line = file.deciding(part.dropFirst(depth), isFolder: isFolder) else {
            continue
          }
          if !line.pattern.isNegated { return (name.path, line.number) }
          break
        }
      }
      return nil
    }
  }

  /// Files that git would convert because the package itself says so.
  private func rewritten() -> [Finding] {
    let files = files(named: ".gitattributes", fromRoot: false) { GitAttributesFile($0) }
      .filter { !$0.file.lines.isEmpty }
    guard !files.isEmpty else { return [] }
    return report(IntegrityRules.rewritten, says: "lets git rewrite") { path in
      for attribute in ["text", "eol", "ident", "filter", "working-tree-encoding"] {
        for (name, depth, file) in files.reversed()
        where depth < path.count && name.folder.elementsEqual(path.prefix(depth), by: ==) {
          guard let line = file.deciding(attribute, at: path.dropFirst(depth)) else { continue }
          if let state = line.states[attribute], state != .unset, state != .unspecified {
            return (name.path, line.number)
          }
          break
        }
      }
      return nil
    }
  }

  private struct Name {
    var path: RelativePath
    /// The components of its folder, from the root.
    var folder: [ArraySlice<UInt8>]
  }

  /// The files of that name that can affect the package, the outermost first, with
  /// the number of components above each.
  private func files<File>(
    named name: String, fromRoot: Bool, _ parse: ([UInt8]) -> File
  ) -> [(name: Name, depth: Int, file: File)] {
    var paths: [RelativePath] = []
    if fromRoot {
      var folders: [RelativePath] = []
      var folder = package.path.parent
      while let next = folder {
        folders.append(next)
        folder = next.parent
      }
      let file = RelativePath(known: name)
      paths = [file] + folders.reversed().map { $0.appending(file) }
    }
    for entry in list.entries where entry.path.bytes.reversed().starts(with: name.utf8.reversed()) {
      if entry.path.lastComponent.bytes.elementsEqual(name.utf8) {
        paths.append(package.path.appending(entry.path))
      }
    }
    return paths.compactMap { path in
      // Most do not exist, and these are hints: unreadable files give none.
      guard let text = try? root.readFile(path, limitBytes: Self.limitBytes) else { return nil }
      let folder = path.bytes.split(separator: UInt8(ascii: "/")).dropLast()
      return (Name(path: path, folder: Array(folder)), folder.count, parse(text))
    }
  }

  /// One finding for each line that `decide` names, with the number of files and the first.
  private func report(
    _ rule: Finding.Rule, says verb: String,
    _ decide: (ArraySlice<ArraySlice<UInt8>>) -> (RelativePath, Int)?
  ) -> [Finding] {
    struct Place: Hashable {
      var path: RelativePath
      var line: Int
    }
    var hits: [Place: (count: Int, first: RelativePath)] = [:]
    for entry in list.entries {
      let path = package.path.appending(entry.path)
      guard let (file, line) = decide(path.bytes.split(separator: UInt8(ascii: "/"))[...]) else {
        continue
      }
      let place = Place(path: file, line: line)
      hits[place] = (hits[place].map { $0.count + 1 } ?? 1, hits[place]?.first ?? entry.path)
    }
    return hits.map { place, hit in
      Finding(
        rule, package: package.name, path: place.path, line: place.line,
        "\(verb) \(hit.count) vendored \(hit.count == 1 ? "file" : "files"), \(hit.first) first")
    }
  }
}
