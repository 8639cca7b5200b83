import ArgumentParser
import IconKit
import ProjectKit
import SafeFiles
import TextFormats

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// `icons --draw`: draws masters from an SVG and records what they were drawn from.
struct MasterDrawing {
  let svg: SVGDrawing
  /// The project whose entries may have the masters; nil where there is none.
  let project: ProjectFile?
  let isQuiet: Bool

  /// Draws `master`, and writes the SVG's path and digest into the entries of `assetkit.toml` that
  /// have it.
  ///
  /// A file that no entry says was drawn is never replaced by another.
  /// - Parameter side: how many pixels its longer side gets.
  /// - Throws: `ProjectError` where it would be replaced or cannot be drawn, `FileError`.
  func draw(_ master: String, side: Int) async throws {
    let indices = project.map { entries(with: master, of: $0, in: $0.iconNodes) } ?? []
    let path = try indices.isEmpty ? nil : pathFromRoot()
    let png = try await svg.png(side: side)
    let output = try OutputFile(master)
    let existing = try output.replacedContents(limitBytes: 1 << 30)
    if let existing, existing != png, !isRecorded(indices) {
      throw ProjectError(
        master, "exists, and no entry of assetkit.toml says that it was drawn; it was not replaced",
        remedy: "name another master, or move it away")
    }
    if existing != png { try output.write(png) }
    if !isQuiet { Console.message(master, "drawn from \(svg.path), \(side) pixels") }
    var hasEntry = false
    if let path, let project { hasEntry = try record(path, for: master, of: project) }
    if !hasEntry, !isQuiet {
      Console.message(
        master,
        "no entry of assetkit.toml has this master, so no check would notice that the SVG "
          + "has changed", remedy: "add an entry with it and these lines:\n\(lines(svg.path))")
    }
  }

  /// The entries whose masters to draw: those that are drawn from the SVG already, or else the only
  /// one.
  ///
  /// - Parameter names: the entries to choose from; none for all.
  /// - Throws: `ValidationError` where it could be several.
  func entries(only names: [String]) throws -> [IconEntry] {
    let all = try project.map(IconEntry.all) ?? []
    let picked = all.filter { names.isEmpty || names.contains($0.name) }
    let place = Self.place(of: svg.path)
    let drawn = picked.filter { entry in
      entry.drawing.map { Self.place(of: $0.file) == place } ?? false
    }
    if !drawn.isEmpty { return drawn }
    // The run refuses unknown names.
    guard picked.count <= 1 else {
      throw ValidationError(
        "No entry of assetkit.toml is drawn from '\(svg.path)' yet; say with --only whose master it "
          + "is.")
    }
    return picked
  }

  /// The keys as lines of TOML.
  private func lines(_ path: String) -> String {
    var text = TOMLText()
    text.appendKey("drawn-from", .string(path))
    text.appendKey("drawn-from-sha256", .string(svg.sha256))
    return String(text.text.dropLast())
  }

  // MARK: - Entries

  private func entries(
    with master: String, of project: ProjectFile, in nodes: [TOMLNode]
  ) -> [Int] {
    let place = Self.place(of: master)
    return nodes.indices.filter { index in
      // What is not a path is an error of the entry, which the run reports.
      guard let path = (nodes[index]["master"]?.string).flatMap({ try? RelativePath($0) })
      else { return false }
      return Self.place(of: project.path(of: path)) == place
    }
  }

  private func isRecorded(_ indices: [Int]) -> Bool {
    indices.contains { project?.iconNodes[$0]["drawn-from"] != nil }
  }

  /// Whether the file still has such an entry: somebody may have saved it while the SVG was drawn.
  private func record(
    _ path: String, for master: String, of project: ProjectFile
  ) throws -> Bool {
    let file = RelativePath(known: ProjectFile.name)
    let before = try project.root.readFile(file, limitBytes: 16 << 20)
    var text = before
    var nodes = try Self.iconNodes(of: text)
    let indices = entries(with: master, of: project, in: nodes)
    for index in indices {
      guard
        let edited = TOMLEdit.setting(
          ["drawn-from": path, "drawn-from-sha256": svg.sha256], of: nodes[index],
          after: "master", in: text)
      else {
        Console.message(
          ProjectFile.name, "is not written with a key on each line, and was not changed",
          remedy: "put these lines into the entry:\n\(lines(path))")
        continue
      }
      nodes = try Self.iconNodes(of: edited)
      text = edited
    }
    if text != before { try OutputFile(project.path(of: file)).write(text) }
    return !indices.isEmpty
  }

  private static func iconNodes(of text: [UInt8]) throws -> [TOMLNode] {
    try ProjectFile.document(of: text)["icons"]?.elements ?? []
  }

  /// The SVG's path from the project's root.
  private func pathFromRoot() throws -> String {
    let root = project.flatMap { Self.real($0.root.name) } ?? ""
    let place = Self.place(of: svg.path)
    guard place.hasPrefix(root + "/") else {
      throw ProjectError(
        svg.path, "is outside the project, so assetkit.toml cannot name it",
        remedy: "move it into the project")
    }
    return String(place.dropFirst(root.count + 1))
  }

  /// Where a file is or would be, with the links of the folders that exist resolved.
  private static func place(of path: String) -> String {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let above = real(folder) ?? (folder == "." ? "." : place(of: folder))
    return above == "/" ? "/\(name)" : "\(above)/\(name)"
  }

  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
