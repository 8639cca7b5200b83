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

  /// The kind of the file called `name`; nil if it is not a build file. `head` is its first bytes,
  /// by whose `#!` a script without an extension is recognised.
  init?(name: String, head: [UInt8]) {
    let lowered = name.lowercased()
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
    case _
    where lowered == "package.swift" || (lowered.hasPrefix("package@swift-") && ending == "swift"):
      self = .swiftPackage
    case _ where lowered.hasPrefix("dockerfile.") || ending == "dockerfile": self = .dockerfile
    case _ where lowered.hasSuffix(".gradle") || lowered.hasSuffix(".gradle.kts"): self = .gradle
    default:
      switch ending {
      case "cmake": self = .cmake
      case "wrap": self = .mesonWrap
      case "mk", "mak": self = .make
      case "bzl": self = .bazel
      case "nix": self = .nix
      case "sh", "bash", "zsh", "ksh": self = .shell
      default:
        guard Self.isShell(head) else { return nil }
        self = .shell
      }
    }
  }

  /// Whether a `#!` line names a shell.
  private static func isShell(_ head: [UInt8]) -> Bool {
    guard head.starts(with: "#!".utf8) else { return false }
    let line = String(decoding: head.prefix(128).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let words = line.dropFirst(2).split { $0 == " " || $0 == "\t" || $0 == "/" || $0 == "\r" }
    return words.contains { ["sh", "bash", "dash", "zsh", "ksh"].contains($0) }
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
      case .make: ShellFetches.sites(inMakefile: text)
      case .dockerfile: ShellFetches.sites(inDockerfile: text)
      case .swiftPackage: CallFetches.swiftPackage(text)
      case .bazel: CallFetches.bazel(text)
      case .gradle: CallFetches.gradle(text)
      case .nix: CallFetches.nix(text)
      case .gradleWrapper: ListFetches.gradleWrapper(text)
      case .podfile: ListFetches.podfile(text)
      case .cartfile: ListFetches.cartfile(text)
      case .maven: ListFetches.maven(text)
      }
    return sites.sorted {
      ($0.line, $0.means, $0.target ?? "") < ($1.line, $1.means, $1.target ?? "")
    }
  }
}

/// A place in a build file that downloads something.
struct FetchSite: Hashable, Sendable {
  /// The line, from 1.
  let line: Int
  /// What downloads: a program, a function, a section of a file.
  let means: String
  /// What is downloaded, as written; nil if unknown.
  let target: String?
}
