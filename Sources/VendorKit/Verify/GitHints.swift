import Findings
import SafeFiles
import TextFormats

/// Finds the lines of `.gitignore` and `.gitattributes` that would make a checkout differ from the
/// list.
struct GitHints {
  let package: Lock.Package
  let root: DirectoryHandle
  let list: FileList
  /// What other packages of the root have in common with this one.
  let above: GitFilesAbove
  /// Whether to look at `.git/info/exclude` and the user's own `core.excludesFile` too: they decide
  /// what this user commits, and say nothing about anyone else's checkout.
  var includesPersonalFiles = false

  /// A line of a file of git's.
  struct Place: Hashable {
    /// The file, as messages show it.
    var file: String
    /// The file from the root; nil for a personal one.
    var path: RelativePath?
    /// The line, from 1.
    var line: Int
  }

  /// One warning for each line that hides or rewrites files, except what the lock acknowledges.
  func findings() -> [Finding] {
    (package.acknowledged.contains(.ignored) ? [] : ignored())
      + (package.acknowledged.contains(.rewritten) ? [] : rewritten())
  }

  /// Finds the line that hides a file from `git add`, given as its path from the root; nil when none
  /// does. Reads the files of git's once.
  func ignoringLines() -> (RelativePath) -> Place? {
    let files = ignoreFiles()
    return { Self.ignoringLine(of: $0, in: files) }
  }

  /// Files that `git add` would ignore: those of the package, its list and its patches, and the lock.
  private func ignored() -> [Finding] {
    let files = ignoreFiles()
    guard !files.isEmpty else { return [] }
    let own =
      [package.sumsPath] + package.patches.map(\.path) + [RelativePath(known: Lock.fileName)]
    return report(
      IntegrityRules.ignored, says: "hides", with: own,
      remedy: { _ in
        let paths = ([package.path] + own).map {
          String(decoding: $0.bytes, as: UTF8.self).shellWord
        }
        return """
          add them with 'git add -f \(paths.joined(separator: " "))', then accept the warning with \
          'acknowledged = ["\(IntegrityRules.ignored.id)"]' in vendor.lock
          """
      }
    ) { Self.ignoringLine(of: $0, in: files) }
  }

  private static func ignoringLine(
    of path: RelativePath, in files: [GitFile<GitIgnoreFile>]
  ) -> Place? {
    let path = path.bytes.split(separator: UInt8(ascii: "/"))[...]
    // git checks the folders first: files in an ignored folder cannot be re-included.
    for length in 1...path.count {
      let isFolder = length < path.count
      let part = path.prefix(length)
      for file in files.reversed() where file.concerns(part) {
        guard
          let line = file.content.deciding(part.dropFirst(file.folder.count), isFolder: isFolder)
        else { continue }
        if !line.pattern.isNegated { return file.place(line.number) }
        break
      }
    }
    return nil
  }

  /// Files that git would convert because of the package's own attributes or those above it.
  private func rewritten() -> [Finding] {
    guard let rewriting = rewritingLines() else { return [] }
    return report(
      IntegrityRules.rewritten, says: "lets git rewrite",
      remedy: { place in
        """
        \(self.remedy(against: place)), or accept it with \
        'acknowledged = ["\(IntegrityRules.rewritten.id)"]' in vendor.lock
        """
      }, rewriting)
  }

  /// How to keep git from converting what the line at `place` converts.
  func remedy(against place: Place) -> String {
    guard let path = place.path, path.isInside(package.path) else {
      let line = Lock.Package.attributesLine(for: package.attributesFolder)
      return "add the line \(line) below that line"
    }
    return "leave it out with \(package.exclusionCommand(of: path))"
  }

  /// Finds the line that lets git convert a file, given as its path from the root; nil when none does.
  /// Reads the files of git's once; nil where there are none, so that no file needs to be looked at.
  func rewritingLines() -> ((RelativePath) -> Place?)? {
    let own = GitFile.read(listed(".gitattributes"), in: root) { GitAttributesFile($0) }
    let files =
      above.attributesFiles(in: package.path.parent) + own.filter { !$0.content.lines.isEmpty }
    guard !files.isEmpty else { return nil }
    return { path in
      let path = path.bytes.split(separator: UInt8(ascii: "/"))[...]
      func deciding(_ attribute: String) -> (state: GitAttributesFile.State, place: Place)? {
        for file in files.reversed() where file.concerns(path) {
          if let line = file.content.deciding(attribute, at: path.dropFirst(file.folder.count)) {
            return line.states[attribute].map { ($0, file.place(line.number)) }
          }
        }
        return nil
      }
      for attribute in ["text", "eol", "ident", "filter", "working-tree-encoding"] {
        // gitattributes(5): line endings are not converted where 'text' is unset.
        if attribute == "eol", deciding("text")?.state == .unset { continue }
        if let (state, place) = deciding(attribute), state != .unset, state != .unspecified {
          return place
        }
      }
      return nil
    }
  }

  private func ignoreFiles() -> [GitFile<GitIgnoreFile>] {
    let personal =
      includesPersonalFiles
      ? GitSettings(root: root).personalIgnoreFiles().map {
        GitFile(name: $0.name, path: nil, folder: [], content: GitIgnoreFile($0.text))
      } : []
    let own = GitFile.read(listed(".gitignore"), in: root) { GitIgnoreFile($0) }
    return personal.filter { !$0.content.lines.isEmpty }
      + above.ignoreFiles(in: package.path.parent) + own.filter { !$0.content.lines.isEmpty }
  }

  /// The package's own files of that name, the outermost first.
  private func listed(_ name: String) -> [RelativePath] {
    let name = Array(name.utf8)
    var paths: [RelativePath] = []
    for path in list.entries.lazy.map(\.path)
    where path.bytes.count >= name.count && path.bytes.last == name.last
      && path.lastComponent.bytes == name
    {
      paths.append(package.path.appending(path))
    }
    return paths
  }

  /// One finding for each line that `decide` names, with the number of files and the first.
  private func report(
    _ rule: Finding.Rule, says verb: String, with own: [RelativePath] = [],
    remedy: (Place) -> String,
    _ decide: (RelativePath) -> Place?
  ) -> [Finding] {
    var hits: [Place: (count: Int, first: RelativePath)] = [:]
    let vendored = list.entries.lazy.map { (package.path.appending($0.path), $0.path) }
    for (path, shown) in Array(vendored) + own.map({ ($0, $0) }) {
      guard let place = decide(path) else { continue }
      hits[place] = (hits[place].map { $0.count + 1 } ?? 1, hits[place]?.first ?? shown)
    }
    return hits.map { place, hit in
      let files = "\(hit.count) vendored \(hit.count == 1 ? "file" : "files"), \(hit.first) first"
      return Finding(
        rule, package: package.name, path: place.path, line: place.path.map { _ in place.line },
        place.path == nil ? "\(place.file):\(place.line) \(verb) \(files)" : "\(verb) \(files)",
        remedy: remedy(place))
    }
  }
}
