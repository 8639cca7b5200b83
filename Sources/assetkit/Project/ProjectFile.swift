import AuditKit
import IconKit
import SafeFiles
import TextFormats
import VendorKit

/// The `assetkit.toml` of a project, read once and checked as a whole.
///
/// This is the only place that knows all its tables. What a table means, its kit knows.
struct ProjectFile {
  /// The file's name.
  static let name = "assetkit.toml"
  /// The newest version that this program reads.
  static let version = 1

  /// Everything that the file may contain.
  static let schema = TOMLSchema.table(
    [
      .required("version", .integer, "The version of the format: \(version)."),
      .optional("icons", IconKeys.schema, "Icons that 'assetkit icons' makes and 'check' checks."),
      .optional("preset", PresetFile.schema, "A preset of the project's own."),
      .optional(
        "build", BuildSettings.schema, "How 'assetkit offline' and 'prove' build the project."),
      .optional(
        "audit", .table(PolicyFile.fields), "What 'vendor audit' accepts; 'check' runs it, too."),
      .optional(
        "sbom", .table(SBOM.Subject.fields), "What a bill of materials says of the project."),
      .optional("cache", CacheSettings.schema, "A server of archives, asked before their origins."),
    ] + PolicyFile.formerFields)

  /// The folder that the file's paths are relative to; its name is its path from the current folder.
  let root: DirectoryHandle
  /// The file; nil where the root has none.
  private let document: TOMLNode?

  /// The file of the root, which is the nearest folder from `start` upwards that has a `vendor.lock`
  /// or an `assetkit.toml`; nil when there is none.
  ///
  /// - Throws: `TOMLError` with the lines of all mistakes, `FileError`.
  static func nearest(from start: String = ".") throws -> ProjectFile? {
    try root(from: start).map(ProjectFile.init)
  }

  /// The nearest folder from `start` upwards that has a `vendor.lock` or an `assetkit.toml`; nil when
  /// there is none.
  static func root(from start: String = ".") throws(FileError) -> DirectoryHandle? {
    let names = [name, Lock.fileName].map { RelativePath(known: $0) }
    return try DirectoryHandle.nearest(from: start) { folder throws(FileError) in
      for name in names where try folder.statusIfPresent(of: name) != nil { return true }
      return false
    }
  }

  /// The file in `root`, which need not exist.
  ///
  /// - Throws: `TOMLError` with the lines of all mistakes, `FileError`.
  init(in root: DirectoryHandle) throws {
    self.root = root
    let path = RelativePath(known: Self.name)
    document =
      try root.statusIfPresent(of: path) == nil
      ? nil : try Self.document(of: try root.readFile(path, limitBytes: 16 << 20))
  }

  /// Parses and checks the text of such a file.
  static func document(of text: [UInt8]) throws(TOMLError) -> TOMLNode {
    try TOMLDocument.read(text, named: name, schema: schema, versions: 1...version)
  }

  /// Whether the root has the file.
  var exists: Bool { document != nil }

  /// The entries of `[[icons]]` as they are written; they fit `IconKeys.schema`.
  var iconNodes: [TOMLNode] { document?["icons"]?.elements ?? [] }

  /// The path of the file from the current folder.
  var file: String { path(of: RelativePath(known: Self.name)) }

  /// A path of the file as one from the current folder.
  func path(of path: RelativePath) -> String {
    let text = String(decoding: path.bytes, as: UTF8.self)
    return root.name == "." ? text : "\(root.name)/\(text)"
  }

  /// The project's own presets.
  func presets() throws(TOMLError) -> [Preset] {
    try PresetFile.presets(in: document?["preset"])
  }

  /// The table `[build]`; nil where there is none.
  ///
  /// - Throws: `TOMLError` where it has no command.
  func build() throws(TOMLError) -> BuildSettings? {
    guard let node = document?["build"] else { return nil }
    return try BuildSettings(node, root: root.name)
  }

  /// The table `[cache]`; nil where there is none.
  var cache: TOMLNode? { document?["cache"] }

  /// The table `[sbom]`: what a bill of materials says of the project.
  func sbomSubject() throws(TOMLError) -> SBOM.Subject {
    guard let node = document?["sbom"] else { return SBOM.Subject() }
    return try SBOM.Subject(node)
  }

  /// Whether it asks for an audit.
  var hasAudit: Bool { document?["audit"] != nil }

  /// Whether it has entries of `[[icons]]`.
  var hasIcons: Bool { document?["icons"] != nil }

  /// Whether it has entries whose icons are part of the repository, and not made by a build.
  var hasCommittedIcons: Bool { iconNodes.contains { $0["target"] == nil } }

  /// The policy of the audit.
  ///
  /// - Parameter note: called with what stands outside `[audit]`: where, what, and what to do.
  func policy(
    note: (_ location: String, _ problem: String, _ remedy: String) -> Void = { _, _, _ in }
  ) throws(TOMLError) -> Policy {
    guard let document else { return Policy() }
    let policy = try PolicyFile.policy(in: document)
    for (line, key, place) in PolicyFile.misplaced(in: document) {
      note("\(Self.name):\(line)", "'\(key)' belongs in [audit] now", "move it to \(place)")
    }
    return policy
  }
}

extension TOMLError: Reportable {}
