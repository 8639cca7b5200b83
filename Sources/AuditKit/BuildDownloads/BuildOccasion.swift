import SafeFiles

/// On what occasion a build file or script runs, the most frequent first.
enum BuildOccasion: Int, Comparable, CaseIterable, Sendable {
  /// When the package is built or installed.
  case build
  /// When its tests, examples or documentation are.
  case tests
  /// When its authors' CI service checks or releases it.
  case ci

  static func < (left: BuildOccasion, right: BuildOccasion) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The occasion that the folders of a file and its name tell.
  ///
  /// - Parameter components: its path from the package's folder, or the host's root.
  init(components: [String], kind: BuildFile) {
    let lowered = components.map { $0.lowercased() }
    let name = lowered.last ?? ""
    let stem = String(name.prefix { $0 != "." })
    let folders = lowered.dropLast()
    if kind == .workflow || kind == .script(.jenkins) {
      self = name.contains("readthedocs") ? .tests : .ci
    } else if folders.contains(where: Self.ciFolders.contains)
      || ["ci", "travis", "appveyor"].contains(where: { stem == $0 })
      || ["ci-", "ci_", "travis", "appveyor"].contains(where: stem.hasPrefix)
      || ["-ci", "_ci"].contains(where: stem.hasSuffix)
    {
      self = .ci
    } else if folders.contains(where: Self.isTestFolder)
      || ["test_", "test-", "run_test", "run-test", "runtest", "conftest"]
        .contains(where: stem.hasPrefix)
      || ["_test", "-test", "_tests", "-tests"].contains(where: stem.hasSuffix)
      || ["test", "tests", "runtests", "noxfile", "tox"].contains(stem)
    {
      self = .tests
    } else {
      self = .build
    }
  }

  private static let ciFolders: Set<String> = [
    ".github", ".gitlab", ".gitlab-ci", ".circleci", ".travis", "travis", ".ci", "ci", "_ci",
    ".azure", ".azure-pipelines", "azure-pipelines", ".azuredevops", "appveyor", ".appveyor",
    ".builds", ".buildkite", ".woodpecker", ".semaphore", ".cirrus", "cirrus", "jenkins", "kokoro",
    ".kokoro", "oss-fuzz", ".drone", ".teamcity", "ci-scripts", "ci_scripts",
  ]

  /// Whether a folder of this lower-case name contains tests, examples or documentation.
  static func isTestFolder(_ name: String) -> Bool {
    testFolders.contains(name) || name.hasSuffix("_tests") || name.hasSuffix("-tests")
      || name.hasSuffix("_test") || name.hasSuffix("-test")
  }
  private static let testFolders: Set<String> = [
    "test", "tests", "testing", "testsuite", "unittest", "unittests", "t", "xt", "spec", "specs",
    "__tests__", "fuzz", "fuzzing", "fuzzers", "bench", "benches", "benchmark", "benchmarks",
    "perf",
    "example", "examples", "sample", "samples", "demo", "demos", "doc", "docs", "documentation",
    "tutorial", "tutorials", "website", "regress", "regression",
  ]
}

/// Which scripts in languages of programs belong to a build.
enum BuildScriptLocation {
  /// Folders at the top of a package, or in the second level, whose scripts build it.
  private static let folders: Set<String> = [
    "script", "scripts", "tool", "tools", "build", ".build", "build-aux", "build_aux",
    "build-scripts", "buildtools", "build-tools", "build_tools", "buildsystem", "inc", "etc", "mk",
    "misc", "extras", "prebuild", "cmake", "contrib", "hack", "admin", "dev", "devtools", "maint",
    "maintenance",
    "infra", "packaging", "package", "third_party", "thirdparty", "3rdparty", "external", "deps",
    "dependencies", "vendor", "util", "utils", "support", "autotools", "config", "m4", "meson",
    "release", "python_build", "bootstrap", "setup", "install", ".github", ".ci", "ci",
  ]
  /// How names begin that build or prepare something.
  private static let stems = [
    "build", "download", "fetch", "get_", "get-", "getdep", "install", "bootstrap", "update",
    "sync",
    "setup", "prepare", "configure", "make", "gen", "hatch_build", "vendor", "dep", "postinstall",
    "preinstall", "prebuild", "postbuild", "autogen", "init", "gruntfile", "gulpfile", "noxfile",
    "tasks", "fabfile", "dodo", "conftest", "release", "package", "pull", "clone", "checkout", "ci",
    "travis", "appveyor", "retrieve", "import",
  ]

  /// The language of a script that a build may run; nil for a program's own source.
  ///
  /// - Parameters:
  ///   - components: its path from the package's folder, or the host's root.
  ///   - head: its first bytes; empty if they are not known yet.
  static func language(of components: [String], head: [UInt8]) -> ScriptLanguage? {
    let lowered = components.map { $0.lowercased() }
    guard var name = lowered.last else { return nil }
    if name.hasSuffix(".in") { name.removeLast(3) }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let language =
      parts.count > 1
      ? ScriptLanguage(ending: String(parts[parts.count - 1]))
      : BuildFile.interpreters(head).lazy.compactMap(ScriptLanguage.init(interpreter:)).first
    guard let language else { return nil }
    let folders = lowered.dropLast()
    if folders.isEmpty {
      return parts.count == 1 || stems.contains(where: name.hasPrefix) ? language : nil
    }
    let isInScripts =
      Self.folders.contains(folders[0])
      || (folders.count > 1 && !["src", "lib", "source"].contains(folders[0])
        && Self.folders.contains(folders[1]))
    if isInScripts || stems.contains(where: { $0.count > 4 && name.hasPrefix("\($0)-") }) {
      return language
    }
    switch BuildOccasion(components: components, kind: .script(language)) {
    case .build: return nil
    // Examples download because their users want that.
    case .tests: return folders.contains { $0.hasPrefix("test") || $0 == "t" } ? language : nil
    case .ci: return language
    }
  }
}
