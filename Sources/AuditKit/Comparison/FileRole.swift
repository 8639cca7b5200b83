/// What a file is for, in the order in which a reviewer looks at what nobody expected.
public enum FileRole: String, CaseIterable, Comparable, Sendable {
  /// It says how to build: a build script, an m4 macro.
  case build
  /// Machine code, an archive, or anything else that is not text.
  case binary
  /// A tool wrote it when the release was made: `configure`, `Makefile.in`, `PKG-INFO`.
  case generated
  /// Source of the program itself.
  case source
  /// Documentation, data and the rest.
  case other

  /// How many bytes of a file's beginning are needed.
  public static let headBytes = 8192

  /// The role of the file called `name` that begins with `head`.
  public init(name: String, head: [UInt8]) {
    let lowered = name.lowercased()
    let ending = String(lowered.split(separator: ".").dropFirst().last ?? "")
    if head.withUnsafeBytes({ FileSignature($0) != nil || $0.contains(0) }) {
      self = .binary
    } else if Self.generatedNames.contains(lowered) || Self.generatedEndings.contains(ending) {
      self = .generated
    } else if Self.buildNames.contains(lowered) || Self.buildEndings.contains(ending)
      || BuildFile(name: name, head: head) != nil
    {
      self = .build
    } else if SourceKind.isCode(ending: ending) {
      self = .source
    } else {
      self = .other
    }
  }

  /// What autoreconf, automake, libtool, gettextize and Python's `sdist` add to a release.
  private static let generatedNames: Set<String> = [
    "configure", "makefile.in", "aclocal.m4", "config.h.in", "config.hin", "config.guess",
    "config.sub", "config.rpath", "compile", "depcomp", "install-sh", "ltmain.sh", "missing",
    "mkinstalldirs", "test-driver", "ylwrap", "ar-lib", "py-compile", "mdate-sh", "texinfo.tex",
    "pkg-info", "sources.txt", "requires.txt", "top_level.txt", "dependency_links.txt",
    "entry_points.txt", "stamp-vti", "version.texi",
  ]
  private static let generatedEndings: Set<String> = ["gmo", "sin", "sed"]

  /// Scripts and settings by which a build is steered, beside what `BuildFile` knows.
  private static let buildNames: Set<String> = [
    "configure.ac", "configure.in", "setup.py", "setup.cfg", "pyproject.toml", "package.json",
    "cargo.toml", "build.rs", "binding.gyp", "sconstruct", "sconscript", "rakefile", "wscript",
    "build.zig", "build.xml", "gemfile", "justfile", "vcpkg.json",
  ]
  private static let buildEndings: Set<String> = [
    "m4", "am", "ac", "in", "gyp", "gypi", "podspec", "gemspec", "pro", "vcxproj",
  ]

  /// Orders by attention.
  public static func < (left: FileRole, right: FileRole) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
