import Findings
import SafeFiles

/// Finds build-time downloads, in packages and in the host.
struct BuildDownloadsGroup: AuditGroup {
  /// The most bytes of one build file that are read; generated ones can be large.
  static let limitBytes = 8 << 20
  /// The most downloads of one file that are listed.
  static let limitSites = 200

  struct Facts: Sendable {
    /// Nil until the first chunk if the name alone does not tell.
    var kind: BuildFile?
    var text: [UInt8] = []
    var sites: [FetchSite] = []
    var isCut = false
  }

  var rules: [Finding.Rule] { BuildDownloadsRules.all }

  /// Files that are named like a build file, and those that may be scripts: executable ones, and
  /// those without a file extension.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.kind == .file, file.size > 0 else { return .none }
    if BuildFile(name: file.name, head: []) != nil { return .whole }
    return file.isExecutable || file.fileExtension.isEmpty ? .whole : .none
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> Facts {
    Facts(kind: BuildFile(name: file.name, head: []))
  }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    if chunk.offset == 0, facts.kind == nil {
      facts.kind = BuildFile(name: file.name, head: Array(chunk.bytes.prefix(128)))
    }
    guard facts.kind != nil else { return }
    let room = Self.limitBytes - facts.text.count
    facts.isCut = facts.isCut || chunk.bytes.count > room
    facts.text += chunk.bytes.prefix(room)
  }

  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? {
    var facts = facts
    if let kind = facts.kind { facts.sites = kind.fetchSites(in: facts.text) }
    facts.isCut = facts.isCut || facts.sites.count > Self.limitSites
    facts.sites.removeLast(max(0, facts.sites.count - Self.limitSites))
    facts.text = []
    return facts.sites.isEmpty && !facts.isCut ? nil : facts
  }

  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink
  ) {
    for (file, facts) in files {
      guard let kind = facts.kind else { continue }
      for site in facts.sites {
        let target = site.target.map { " \(printable($0))" } ?? ""
        report.report(
          BuildDownloadsRules.rule(for: site, in: kind), in: file, of: context, line: site.line,
          "\(site.means) downloads\(target)",
          remedy: "vendor what it downloads, or leave the file out with --exclude")
      }
      if facts.isCut {
        report.report(
          AuditRules.cut, in: file, of: context,
          "only the first \(Self.limitBytes >> 20) MiB were read, and at most "
            + "\(Self.limitSites) downloads are listed"
        )
      }
    }
  }

  /// `text` as one line of at most a hundred characters, without control characters.
  private func printable(_ text: String) -> String {
    let plain = text.prefix(101).map { $0.isASCII && ($0.asciiValue ?? 0) < 32 ? " " : $0 }
    return plain.count > 100 ? String(plain.prefix(99)) + "…" : String(plain)
  }
}

/// Rules about build-time downloads.
enum BuildDownloadsRules {
  static let command = rule("fetches-command", "a script or makefile runs a program that downloads")
  static let cmake = rule("fetches-cmake", "a CMake file downloads")
  static let meson = rule("fetches-meson", "a Meson file or wrap downloads")
  static let submodule = rule("fetches-submodule", "a git submodule is downloaded")
  static let swift = rule("fetches-swift", "a Swift package is downloaded")
  static let pods = rule("fetches-pods", "CocoaPods or Carthage downloads")
  static let java = rule("fetches-java", "Gradle or Maven downloads from a repository")
  static let bazel = rule("fetches-bazel", "a Bazel rule downloads")
  static let nix = rule("fetches-nix", "a Nix expression downloads")
  static let docker = rule("fetches-docker", "a Dockerfile downloads with ADD")

  static let all = [command, cmake, meson, submodule, swift, pods, java, bazel, nix, docker]

  /// The rule for a site in a file of this kind.
  static func rule(for site: FetchSite, in file: BuildFile) -> Rule {
    switch file {
    case .cmake: cmake
    case .meson, .mesonWrap: meson
    case .gitModules: submodule
    case .shell, .make: command
    case .dockerfile: site.means == "ADD" ? docker : command
    case .swiftPackage: swift
    case .podfile, .cartfile: pods
    case .gradle, .gradleWrapper, .maven: java
    case .bazel: bazel
    case .nix: nix
    }
  }

  private static func rule(_ id: String, _ summary: String) -> Rule {
    Rule(
      id, .warning, summary,
      help: """
        A build-time download can change or disappear, and the repository can no longer be built \
        offline. Vendor it with `assetkit vendor add`, or leave the file out of the package with \
        --exclude if nothing here uses it.
        """)
  }
}
