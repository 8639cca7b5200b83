import SafeFiles

/// The kinds of file that can mention a package, recognised by their names.
enum MentioningFile: Sendable {
  /// A build file of the host: every word counts.
  case build
  /// Source of the host: its includes and imports count.
  case source
  /// C source of a package: its includes count.
  case packageSource
  /// The `Package.swift` of a package, which names the packages that it needs: every word counts.
  case packageManifest
  /// A module map of a package: the names of its modules.
  case packageModules

  /// The kind of `file`; nil if it cannot mention a package.
  init?(_ file: AuditedFile) {
    guard file.kind == .file, file.size > 0 else { return nil }
    let ending = file.fileExtension
    if file.package != nil {
      if Self.isCFamily(ending: ending) {
        self = .packageSource
      } else if ending == "modulemap" {
        self = .packageModules
      } else if case .swiftPackage = BuildFile(name: file.name, head: []) {
        self = .packageManifest
      } else {
        return nil
      }
    } else if Self.isBuildFile(file, ending: ending) {
      self = .build
    } else if SourceKind.isSource(ending: ending) {
      self = .source
    } else {
      return nil
    }
  }

  /// Whether files with this ending are headers or include them.
  static func isCFamily(ending: String) -> Bool {
    isHeader(ending: ending) || ["c", "cc", "cpp", "cxx", "m", "mm", "s"].contains(ending)
  }

  /// Whether files with this ending are headers.
  static func isHeader(ending: String) -> Bool {
    ["h", "hh", "hpp", "hxx", "inl"].contains(ending)
  }

  private static func isBuildFile(_ file: AuditedFile, ending: String) -> Bool {
    if endings.contains(ending) || names.contains(file.name.lowercased()) { return true }
    return BuildFile(name: file.name, head: []) != nil || (ending.isEmpty && file.isExecutable)
  }

  private static let endings: Set<String> = [
    "pbxproj", "xcconfig", "xcscheme", "podspec", "modulemap", "vcxproj", "props", "targets",
    "csproj", "sln", "gyp", "gypi", "pro", "pri", "bp", "ninja", "gn", "gni", "buck", "zon", "am",
    "ac", "m4", "spec", "yml", "yaml", "bat", "cmd", "ps1",
  ]
  private static let names: Set<String> = [
    "go.mod", "go.work", "cargo.toml", "pyproject.toml", "package.json", "tsconfig.json",
    "setup.py",
    "setup.cfg", "manifest.in", "gemfile", "rakefile", "sconstruct", "sconscript", "wscript",
    "configure", "configure.in", "jamfile", "jamroot", "premake5.lua", "xmake.lua", "build.zig",
    "build.rs", "justfile", "taskfile", "cmakepresets.json", "compile_flags.txt", "build.xml",
    "composer.json", "meson.options",
  ]
}
