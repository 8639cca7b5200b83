import Findings
import SafeFiles

/// Finds build-time downloads, in packages and in the host.
struct BuildDownloadsGroup: AuditGroup {
  /// The most bytes of one build file that are read; generated ones can be large.
  static let limitBytes = 8 << 20
  /// The most bytes of a script that package.json may run; what is larger is a bundle.
  static let limitInstallerBytes = 64 << 10
  /// The most downloads of one file that are listed.
  static let limitSites = 200

  struct Facts: Sendable {
    /// Nil until the first chunk if the name alone does not tell.
    var kind: BuildFile?
    var list: DependencyList?
    var text: [UInt8] = []
    var sites: [FetchSite] = []
    /// The scripts that it names, by their names in lower case.
    var scripts: Set<String> = []
    /// Whether it is a program's own source unless package.json runs it at its installation.
    var isRunByName = false
    /// The scripts that package.json runs at an installation.
    var installScripts: Set<String> = []
    /// The packages that only a lock would pin, and the line of the first.
    var unpinned: (count: Int, line: Int)?
    var isCut = false
  }

  var rules: [Finding.Rule] { BuildDownloadsRules.all }

  /// Files that are named like a build file, and those that may be scripts: executable ones, and
  /// those without a file extension. Of locks, only their presence.
  func interest(in file: AuditedFile, context: AuditContext) -> Interest {
    guard file.kind == .file, file.size > 0 else { return .none }
    let name = file.name
    if DependencyList.lockNames.contains(name.lowercased()) { return .presence }
    if kind(of: file, head: [], in: context) != nil || mayBeInstaller(file) { return .whole }
    return file.isExecutable || file.fileExtension.isEmpty ? .whole : .none
  }

  func begin(_ file: AuditedFile, context: AuditContext) -> Facts {
    var facts = Facts(
      kind: kind(of: file, head: [], in: context),
      list: DependencyList(name: file.name.lowercased()))
    if facts.kind == nil, mayBeInstaller(file) {
      facts.kind = .script(.javaScript)
      facts.isRunByName = true
    }
    return facts
  }

  /// Whether package.json could run this file at an installation.
  private func mayBeInstaller(_ file: AuditedFile) -> Bool {
    ["js", "cjs", "mjs"].contains(file.fileExtension) && file.size <= Self.limitInstallerBytes
      && file.package != nil
  }

  private func kind(of file: AuditedFile, head: [UInt8], in context: AuditContext) -> BuildFile? {
    if let kind = BuildFile(name: file.name, head: head) { return kind }
    switch file.fileExtension {
    case "go": return .goSource
    // The others need the folders, which are strings: only for the few endings that they know.
    case "yml", "yaml":
      return Workflow.isWorkflow(components: components(of: file, in: context)) ? .workflow : nil
    case "py", "pl", "pm", "rb", "rake", "js", "cjs", "mjs", "in", "":
      return BuildScriptLocation.language(of: components(of: file, in: context), head: head)
        .map(BuildFile.script)
    default: return nil
    }
  }

  /// The path of a file from its package's folder, or the host's root.
  private func components(of file: AuditedFile, in context: AuditContext) -> [String] {
    let parts = file.path.bytes.split(separator: UInt8(ascii: "/"))
      .map { String(decoding: $0, as: UTF8.self) }
    guard let package = context.package(of: file) else { return parts }
    return Array(
      parts.dropFirst(package.path.bytes.count { $0 == UInt8(ascii: "/") } + 1))
  }

  func inspect(
    _ chunk: FileChunk, of file: AuditedFile, context: AuditContext, into facts: inout Facts
  ) {
    if chunk.offset == 0, facts.kind == nil {
      facts.kind = kind(of: file, head: Array(chunk.bytes.prefix(128)), in: context)
    }
    guard facts.kind != nil || facts.list != nil else { return }
    if facts.kind == .goSource {
      // Source may be large and rarely has such lines: none of it is kept.
      facts.sites += GoDirectives.sites(in: chunk.bytes, firstLine: chunk.firstLine)
      return
    }
    let room = Self.limitBytes - facts.text.count
    facts.isCut = facts.isCut || chunk.bytes.count > room
    facts.text += chunk.bytes.prefix(room)
  }

  func end(_ file: AuditedFile, context: AuditContext, facts: Facts) -> Facts? {
    var facts = facts
    facts.text = TextEncoding.utf8(facts.text)
    if let kind = facts.kind {
      facts.sites += kind.fetchSites(in: facts.text)
      if !facts.isRunByName { facts.scripts = ScriptMentions.names(in: facts.text) }
      if kind == .packageScripts {
        facts.installScripts = PackageScripts.installScripts(in: facts.text)
      }
    }
    facts.unpinned = facts.list?.unpinned(in: facts.text)
    facts.isCut = facts.isCut || facts.sites.count > Self.limitSites
    facts.sites.removeLast(max(0, facts.sites.count - Self.limitSites))
    facts.text = []
    let isLock = facts.kind == nil && facts.list == nil
    let isEmpty = facts.sites.isEmpty && facts.scripts.isEmpty && facts.unpinned == nil
    return isEmpty && !facts.isCut && !isLock ? nil : facts
  }

  func conclude(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    report: inout FindingSink
  ) {
    let occasions = occasions(of: files, in: context)
    let installers = files.reduce(into: [Int?: Set<String>]()) {
      $0[$1.file.package, default: []].formUnion($1.facts.installScripts)
    }
    for ((file, facts), occasion) in zip(files, occasions) {
      if facts.isRunByName, !(installers[file.package]?.contains(file.name.lowercased()) ?? false) {
        continue
      }
      for site in facts.sites {
        guard let kind = facts.kind else { break }
        let occasion = max(occasion, site.occasion ?? .build)
        // What tests download from is often a server of their own, at an address in a variable.
        if case .script = kind, occasion == .tests, !FetchCommand.isProgram(site.means),
          !(site.target?.contains("://") ?? false)
        {
          continue
        }
        let target = site.target.map { " \(Printable.line($0, limit: 100))" } ?? ""
        report.report(
          BuildDownloadsRules.rule(for: site, in: kind, on: occasion), in: file, of: context,
          line: site.line, "\(site.means) downloads\(target)",
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
    reportLists(files, in: context, to: &report)
  }

  /// On what occasion each file runs: what its place tells or, for a script that only tests or CI
  /// name, what theirs tells.
  private func occasions(
    of files: [(file: AuditedFile, facts: Facts)], in context: AuditContext
  ) -> [BuildOccasion] {
    var occasions = files.map { file, facts in
      facts.kind.map {
        BuildOccasion(components: components(of: file, in: context), kind: $0)
      } ?? .build
    }
    // A script can be named by a script that only CI names.
    for _ in 0..<4 {
      var users: [Int?: [String: BuildOccasion]] = [:]
      for ((file, facts), occasion) in zip(files, occasions) {
        let own = file.name.lowercased()
        for name in facts.scripts where name != own {
          let other = users[file.package]?[name] ?? .ci
          users[file.package, default: [:]][name] = min(occasion, other)
        }
      }
      let before = occasions
      for (index, entry) in files.enumerated() where entry.facts.kind?.isScript ?? false {
        guard let user = users[entry.file.package]?[entry.file.name.lowercased()] else { continue }
        occasions[index] = max(occasions[index], user)
      }
      if occasions == before { break }
    }
    return occasions
  }

  /// Reports lists of dependencies without a lock beside them or in a folder above, in the package.
  private func reportLists(
    _ files: [(file: AuditedFile, facts: Facts)], in context: AuditContext,
    to report: inout FindingSink
  ) {
    var locks: [RelativePath?: Set<String>] = [:]
    for (file, facts) in files where facts.kind == nil && facts.list == nil {
      locks[file.path.parent, default: []].insert(file.name.lowercased())
    }
    for (file, facts) in files {
      guard let list = facts.list, let (count, line) = facts.unpinned else { continue }
      var folder = file.path.parent
      var isLocked = false
      let top = context.package(of: file)?.path
      while true {
        isLocked = isLocked || !(locks[folder] ?? []).isDisjoint(with: list.locks)
        guard let inner = folder, inner != top else { break }
        folder = inner.parent
      }
      if isLocked { continue }
      let lock = list.locks.first ?? "hashes"
      report.report(
        BuildDownloadsRules.unlocked, in: file, of: context, line: line,
        "lists \(count) package\(count == 1 ? "" : "s") to download without \(lock)")
    }
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

  static let script = rule(
    "fetches-script", "a build script downloads with functions of its language")
  static let tests = occasional(
    "fetches-tests", "tests, examples or documentation download",
    "A build of the package alone does not run this; its tests need a network.")
  static let ci = occasional(
    "fetches-ci", "the authors' CI service downloads",
    "Only the CI service of the package's authors runs this, not a build.")
  static let unlocked = occasional(
    "fetches-unlocked", "a list of dependencies without a lock",
    """
    Whoever builds from this list downloads what is newest on that day. Commit the lock, or vendor \
    what the build needs.
    """)

  static let all = [
    command, cmake, meson, submodule, swift, pods, java, bazel, nix, docker, script, tests, ci,
    unlocked,
  ]

  /// The rule for a site in a file of this kind that runs on this occasion.
  static func rule(
    for site: FetchSite, in file: BuildFile, on occasion: BuildOccasion
  ) -> Rule {
    switch occasion {
    case .build: rule(for: site, in: file)
    case .tests: tests
    case .ci: ci
    }
  }

  private static func rule(for site: FetchSite, in file: BuildFile) -> Rule {
    switch file {
    case .cmake: cmake
    case .meson, .mesonWrap: meson
    case .gitModules: submodule
    case .shell, .make, .batch, .packageScripts, .workflow, .goSource, .dependencies: command
    case .powerShell, .script, .podspec: FetchCommand.isProgram(site.means) ? command : script
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

  private static func occasional(_ id: String, _ summary: String, _ help: String) -> Rule {
    Rule(id, .note, summary, help: help)
  }
}
