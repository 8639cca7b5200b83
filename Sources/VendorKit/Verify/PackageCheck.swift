import Findings
import SafeFiles

/// Checks one package: its list, its folder, its patches.
struct PackageCheck {
  let package: Lock.Package
  let root: DirectoryHandle
  let threads: Int?
  let known: [RelativePath: FileContents]?

  private(set) var findings: [Finding] = []
  /// How many entries the list has; nil while it has not been read.
  private(set) var fileCount: Int?

  mutating func run() throws {
    checkPatches()
    guard let list = readList() else {
      // Without a list the files cannot be checked, but a missing folder can still be reported.
      _ = openFolder()
      return
    }
    fileCount = list.entries.count
    guard let folder = openFolder() else { return }
    let path = package.path
    let drift = try TreeDrift(
      of: folder, from: list, threads: threads,
      known: known.map { known in { known[path.appending($0)] } })
    var report = DriftReport(package: package, root: root, folder: folder)
    findings += try report.findings(for: drift, list: list, threads: threads)
    findings += GitHints(package: package, root: root, list: list).findings()
  }

  private mutating func report(
    _ rule: Finding.Rule, _ path: RelativePath, line: Int? = nil, _ message: String,
    remedy: String? = nil
  ) {
    findings.append(
      Finding(rule, package: package.name, path: path, line: line, message, remedy: remedy))
  }

  /// The list, if it can be read; problems with it are reported.
  private mutating func readList() -> FileList? {
    let path = package.sumsPath
    do throws(VendorError) {
      let committed = try CommittedList(of: package, in: root)
      if let mismatch = committed.mismatch {
        let rule =
          committed.conversion == nil ? IntegrityRules.list : IntegrityRules.lineEndings
        report(rule, path, mismatch.problem, remedy: mismatch.remedy)
      }
      return try committed.list.get()
    } catch {
      // A line of the list is at PATH:LINE.
      let line = error.location.split(separator: ":").last.flatMap { Int($0) }
      report(
        IntegrityRules.list, path, line: line, error.problem,
        remedy: error.remedy
          ?? "restore it from version control, or run 'assetkit vendor sync \(package.name)'")
      return nil
    }
  }

  private mutating func openFolder() -> DirectoryHandle? {
    do {
      return try root.subdirectory(package.path)
    } catch  where error.code == .notFound {
      report(
        IntegrityRules.folder, package.path, "is missing, expected the folder of \(package.name)",
        remedy: "run 'assetkit vendor sync \(package.name)', or restore it from version control")
    } catch  where error.code == .notADirectory || error.code == .link {
      report(
        IntegrityRules.type, package.path,
        error.code == .link
          ? "is a symbolic link, or below one; expected a folder" : "is not a folder",
        remedy: error.code == .link ? "replace the link with the folder" : nil)
    } catch {
      report(IntegrityRules.unreadable, package.path, error.problem, remedy: error.remedy)
    }
    return nil
  }

  private mutating func checkPatches() {
    for patch in package.patches {
      do {
        let bytes = try root.readFile(patch.path, limitBytes: FileList.maxTextBytes)
        let digest = SHA256.digest(of: bytes)
        guard digest != patch.digest else { continue }
        if let conversion = LineEndings.conversion(of: bytes, from: patch.digest) {
          let (message, remedy) = LineEndings.explanation(
            of: conversion, at: patch.path, ofPackage: package.name, in: package.path,
            GitSettings(root: root))
          report(IntegrityRules.lineEndings, patch.path, message, remedy: remedy)
          continue
        }
        report(
          IntegrityRules.patch, patch.path,
          "does not match vendor.lock: expected \(patch.digest.short), found "
            + digest.short,
          remedy: "restore it from version control")
      } catch {
        let problem =
          error.code == .notFound
          ? "is missing, expected a patch of \(package.name)" : error.problem
        report(
          IntegrityRules.patch, patch.path, problem, remedy: "restore it from version control")
      }
    }
  }
}
