import Findings
import VendorKit

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
