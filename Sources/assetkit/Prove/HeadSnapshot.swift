import ProofKit
import SafeFiles
import VendorKit

/// HEAD in a temporary folder, byte for byte as it is committed, with what each file's bytes tell.
final class HeadSnapshot {
  let repository: LocalRepository
  let tree: CommittedTree
  /// What became of each path of the tree.
  let written: [CommittedTree.Written]
  /// What the bytes of each path tell; of a submodule, nothing.
  let surveys: [FileSurvey]
  /// A folder for more, removed with this object.
  let scratch: ScratchFolder
  /// The folder of the files.
  let folder: DirectoryHandle

  /// Reads HEAD of the repository around the current folder.
  init() async throws {
    repository = try await LocalRepository(around: ".")
    tree = try await CommittedTree(of: repository)
    scratch = try ScratchFolder()
    folder = try scratch.subfolder("tree")
    var surveys = [FileSurvey](repeating: FileSurvey(), count: tree.entries.count)
    written = try await tree.write(into: folder) { index, bytes, _ in surveys[index].add(bytes) }
    self.surveys = surveys
  }

  /// The project's folder in the repository, which is the nearest from the current one upwards that has
  /// a `vendor.lock` or an `assetkit.toml` in HEAD; empty for the top, nil when there is none.
  func project() throws(FileError) -> String? {
    var place = repository.prefix
    while true {
      for name in [ProjectFile.name, Lock.fileName] {
        let path = place.isEmpty ? name : "\(place)/\(name)"
        // A folder whose name is not valid was not written.
        guard let path = try? RelativePath(path) else { continue }
        if try folder.statusIfPresent(of: path)?.kind == .file { return place }
      }
      guard !place.isEmpty else { return nil }
      place = place.lastIndex(of: "/").map { String(place[..<$0]) } ?? ""
    }
  }

  /// What a reader must know of the repository, one sentence each.
  ///
  /// - Parameter project: the folder of the project that was looked at.
  func remarks(project: String) async throws -> [String] {
    var remarks = otherProjects(than: project)
    let changes = try await repository.changes()
    if changes.uncommitted > 0 {
      let count = changes.uncommitted
      remarks.append(
        "\(count) uncommitted \(count == 1 ? "change is" : "changes are") in the working tree; "
          + "everything here is about commit \(tree.commit.prefix(12)), without them.")
    }
    if changes.ignored > 0 {
      let count = changes.ignored
      remarks.append(
        "\(count) \(count == 1 ? "path is" : "paths are") ignored by git in the working tree; "
          + "nothing here has looked at \(count == 1 ? "it" : "them").")
    }
    let modules = tree.entries.count { $0.kind == .submodule }
    if modules > 0 {
      remarks.append(
        "\(Console.count(modules, "submodule")) of the commit \(modules == 1 ? "is" : "are") empty "
          + "here and in the builds; their files are not covered.")
    }
    remarks += try attributes()
    return remarks
  }

  /// Names projects that the commit has besides the one that was looked at.
  private func otherProjects(than project: String) -> [String] {
    let own = project.isEmpty ? "" : project + "/"
    let names = [Lock.fileName, ProjectFile.name]
    let others = tree.entries.compactMap { entry -> String? in
      let path = String(decoding: entry.path, as: UTF8.self)
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      let isOwn = names.contains { path == own + $0 } || path.hasPrefix(own + "Vendor/")
      return names.contains(name) && !isOwn ? Printable.text(of: entry.path) : nil
    }
    guard !others.isEmpty else { return [] }
    let shown = others.prefix(5).joined(separator: ", ")
    let more = others.count > 5 ? " and \(others.count - 5) more" : ""
    return ["The commit has other projects, which were not looked at: \(shown)\(more)."]
  }

  /// The attributes by which a checkout differs from what is committed (gitattributes(5)).
  private func attributes() throws -> [String] {
    var found: Set<String> = []
    for (index, entry) in tree.entries.enumerated() where written[index] == .written {
      guard entry.kind != .link, let path = entry.relativePath,
        path.lastComponent.bytes.elementsEqual(".gitattributes".utf8)
      else { continue }
      let text = String(decoding: try folder.readFile(path, limitBytes: 16 << 20), as: UTF8.self)
      for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst()
        for word in words {
          let changes = ["filter=", "eol=crlf", "working-tree-encoding="]
          if word == "ident" || changes.contains(where: { word.hasPrefix($0) }) {
            found.insert(Printable.text(of: Array(word.utf8)))
          }
        }
      }
    }
    guard !found.isEmpty else { return [] }
    return [
      "Attributes make a checkout differ from what is committed (\(found.sorted().joined(separator: ", "))); "
        + "the committed bytes were checked, and the builds used a checkout."
    ]
  }
}

/// Digests of files for a report.
enum FileDigest {
  /// The SHA-256 of a file and its size.
  static func sha256(of file: OpenFile) throws -> (hex: String, byteCount: Int) {
    var hash = SHA256()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    while true {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { return (hash.finish().hex, total) }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
      total += count
    }
  }

  /// The SHA-256 of the file at `path` and its size; links are followed in no component below `root`.
  static func sha256(
    of path: RelativePath, in root: DirectoryHandle
  ) throws -> (hex: String, byteCount: Int) {
    try sha256(of: try root.openFile(path))
  }
}
