/// What the definition of a type of package URL says of its namespaces, and of the case of its parts.
///
/// The facts are those of the type definitions of the package-url project ("purl-spec", types/*.json,
/// November 2026). A type that is not registered has no rules.
struct PackageURLType: Sendable {
  /// Whether there is a namespace.
  enum Requirement: Sendable { case required, optional, prohibited }

  var namespaces = Requirement.optional
  /// Whether the parts are lower-case in the canonical form.
  var lowersNamespace = false
  var lowersName = false
  var lowersVersion = false
  /// The registry treats these characters of a name as the one behind.
  var replaced: (characters: String, by: Character)?

  /// Parts in the canonical form.
  func namespace(_ text: String) -> String { lowersNamespace ? Self.lowered(text) : text }
  func version(_ text: String) -> String { lowersVersion ? Self.lowered(text) : text }
  func name(_ text: String) -> String {
    let text = lowersName ? Self.lowered(text) : text
    guard let replaced else { return text }
    return String(text.map { replaced.characters.contains($0) ? replaced.by : $0 })
  }

  private static func lowered(_ text: String) -> String { text.lowercased() }

  /// - Parameter lowers: `s` for the namespace, `n` for the name and `v` for the version.
  private init(
    _ namespaces: Requirement, lowers: String = "",
    replaced: (characters: String, by: Character)? = nil
  ) {
    self.namespaces = namespaces
    lowersNamespace = lowers.contains("s")
    lowersName = lowers.contains("n")
    lowersVersion = lowers.contains("v")
    self.replaced = replaced
  }

  /// A type without rules.
  init() {}

  /// The registered types that have rules.
  static let all: [String: PackageURLType] = [
    "alpm": Self(.required, lowers: "sn"), "apk": Self(.required, lowers: "sn"),
    "bazel": Self(.prohibited), "bitbucket": Self(.required, lowers: "sn"),
    "bitnami": Self(.prohibited, lowers: "n"), "brew": Self(.optional, lowers: "sn"),
    "cargo": Self(.prohibited), "chrome-extension": Self(.prohibited, lowers: "n"),
    "cocoapods": Self(.prohibited), "composer": Self(.required, lowers: "sn"),
    "conda": Self(.prohibited), "cran": Self(.prohibited),
    "deb": Self(.required, lowers: "sn"), "gem": Self(.prohibited), "git": Self(.required),
    "github": Self(.required, lowers: "sn"), "golang": Self(.required),
    "hackage": Self(.prohibited), "hex": Self(.optional, lowers: "sn"),
    "huggingface": Self(.required, lowers: "v"), "julia": Self(.prohibited),
    "luarocks": Self(.optional, lowers: "sn"), "maven": Self(.required),
    "mlflow": Self(.prohibited), "nuget": Self(.prohibited),
    "oci": Self(.prohibited, lowers: "nv"), "opam": Self(.prohibited),
    "otp": Self(.prohibited, lowers: "n"),
    "pub": Self(.prohibited, lowers: "n", replaced: ("-", "_")),
    "pypi": Self(.prohibited, lowers: "nv", replaced: ("_", "-")),
    "qpkg": Self(.required, lowers: "s"), "rpm": Self(.required, lowers: "s"),
    "swift": Self(.required), "vcpkg": Self(.prohibited),
    "vscode-extension": Self(.required, lowers: "snv"), "yocto": Self(.optional, lowers: "s"),
  ]
}
