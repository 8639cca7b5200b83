import Findings
import VendorKit

/// Rules about builds that ask another machine for something.
enum BuildDownloadsRules {
  static let command = rule("fetches-command", "a script or makefile runs a program that fetches")
  static let cmake = rule("fetches-cmake", "a CMake file fetches")
  static let meson = rule("fetches-meson", "a Meson file or wrap fetches")
  static let submodule = rule("fetches-submodule", "a git submodule is fetched")
  static let swift = rule("fetches-swift", "a Swift package is fetched")
  static let pods = rule("fetches-pods", "CocoaPods or Carthage fetches")
  static let java = rule("fetches-java", "Gradle or Maven asks a repository")
  static let bazel = rule("fetches-bazel", "a Bazel rule fetches")
  static let nix = rule("fetches-nix", "a Nix expression fetches")
  static let docker = rule("fetches-docker", "a Dockerfile adds from an address")

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
        What is fetched at build time can change or vanish, and the repository no longer rebuilds from \
        itself. Vendor what it fetches with `assetkit vendor add`, or leave the file out of the \
        package with --exclude if nothing here uses it.
        """)
  }
}
