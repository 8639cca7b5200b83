/// A list of packages that a tool downloads, which a lock beside it would pin.
enum DependencyList: String, Sendable {
  case cargo, go, npm, conan, vcpkg, requirements, pipfile, gemfile, composer, pubspec

  /// The list in the file of this lower-case name.
  init?(name: String) {
    switch name {
    case "cargo.toml": self = .cargo
    case "go.mod": self = .go
    case "package.json": self = .npm
    case "conanfile.txt", "conanfile.py": self = .conan
    case "vcpkg.json": self = .vcpkg
    case "pipfile": self = .pipfile
    case "gemfile": self = .gemfile
    case "composer.json": self = .composer
    case "pubspec.yaml": self = .pubspec
    default:
      guard name.hasSuffix(".txt") || name.hasSuffix(".in"),
        name.contains("requirements") || name == "constraints.txt"
      else { return nil }
      self = .requirements
    }
  }

  /// The files that pin it, beside it or, in a workspace, above it.
  var locks: [String] {
    switch self {
    case .cargo: ["cargo.lock"]
    case .go: ["go.sum"]
    case .npm:
      [
        "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
        "bun.lockb",
      ]
    case .conan: ["conan.lock"]
    case .vcpkg: ["vcpkg-configuration.json"]
    case .requirements: []
    case .pipfile: ["pipfile.lock"]
    case .gemfile: ["gemfile.lock"]
    case .composer: ["composer.lock"]
    case .pubspec: ["pubspec.lock"]
    }
  }

  /// The names of all locks, in lower case.
  static let lockNames: Set<String> = Set(
    [cargo, go, npm, conan, vcpkg, requirements, pipfile, gemfile, composer, pubspec]
      .flatMap(\.locks))

  /// How many packages it lists that only a lock would pin, and the line of the first.
  func unpinned(in text: [UInt8]) -> (count: Int, line: Int)? {
    let lines = entries(in: text)
    return lines.first.map { (lines.count, $0) }
  }

  /// The lines of the packages that come from elsewhere.
  private func entries(in text: [UInt8]) -> [Int] {
    switch self {
    case .npm:
      return ["dependencies", "devDependencies", "optionalDependencies"]
        .flatMap { PackageScripts.members(of: $0, in: text) }
        .filter { _, value, _ in !value.hasPrefix("file:") && !value.hasPrefix("workspace:") }
        .map(\.line)
    case .composer:
      return PackageScripts.members(of: "require", in: text)
        .filter { name, _, _ in name.contains("/") }.map(\.line)
    case .vcpkg:
      let tokens = BuildSyntax(lineComment: "//").tokens(of: text)
      if tokens.contains(where: { $0.text == "builtin-baseline" }) { return [] }
      guard let key = tokens.firstIndex(where: { $0.text == "dependencies" }),
        key + 3 < tokens.count, tokens[key + 2].text == "[", tokens[key + 3].text != "]"
      else { return [] }
      return [tokens[key + 3].line]
    case .cargo: return cargo(text)
    case .go: return go(text)
    case .requirements: return requirements(text)
    case .conan: return conan(text)
    case .pipfile:
      return sections(text) { $0 == "packages" || $0 == "dev-packages" }.filter {
        !$0.text.contains("path")
      }.map(\.line)
    case .gemfile:
      return ListFetches.lines(of: text).filter { _, line in
        line.hasPrefix("gem ") && !line.contains("path:") && !line.contains(":path")
      }.map(\.number)
    case .pubspec:
      var isList = false
      return text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .enumerated().compactMap { index, bytes in
          let line = String(decoding: bytes, as: UTF8.self)
          if line.first?.isLetter ?? false { isList = line.hasPrefix("dependencies:") }
          return isList && line.hasPrefix("  ") && line.contains(": ^") ? index + 1 : nil
        }
    }
  }

  /// `name = "1"` below `[dependencies]`, and `[dependencies.name]`; not those with a path.
  private func cargo(_ text: [UInt8]) -> [Int] {
    sections(text) { name in
      name.split(separator: ".").last.map { $0.hasSuffix("dependencies") } ?? false
    }.filter { line, text in
      !text.contains("path") && !text.contains("workspace") && text.contains("=")
        && text.first != "}" && text.first != "\""
    }.map(\.line)
  }

  /// The settings below the sections with a name that `isWanted` allows.
  private func sections(
    _ text: [UInt8], _ isWanted: (Substring) -> Bool
  ) -> [(line: Int, text: String)] {
    var isInside = false
    return ListFetches.lines(of: text).compactMap { number, line in
      if line.hasPrefix("[") {
        isInside = isWanted(line.drop { $0 == "[" }.prefix { $0 != "]" })
        return nil
      }
      return isInside ? (number, line) : nil
    }
  }

  /// `require` with one module or a block of them.
  private func go(_ text: [UInt8]) -> [Int] {
    var isBlock = false
    return ListFetches.lines(of: text).compactMap { number, line in
      if line.hasPrefix("require (") || line.hasPrefix("require(") {
        isBlock = true
        return nil
      }
      if isBlock, line == ")" {
        isBlock = false
        return nil
      }
      let isRequired = isBlock ? !line.hasPrefix("//") : line.hasPrefix("require ")
      return isRequired ? number : nil
    }
  }

  /// Requirements without a hash; pip wants all or none to have one.
  private func requirements(_ text: [UInt8]) -> [Int] {
    let lines = ListFetches.lines(of: text)
    if lines.contains(where: { $0.text.contains("--hash") }) { return [] }
    return lines.filter { _, line in
      guard let first = line.first else { return false }
      return (first.isLetter || first.isNumber) && !FetchCommand.isLocal(line)
    }.map(\.number)
  }

  /// `[requires]` of conanfile.txt, `requires = …` and `self.requires(…)` of conanfile.py.
  private func conan(_ text: [UInt8]) -> [Int] {
    let listed = sections(text) {
      $0 == "requires" || $0 == "build_requires" || $0 == "tool_requires"
    }
    .filter { $0.text.contains("/") }.map(\.line)
    if !listed.isEmpty { return listed }
    let tokens = BuildSyntax.python.tokens(of: text)
    let names: Set<String> = [
      "requires", "self.requires", "self.build_requires", "self.tool_requires",
      "self.test_requires", "build_requires", "tool_requires",
    ]
    return tokens.indices.dropLast(2).filter { index in
      tokens[index].kind == .word && names.contains(tokens[index].text)
        && (tokens[index + 1].text == "(" || tokens[index + 1].text == "=")
        && tokens[(index + 2)...].prefix(2).contains { $0.kind == .string && $0.text.contains("/") }
    }.map { tokens[$0].line }
  }
}
