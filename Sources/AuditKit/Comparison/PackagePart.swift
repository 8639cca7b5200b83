import SafeFiles
import VendorKit

/// The part of a package that a file belongs to, by its path and, where its name does not tell, by
/// whether it is a script.
///
/// A licence of the main part is the library's; one that only a test or an autotools file has is not.
enum PackagePart: String, CaseIterable, Comparable, Sendable {
  /// The library itself, and its licence files.
  case main
  /// Tests, fuzzers, benchmarks and their data.
  case tests
  /// Examples, scripts and programs beside the library.
  case tools
  /// Documentation.
  case docs
  /// What only a build or a CI service reads: makefiles, `configure`, m4 macros.
  case build

  /// The part of `package` that the file at `path`, from the root, belongs to.
  ///
  /// - Parameter isScript: whether the file is an ``isUnnamedScript(ending:head:)``.
  init(of path: RelativePath, in package: AuditPackage, isScript: Bool = false) {
    self.init(components: path.components.dropFirst(package.path.components.count))
    if isScript, self == .main, !LicenseFile.isLicense(name: path.lastComponent.bytes) {
      self = .tools
    }
  }

  /// Whether a file of this ending that begins with `head` is a program in a script language whose
  /// name does not tell so, as `zlib2ansi` and `releasechk`.
  static func isUnnamedScript(ending: String, head: some Sequence<UInt8>) -> Bool {
    ending.isEmpty && head.starts(with: "#!".utf8)
  }

  /// The part of the file at the end of `path`, which begins at its package.
  init(components path: some BidirectionalCollection<RelativePath>) {
    guard let file = path.last else {
      self = .main
      return
    }
    let name = file.description.lowercased()
    let folders = path.dropLast().map { $0.description.lowercased() }
    let parts = folders.compactMap { Self.folders[$0] }
    if let part = parts.first(where: { $0 == .tests || $0 == .tools }) {
      self = part
    } else if LicenseFile.isLicense(name: file.bytes) || folders.last == "licenses" {
      self = .main
    } else if let part = parts.first {
      self = part
    } else if Self.isTest(name) {
      self = .tests
    } else {
      self = Self.part(ofFile: file.description)
    }
  }

  /// The part of a file whose folders say nothing.
  private static func part(ofFile name: String) -> PackagePart {
    switch FileRole(name: name, head: []) {
    case .build, .generated: return .build
    case .binary, .source, .other: break
    }
    let lowered = name.lowercased()
    let stem = String(lowered.prefix { $0 != "." })
    if isOfBuild(lowered, stem) { return .build }
    let ending = lowered.split(separator: ".").dropFirst().last.map(String.init) ?? ""
    if documents.contains(stem) || documentEndings.contains(ending) { return .docs }
    // A manual page of section 1 to 8.
    if let section = Int(ending), (1...8).contains(section) { return .docs }
    return lowered.hasPrefix(".") ? .build : .main
  }

  /// Whether a name is made like that of a configure script or a makefile: `configure-cmake`,
  /// `Makefile-libbz2_so`, `configure.gnu`.
  private static func isOfBuild(_ name: String, _ stem: String) -> Bool {
    guard stem == name else {
      let ending = name.split(separator: ".").last.map(String.init) ?? ""
      return stem == "configure" && !SourceKind.hasSlashComments(ending: ending)
    }
    let first = name.prefix { $0 != "-" && $0 != "_" }
    return buildNames.contains(String(first))
  }

  /// Scripts and files that steer a build, by their names up to a dash, beside what `FileRole` knows.
  private static let buildNames: Set<String> = [
    "configure", "config", "bootstrap", "autogen", "buildconf", "makefile", "gnumakefile",
    "gradlew",
    "mkfile", "buck", "doxyfile", "brewfile", "jamfile", "jamroot",
  ]

  private static func isTest(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."),
      SourceKind.isCode(ending: String(name[dot...].dropFirst()))
    else { return false }
    let stem = name[..<dot]
    return stem == "test" || stem == "tests" || stem == "benchmark" || stem.hasPrefix("test_")
      || stem.hasPrefix("test-") || stem.hasSuffix("_test") || stem.hasSuffix("-test")
      || stem.hasSuffix("_tests") || stem.hasSuffix("_unittest") || stem.hasSuffix(".test")
      || stem.hasSuffix("_benchmark") || stem.hasSuffix("_fuzzer")
  }

  private static let folders: [String: PackagePart] = {
    let names: [PackagePart: [String]] = [
      .tests: [
        "test", "tests", "testing", "testsuite", "testsuites", "test-suite", "testdata",
        "test-data", "test_data", "testprograms", "unittest", "unittests", "unit_tests", "t", "xt",
        "spec", "specs", "regress", "fuzz", "fuzzer", "fuzzers", "fuzzing", "oss-fuzz", "ossfuzz",
        "bench", "benchmark", "benchmarks", "__tests__", "fixtures",
      ],
      .tools: [
        "tools", "tool", "scripts", "script", "contrib", "example", "examples", "sample",
        "samples", "demo", "demos", "maint", "devel",
      ],
      .docs: ["doc", "docs", "documentation", "man", "manual", "manpages", "htdocs", "website"],
      .build: [
        "m4", "cmake", "build-aux", "build_aux", "autotools", "config-aux", "admin", "build",
        "builds", "ci", ".ci", ".github", ".gitlab", ".circleci", ".travis", "debian", "packaging",
        "msvc", "visualc", "vcbuild", "win32-build", "projects",
      ],
    ]
    return Dictionary(
      uniqueKeysWithValues: names.flatMap { part, names in names.map { ($0, part) } })
  }()

  private static let documents: Set<String> = [
    "readme", "changes", "changelog", "news", "authors", "contributors", "maintainers", "thanks",
    "todo", "install", "history", "releasenotes", "release_notes", "security", "contributing",
    "code_of_conduct", "faq", "bugs", "credits", "hacking", "about",
  ]
  private static let documentEndings: Set<String> = [
    "md", "markdown", "rst", "adoc", "txt", "html", "htm", "texi", "texinfo", "pod", "tex", "pdf",
    "ps",
    "dox", "doxy", "roff", "3pm", "png", "svg", "jpg", "gif",
  ]

  /// Orders with the main part first.
  static func < (left: PackagePart, right: PackagePart) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
