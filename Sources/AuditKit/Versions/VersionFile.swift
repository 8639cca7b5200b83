import SafeFiles

/// A kind of file in which a project states its version.
enum VersionFile: CaseIterable, Sendable {
  /// `PKG-INFO` of a Python source distribution, written when it was made.
  case pythonMetadata
  case packageJSON
  case cargo
  case podspec
  case podspecJSON
  /// `configure.ac` and `configure.in`.
  case autoconf
  case meson
  case cmake
  case pyproject
  case setupCfg

  /// The kind of the file with this name; nil if it states no version.
  init?(name: String) {
    switch name {
    case "PKG-INFO": self = .pythonMetadata
    case "package.json": self = .packageJSON
    case "Cargo.toml": self = .cargo
    case "configure.ac", "configure.in": self = .autoconf
    case "meson.build": self = .meson
    case "CMakeLists.txt": self = .cmake
    case "pyproject.toml": self = .pyproject
    case "setup.cfg": self = .setupCfg
    default:
      if name.hasSuffix(".podspec") {
        self = .podspec
      } else if name.hasSuffix(".podspec.json") {
        self = .podspecJSON
      } else {
        return nil
      }
    }
  }

  /// The version that a file of this kind states; nil where it states none, or computes it.
  func statement(in text: [UInt8]) -> StatedVersion? {
    let lines = VersionLines(text)
    let stated =
      switch self {
      case .pythonMetadata: lines.header()
      case .packageJSON, .podspecJSON: lines.json(text)
      case .cargo: lines.section(["package", "workspace.package"])
      case .pyproject: lines.section(["project", "tool.poetry"])
      case .setupCfg: lines.section(["metadata"])
      case .podspec: lines.podspec()
      case .autoconf: lines.autoconf()
      case .meson: lines.meson()
      case .cmake: lines.cmake()
      }
    // What is filled in by a build begins with a sign or a letter.
    guard let stated, stated.version.first.map({ $0.isNumber || $0 == "v" }) == true else {
      return nil
    }
    return stated
  }
}
