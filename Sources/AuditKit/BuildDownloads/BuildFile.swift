/// The kinds of build file, recognised by their names.
enum BuildFile: Hashable, Sendable {
  /// CMakeLists.txt and *.cmake.
  case cmake
  /// A Meson subproject's *.wrap.
  case mesonWrap
  /// meson.build.
  case meson
  /// .gitmodules.
  case gitModules
  /// A script for a POSIX shell or bash.
  case shell
  /// A makefile of any make.
  case make
  /// Package.swift.
  case swiftPackage
  /// CocoaPods' Podfile.
  case podfile
  /// A pod's description, in Ruby.
  case podspec
  /// Carthage's Cartfile.
  case cartfile
  /// Gradle, in Groovy or Kotlin.
  case gradle
  /// gradle-wrapper.properties.
  case gradleWrapper
  /// Maven's pom.xml.
  case maven
  /// Bazel: WORKSPACE, MODULE.bazel, BUILD, *.bzl.
  case bazel
  /// Nix expressions.
  case nix
  /// Dockerfile or Containerfile.
  case dockerfile
  /// A batch file of Windows' command processor.
  case batch
  /// A script for PowerShell.
  case powerShell
  /// A script in a language in which programs are written, too.
  case script(ScriptLanguage)
  /// npm's package.json.
  case packageScripts
  /// What a CI service runs.
  case workflow
  /// A source of Go, in which directives name commands.
  case goSource
  /// A list of packages that is nothing else, such as go.mod.
  case dependencies

  /// The kind of the file called `name`; nil if it is not a build file. `head` is its first bytes,
  /// by whose `#!` a script without an extension is recognised.
  init?(name: String, head: [UInt8]) {
    if head.first != UInt8(ascii: "#"), Self.isProgramSource(name) { return nil }
    var lowered = name.lowercased()
    // A template of a build file, such as CMakeLists.txt.in.
    if lowered.hasSuffix(".in"), lowered != "makefile.in" { lowered.removeLast(3) }
    let ending = lowered.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
      .map(String.init)
    switch lowered {
    case "cmakelists.txt": self = .cmake
    case "meson.build", "meson_options.txt": self = .meson
    case ".gitmodules": self = .gitModules
    case "makefile", "gnumakefile", "bsdmakefile", "makefile.am", "makefile.in": self = .make
    case "podfile": self = .podfile
    case "cartfile", "cartfile.private", "cartfile.resolved": self = .cartfile
    case "gradle-wrapper.properties": self = .gradleWrapper
    case "pom.xml": self = .maven
    case "workspace", "workspace.bazel", "workspace.bzlmod", "module.bazel", "build", "build.bazel":
      guard name == "BUILD" || name == "WORKSPACE" || ending != nil else { return nil }
      self = .bazel
    case "dockerfile", "containerfile": self = .dockerfile
    case "package.json": self = .packageScripts
    case "jenkinsfile": self = .script(.jenkins)
    case "build.rs": self = .script(.rust)
    case _ where lowered.hasPrefix("makefile.") && lowered != "makefile.pl": self = .make
    case "premake5.lua", "premake4.lua", "xmake.lua": self = .script(.lua)
    case "makefile.pl", "build.pl": self = .script(.perl)
    case "rakefile", "extconf.rb": self = .script(.ruby)
    case "setup.py", "conanfile.py", "sconstruct", "sconscript", "wscript":
      self = .script(.python)
    case _ where Workflow.isWorkflow(name: lowered): self = .workflow
    case _ where DependencyList(name: lowered) != nil: self = .dependencies
    case _
    where lowered == "package.swift" || (lowered.hasPrefix("package@swift-") && ending == "swift"):
      self = .swiftPackage
    case _ where lowered.hasPrefix("dockerfile.") || ending == "dockerfile": self = .dockerfile
    case _ where lowered.hasSuffix(".gradle") || lowered.hasSuffix(".gradle.kts"): self = .gradle
    default:
      switch ending {
      case "cmake": self = .cmake
      case "wrap": self = .mesonWrap
      case "mk", "mak", "make": self = .make
      case "bat", "cmd": self = .batch
      case "ps1", "psm1": self = .powerShell
      case "bzl": self = .bazel
      case "nix": self = .nix
      case "podspec": self = .podspec
      case "sh", "bash", "zsh", "ksh": self = .shell
      default:
        guard Self.isShell(head) else { return nil }
        self = .shell
      }
    }
  }

  /// Endings of files that build nothing unless a `#!` line says so: most of a tree, for which the
  /// names below need not be tried.
  private static let endingsOfPrograms: Set<Substring> = [
    "c", "h", "cc", "cpp", "cxx", "hh", "hpp", "inl", "m", "mm", "s", "asm", "java", "cs", "html",
    "htm", "md", "rst", "css", "png", "svg", "po", "pod", "t", "1", "3", "out", "ref",
  ]

  private static func isProgramSource(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
      endingsOfPrograms.contains(name[name.utf8.index(after: dot)...])
    else { return false }
    // `Makefile.c`, `Dockerfile.t`.
    guard let first = name.utf8.first, "MmDd".utf8.contains(first) else { return true }
    let lowered = name.lowercased()
    return !lowered.hasPrefix("makefile.") && !lowered.hasPrefix("dockerfile.")
  }

  /// Whether a `#!` line names a shell.
  private static func isShell(_ head: [UInt8]) -> Bool {
    interpreters(head).contains { ["sh", "bash", "dash", "zsh", "ksh"].contains($0) }
  }

  /// The words of a `#!` line, without folders.
  static func interpreters(_ head: [UInt8]) -> [String] {
    guard head.starts(with: "#!".utf8) else { return [] }
    let line = String(decoding: head.prefix(128).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return line.dropFirst(2).split { $0 == " " || $0 == "\t" || $0 == "/" || $0 == "\r" }
      .map(String.init)
  }

  /// The downloads in a file of this kind, in the order of lines. Comments are ignored.
  ///
  /// - Complexity: O(length).
  func fetchSites(in text: [UInt8]) -> [FetchSite] {
    let sites: [FetchSite] =
      switch self {
      case .cmake: CMakeFetches.sites(in: text)
      case .meson: MesonFetches.sites(inBuild: text)
      case .mesonWrap: MesonFetches.sites(inWrap: text)
      case .gitModules: ListFetches.gitModules(text)
      case .shell: ShellFetches.sites(inScript: text)
      case .make: MakeFetches.sites(in: text)
      case .dockerfile: ShellFetches.sites(inDockerfile: text)
      case .swiftPackage: CallFetches.swiftPackage(text)
      case .bazel: CallFetches.bazel(text)
      case .gradle: CallFetches.gradle(text)
      case .nix: CallFetches.nix(text)
      case .gradleWrapper: ListFetches.gradleWrapper(text)
      case .podfile: ListFetches.podfile(text)
      case .podspec: PodspecFetches.sites(in: text)
      case .cartfile: ListFetches.cartfile(text)
      case .maven: ListFetches.maven(text)
      case .batch: BatchFetches.sites(in: text)
      case .powerShell: PowerShellFetches.sites(in: text)
      case .script(let language): ScriptFetches.sites(in: text, language)
      case .packageScripts: PackageScripts.sites(in: text)
      case .workflow: WorkflowFetches.sites(in: text)
      case .goSource: text.withUnsafeBytes { GoDirectives.sites(in: $0) }
      case .dependencies: []
      }
    return sites.sorted {
      ($0.line, $0.means, $0.target ?? "") < ($1.line, $1.means, $1.target ?? "")
    }
  }

  /// Whether it runs only where something names it or somebody starts it.
  var isScript: Bool {
    switch self {
    case .shell, .batch, .powerShell, .script: true
    default: false
    }
  }
}
