import BroadcastPool
import Findings
import SafeFiles

/// Turns differences into findings, with their cause if known.
struct DriftReport {
  let package: Lock.Package
  let root: DirectoryHandle
  let folder: DirectoryHandle

  /// One finding for each difference.
  mutating func findings(
    for drift: TreeDrift, list: FileList, threads: Int?
  ) throws -> [Finding] {
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
    return zip(drift.differences, conversions).map { difference, conversion in
      finding(for: difference, conversion, settings)
    }
  }

  private func finding(
    for difference: TreeDrift.Difference, _ conversion: LineEndings.Conversion?,
    _ settings: GitSettings?
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
      return make(
        IntegrityRules.missing, "is missing, expected a listed file",
        remedy: "run 'assetkit vendor sync \(package.name)'")
    case .changed(let expected, let found):
      if let conversion {
        let cause = settings?.cause(of: conversion, at: path)
        return make(
          IntegrityRules.lineEndings,
          "differs only in its line endings: \(conversion.description)"
            + (cause.map { "; \($0) makes git convert it" } ?? ""),
          remedy: "add 'Vendor/** -text' to .gitattributes and check the file out again")
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
