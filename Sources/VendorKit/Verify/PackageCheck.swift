import Findings
import SafeFiles

/// Checks one package: its list, its folder, its patches.
struct PackageCheck: Sendable {
  let package: Lock.Package
  let root: DirectoryHandle
  let threads: Int?
  let known: [RelativePath: FileContents]?
  /// When the run began, in nanoseconds since 1970.
  let start: Int64
  let above: GitFilesAbove

  private(set) var findings: [Finding] = []
  /// How many entries the list has; nil while it has not been read.
  private(set) var fileCount: Int?
  /// The status of the files that were read; nil where a later change might not show in it.
  private(set) var status: SHA256Digest?
  /// Whether it was not read, because its status is that of an earlier check that found nothing.
  private(set) var isTrusted = false

  /// Packages with longer lists are worth several threads of their own.
  private static let smallListBytes = 32 << 10

  init(
    _ package: Lock.Package, root: DirectoryHandle, threads: Int?,
    known: [RelativePath: FileContents]?, start: Int64, above: GitFilesAbove
  ) {
    self.package = package
    self.root = root
    self.threads = threads
    self.known = known
    self.start = start
    self.above = above
  }

  /// Finishes the check without reading anything, if the status is that of `entry`.
  mutating func trust(_ entry: VerifiedRecord.Entry) throws -> Bool {
    let found = try PackageStatus.digest(of: package, in: root, start: start, above: above)
    guard let found, found == entry.status else { return false }
    (status, fileCount, isTrusted) = (found, entry.fileCount, true)
    return true
  }

  /// Checks all of it, with several threads.
  mutating func run() throws {
    try check(readers: .pool(threads: threads), newStatus())
  }

  /// Checks a small package on the calling thread.
  ///
  /// - Returns: false for a large one, of which nothing is said.
  mutating func runIfSmall(_ buffers: FileHasher.Buffers) throws -> Bool {
    // Whatever is wrong with the list, the check reports it.
    let status = newStatus()
    guard status.listBytes <= Self.smallListBytes else { return false }
    do {
      try check(readers: .caller(buffers, limitBytes: FileHasher.largeBytes), status)
      return true
    } catch is FileHasher.LargeFile {
      (findings, fileCount) = ([], nil)
      return false
    }
  }

  private func newStatus() -> PackageStatus {
    PackageStatus(of: package, in: root, start: start, above: above)
  }

  private mutating func check(readers: FileHasher.Readers, _ status: PackageStatus) throws {
    checkPatches()
    checkSignature()
    checkPins()
    guard let list = readList() else {
      // Without a list the files cannot be checked, but a missing folder can still be reported.
      _ = openFolder()
      return
    }
    fileCount = list.entries.count
    guard let folder = openFolder() else { return }
    let path = package.path
    let drift = try TreeDrift(
      of: folder, from: list, readers: readers,
      known: known.map { known in { known[path.appending($0)] } }, status: status)
    self.status = status.finish()
    var report = DriftReport(package: package, root: root, folder: folder, above: above)
    findings += try report.findings(for: drift, list: list, threads: threads)
    findings += GitHints(package: package, root: root, list: list, above: above).findings()
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

  /// Without a patch there is nothing that could make the committed files differ from the selected.
  private mutating func checkPins() {
    guard package.patches.isEmpty, package.tree != package.pristine else { return }
    report(
      IntegrityRules.list, RelativePath(known: Lock.fileName),
      "\(package.name) has no patch, but 'tree' is not 'pristine': expected "
        + "\(package.pristine.short), found \(package.tree.short)",
      remedy:
        "see with 'assetkit vendor rebuild \(package.name)' what differs from upstream, and restore "
        + "vendor.lock from version control or run 'assetkit vendor update \(package.name)'")
  }

  private mutating func checkPatches() {
    for patch in package.patches {
      check(patch.path, patch.digest, IntegrityRules.patch, "a patch of \(package.name)")
    }
  }

  private mutating func checkSignature() {
    for file in package.signatureFiles {
      check(
        file.path, file.digest, IntegrityRules.signature,
        "the \(file.path.lastComponent) of \(package.name)")
    }
  }

  /// Compares a file beside the package with its pin.
  private mutating func check(
    _ path: RelativePath, _ expected: SHA256Digest, _ rule: Finding.Rule, _ name: String
  ) {
    do {
      let bytes = try root.readFile(path, limitBytes: FileList.maxTextBytes)
      let digest = SHA256.digest(of: bytes)
      guard digest != expected else { return }
      if let conversion = LineEndings.conversion(of: bytes, from: expected) {
        let (message, remedy) = package.explanation(
          of: conversion, at: path, in: GitSettings(root: root))
        report(IntegrityRules.lineEndings, path, message, remedy: remedy)
        return
      }
      report(
        rule, path, "does not match vendor.lock: expected \(expected.short), found " + digest.short,
        remedy: "restore it from version control")
    } catch {
      let problem = error.code == .notFound ? "is missing, expected \(name)" : error.problem
      report(rule, path, problem, remedy: "restore it from version control")
    }
  }
}
