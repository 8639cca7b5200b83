import BroadcastPool
import Findings
import SafeFiles

/// Turns differences into findings, with their cause if known.
struct DriftReport {
  let package: Lock.Package
  let root: DirectoryHandle
  let folder: DirectoryHandle
  let above: GitFilesAbove

  /// One finding for each difference.
  mutating func findings(
    for drift: TreeDrift, list: FileList, threads: Int?
  ) throws -> [Finding] {
    // Most packages: not worth the start of a pool.
    guard !drift.differences.isEmpty else { return [] }
    let folder = folder
    let conversions = try drift.differences.mapSideBySide(
      threads: threads, batchSize: 8, name: "endings"
    ) { difference, _ -> LineEndings.Conversion? in
      guard case .changed(let expected, _) = difference.kind, let path = difference.path else {
        return nil
      }
      return LineEndings.conversion(of: path, in: folder, from: expected)
    }
    let hasConversions = conversions.contains { $0 != nil }
    let settings = hasConversions ? GitSettings(root: root) : nil
    let isMissing = drift.differences.contains {
      if case .missing = $0.kind { true } else { false }
    }
    let hints = GitHints(package: package, root: root, list: list, above: above)
    let ignoring = isMissing ? hints.ignoringLines() : { _ in nil }
    let rewriting = hints.rewritingLines()
    return zip(drift.differences, conversions).map { difference, conversion in
      finding(
        for: difference, conversion, settings, ignoring,
        { path in
          rewriting?(path).map { ($0, hints.remedy(against: $0)) }
        })
    }
  }

  private func finding(
    for difference: TreeDrift.Difference, _ conversion: LineEndings.Conversion?,
    _ settings: GitSettings?, _ ignoring: (RelativePath) -> GitHints.Place?,
    _ rewriting: (RelativePath) -> (place: GitHints.Place, remedy: String)?
  ) -> Finding {
    let path = difference.path.map { package.path.appending($0) } ?? package.path
    func make(_ rule: Finding.Rule, _ message: String, remedy: String? = nil) -> Finding {
      Finding(rule, package: package.name, path: path, message, remedy: remedy)
    }
    switch difference.kind {
    case .added(let message):
      return make(
        IntegrityRules.added, message,
        remedy: "remove it, or keep it with 'assetkit vendor patch \(package.name)'")
    case .missing:
      // Where it was vendored, git never saw it; here it can only be fetched again.
      let place = ignoring(path)
      return make(
        IntegrityRules.missing,
        "is missing, expected a listed file"
          + (place.map { "; \($0.file):\($0.line) hides it from 'git add'" } ?? ""),
        remedy: "run 'assetkit vendor sync \(package.name)'"
          + (place == nil ? "" : ", then 'git add -f \(package.path)' and commit it"))
    case .changed(let expected, let found):
      if let conversion, let settings {
        let (message, remedy) = package.explanation(of: conversion, at: path, in: settings)
        return make(IntegrityRules.lineEndings, message, remedy: remedy)
      }
      if let (place, remedy) = rewriting(path) {
        return make(
          IntegrityRules.changed,
          "has changed: expected \(expected.short), found \(found.short); \(place.file):\(place.line) "
            + "lets git rewrite it",
          remedy:
            "see whether you changed it with 'assetkit vendor diff \(package.name)'; if git did, "
            + remedy)
      }
      return make(
        IntegrityRules.changed, "has changed: expected \(expected.short), found \(found.short)",
        remedy: "show the change with 'assetkit vendor diff \(package.name)'; keep it with "
          + "'assetkit vendor patch \(package.name)', or undo it with "
          + "'assetkit vendor sync --force \(package.name)'")
    case .mode(let message):
      return make(IntegrityRules.mode, message, remedy: "restore its mode with chmod")
    case .type(let message):
      return make(IntegrityRules.type, message)
    case .link(let expected, let found):
      return make(
        IntegrityRules.link,
        "points to '\(Printable.text(of: found))', expected '\(Printable.text(of: expected))'")
    case .clash(let other):
      return make(
        IntegrityRules.clash,
        "clashes with \(package.path.appending(other)) on a disk that ignores case or accents")
    case .unreadable(let error):
      return make(IntegrityRules.unreadable, error.problem, remedy: error.remedy)
    }
  }
}
