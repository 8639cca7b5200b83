import Findings
import SafeFiles

/// Finds packages and folders of headers that nothing in the host uses.
struct UnusedPackagesGroup: AuditGroup {
  var rules: [Finding.Rule] { UnusedPackagesRules.all }

  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard !context.packages.isEmpty else { return .none }
    return MentioningFile(file) == nil ? .none : .whole
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> Mentions { Mentions() }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Mentions
  ) {
    switch MentioningFile(file) {
    case .build, .packageManifest: facts.addLines(of: chunk)
    case .source: facts.addImports(of: chunk, folders: Self.folders(of: context.packages))
    case .packageSource:
      facts.addIncludes(
        of: chunk, isHeader: MentioningFile.isHeader(ending: file.fileExtension))
    case .packageModules: facts.addModules(of: chunk)
    case nil: break
    }
  }

  /// The folders that contain packages, each with a trailing slash.
  private static func folders(of packages: [AuditPackage]) -> [[UInt8]] {
    Set(packages.compactMap { $0.path.parent?.bytes }).map { $0 + [UInt8(ascii: "/")] }
  }

  func conclude(
    _ files: [(file: AuditedFile, facts: Mentions)], in context: AuditContext,
    report: inout FindingSink
  ) {
    var usage = Usage(of: context.packages)
    for (file, mentions) in files { usage.add(mentions, of: file) }
    usage.followIncludes()
    for (index, package) in context.packages.enumerated() where !usage.used.contains(index) {
      report.report(
        UnusedPackagesRules.package, package: package.name, path: package.path,
        "nothing here mentions \(package.name): no build file, include, import or module map",
        remedy: "remove it with 'assetkit vendor remove \(package.name)'")
    }
    for (index, folder) in usage.unusedFolders {
      report.report(
        UnusedPackagesRules.headers, package: context.packages[index].name, path: folder,
        "nothing here includes the headers in this folder", remedy: "leave it out with --exclude")
    }
  }
}

/// Rules about unused packages and headers.
enum UnusedPackagesRules {
  static let package = Rule(
    "idle-package", .warning, "an unused package",
    help: """
      No build file, include, import or module map of the host mentions the package, and no used \
      package includes its headers or names it in its Package.swift. An unused package still costs reviews and updates: remove it \
      with `assetkit vendor remove`.
      """)
  static let headers = Rule(
    "idle-headers", .note, "a folder of headers that nothing includes",
    help: """
      No source of the host or of a package includes one of these headers, and no build file names \
      the folder. Leave it out with --exclude.
      """)

  static let all = [package, headers]
}
