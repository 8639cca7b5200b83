import AuditKit
import Findings
import SafeFiles
import TextFormats
import VendorKit

/// An updated package as a reviewer reads it: what deserves a look comes first.
///
/// The text is Markdown, so that it can be the body of a pull request.
struct UpdateReview {
  /// A file that differs.
  struct Change {
    var path: RelativePath
    /// `added`, `removed` or `changed`.
    var what: String
    var isLicence: Bool
    var role: FileRole
  }

  let updated: Vendoring.Updated
  let changes: [Change]
  /// What is hidden in added and changed files; that of added ones comes first.
  let findings: [Finding]

  /// Reads each added or changed file of an updated package below `root`.
  init(of updated: Vendoring.Updated, in root: DirectoryHandle) throws {
    self.updated = updated
    let folder = try root.subdirectory(updated.after.path)
    let licences = Set(updated.licenses)
    var changes: [Change] = []
    for (what, paths) in [
      ("added", updated.added), ("changed", updated.changed), ("removed", updated.removed),
    ] {
      for path in paths {
        let role = try Self.role(of: path, in: what == "removed" ? nil : folder)
        changes.append(
          Change(path: path, what: what, isLicence: licences.contains(path), role: role))
      }
    }
    self.changes = changes.sorted { $0.path < $1.path }
    findings = try [updated.added, updated.changed].flatMap {
      try HiddenContentReview.findings(in: $0, of: updated.after, root: root)
    }
  }

  /// What a file is, by its name and its beginning; by its name alone where it is gone or a link.
  private static func role(
    of path: RelativePath, in folder: DirectoryHandle?
  ) throws -> FileRole {
    let name = path.lastComponent.description
    guard let folder, try folder.status(of: path).kind == .file else {
      return FileRole(name: name, head: [])
    }
    let file = try folder.openFile(path)
    var head = [UInt8](repeating: 0, count: FileRole.headBytes)
    let count = try head.withUnsafeMutableBytes { buffer throws in try file.read(into: buffer) }
    return FileRole(name: name, head: Array(head.prefix(count)))
  }

  /// Whether the new version comes before the old one.
  var isDowngrade: Bool {
    guard let old = updated.before.version, let new = updated.after.version else { return false }
    return NaturalVersion(new).compare(NaturalVersion(old)) < 0
  }

  private var isUnchanged: Bool {
    changes.isEmpty && updated.before == updated.after
  }

  // MARK: - Text

  /// The lines of the review.
  var lines: [String] {
    let name = updated.after.name
    let (old, new) = (Self.version(updated.before), Self.version(updated.after))
    if isUnchanged { return ["## \(name) \(old): unchanged"] }
    var lines = [
      "## \(name) \(old == new ? old : "\(old) → \(new)")" + (isDowngrade ? ": a downgrade" : ""),
      "",
    ]
    if let warning = signatureWarning { lines.append(warning) }
    lines.append(count)
    if updated.isRepackedOnly {
      lines.append("Re-packed upstream with the same files; the new archive is pinned.")
    }
    for pin in [updated.after.archiveDigest?.pin, updated.after.commit].compactMap({ $0 }) {
      lines.append("Source: \(pin)")
    }
    if let signer = updated.after.signature?.signer { lines.append("Signed by: \(signer)") }
    lines += Self.section("Hidden content in new and changed files", findings.map(line))
    let (licences, files) = (changes.filter(\.isLicence), changes.filter { !$0.isLicence })
    lines += Self.section("Licence texts", licences.map(\.line))
    lines += Self.section(
      "Build files, scripts and binaries",
      files.filter(\.isFirst).sorted { $0.attention < $1.attention }.map(\.line))
    lines += Self.section("Other files", files.filter { !$0.isFirst }.map(\.line))
    lines += Self.section("Patches", updated.patches.map(\.line))
    lines += Self.section("vendor.lock", settings.map(\.line))
    return lines
  }

  /// What else the lock says differently: all but digests, which follow from the files, and what stands
  /// in the head.
  private var settings: [Lock.Package.FieldChange] {
    let told: Set<String> = [
      "version", "commit", "archive-sha256", "archive-sha512", "patches", "pristine", "tree",
      "signed-by", "signature", "signature-key",
    ]
    return updated.after.changes(since: updated.before).filter { !told.contains($0.name) }
  }

  private var count: String {
    func number(_ what: String) -> Int { changes.count { $0.what == what } }
    let bytes = "\(updated.bytesBefore) → \(updated.bytesAfter) bytes"
    if changes.isEmpty {
      let names = settings.map { "`\($0.name)`" }.joined(separator: ", ")
      return names.isEmpty
        ? "No file differs; \(bytes)." : "No file differs; vendor.lock does: \(names)."
    }
    return "\(Console.count(changes.count, "file")): \(number("added")) added, "
      + "\(number("changed")) changed, \(number("removed")) removed; \(bytes)."
  }

  /// What a reviewer must not miss: nobody vouches for the archive any more, or somebody else does.
  private var signatureWarning: String? {
    guard let old = updated.before.signature?.signer else { return nil }
    guard let new = updated.after.signature?.signer else { return "No longer signed; was \(old)." }
    return old == new ? nil : "Signed by another key: was \(old), now \(new)."
  }

  /// A finding as an item of a list, with the path in the package.
  private func line(_ finding: Finding) -> String {
    let path = path(of: finding).map { "`\($0)`" } ?? ""
    let place = finding.line.map { "\(path) line \($0)" } ?? path
    return "\(place): \(finding.rule.severity): \(finding.message) [\(finding.rule.id)]"
  }

  /// The file of a finding, in the package's folder as in the rest of the report.
  private func path(of finding: Finding) -> String? {
    finding.path.map {
      String($0.description.dropFirst(updated.after.path.description.count + 1))
    }
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", "### \(title)", ""] + lines.map { "- \($0)" }
  }

  private static func version(_ package: Lock.Package) -> String {
    package.version ?? package.ref ?? package.commit.map { String($0.prefix(12)) } ?? "(no version)"
  }

  // MARK: - JSON

  /// The package in the JSON document.
  var json: JSON {
    [
      "name": .string(updated.after.name),
      "before": Self.json(updated.before), "after": Self.json(updated.after),
      "signature": signature.map(JSON.string), "downgrade": .bool(isDowngrade),
      "repacked": .bool(updated.isRepackedOnly),
      "bytes-before": .integer(updated.bytesBefore), "bytes-after": .integer(updated.bytesAfter),
      "files": .array(
        changes.map { change in
          [
            "path": .string(change.path.description), "change": .string(change.what),
            "kind": .string(change.isLicence ? "licence" : change.role.rawValue),
          ]
        }),
      "findings": .array(
        findings.map { finding in
          [
            "rule": .string(finding.rule.id),
            "severity": .string(finding.rule.severity.rawValue),
            "path": path(of: finding).map(JSON.string), "line": finding.line.map(JSON.integer),
            "message": .string(finding.message), "remedy": .string(finding.remedy),
          ]
        }),
      "patches": .array(updated.patches.map(\.json)),
      "lock": .array(
        settings.map { change in
          [
            "field": .string(change.name), "before": change.before.map(JSON.string),
            "after": change.after.map(JSON.string),
          ]
        }),
      "remarks": .strings(updated.remarks),
    ]
  }

  /// What became of the signature; nil where there never was one.
  private var signature: String? {
    switch (updated.before.signature?.signer, updated.after.signature?.signer) {
    case (nil, nil): nil
    case (nil, _): "new"
    case (_, nil): "dropped"
    case (let old, let new): old == new ? "kept" : "replaced"
    }
  }

  private static func json(_ package: Lock.Package) -> JSON {
    [
      "version": package.version.map(JSON.string), "source": .string(package.resolvedSource),
      "ref": package.ref.map(JSON.string), "commit": package.commit.map(JSON.string),
      "archive-sha256": package.archiveDigest.map { .string($0.hex) },
      "signed-by": package.signature.map { .string($0.signer) },
      "tree": .string(package.tree.pin),
    ]
  }
}

extension UpdateReview.Change {
  /// Whether it can change what a build does without being read as source.
  fileprivate var isFirst: Bool { role < .source }

  /// The place in a list: new files first, then by role and path.
  fileprivate var attention: (Int, FileRole, RelativePath) {
    (["added", "changed"].firstIndex(of: what) ?? 2, role, path)
  }

  /// `path` with what happened, as an item of a list.
  fileprivate var line: String {
    "`\(path)` \(what)" + (isFirst && !isLicence ? " (\(role.rawValue))" : "")
  }
}

extension Lock.Package.FieldChange {
  /// The change as an item of a list.
  fileprivate var line: String {
    switch (before, after) {
    case (let before?, let after?): "`\(name)` was \(before), is \(after)"
    case (nil, let after?): "`\(name)` is new: \(after)"
    case (let before?, nil): "`\(name)` was removed: \(before)"
    case (nil, nil): "`\(name)`"
    }
  }
}

extension PatchFate {
  fileprivate var line: String { "`\(path.lastComponent)` \(text)" }

  private var text: String {
    switch outcome {
    case .applied: "applies as it is"
    case .added: "was added"
    case .moved(let moves):
      "applies at other lines, which it names now: "
        + moves.map { "hunk \($0.hunk) of `\($0.path)` \($0.lines > 0 ? "+" : "")\($0.lines)" }
        .joined(separator: ", ")
    case .merged: "was merged with upstream's changes and rewritten"
    case .resolved: "was in conflict, resolved by hand and rewritten"
    case .upstream: "was dropped: upstream contains its changes"
    case .emptied: "was dropped: nothing of it is left after its conflicts were resolved"
    case .dropped: "was dropped as asked for"
    }
  }

  fileprivate var json: JSON {
    var moves: [Patch.Move] = []
    let word: String
    switch outcome {
    case .applied: word = "applied"
    case .added: word = "added"
    case .moved(let hunks): (word, moves) = ("moved", hunks)
    case .merged: word = "merged"
    case .resolved: word = "resolved"
    case .upstream: word = "upstream"
    case .emptied: word = "emptied"
    case .dropped: word = "dropped"
    }
    return [
      "path": .string(path.description), "outcome": .string(word),
      "moves": moves.isEmpty
        ? nil
        : .array(
          moves.map {
            [
              "path": .string($0.path.description), "hunk": .integer($0.hunk),
              "lines": .integer($0.lines),
            ]
          }),
    ]
  }
}
