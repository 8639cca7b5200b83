/// Finds downloads in build languages that download by function calls.
enum CallFetches {
  /// Packages and binaries with an address; those with a path are in the tree.
  static func swiftPackage(_ text: [UInt8]) -> [FetchSite] {
    BuildSyntax.swift.calls(in: text).compactMap { call in
      guard
        call.name == ".package" || call.name == ".binaryTarget"
          || call.name.hasSuffix("Dependency.package")
          || call.name.hasSuffix("Target.binaryTarget"),
        let label = call.arguments.firstIndex(of: "url:")
      else { return nil }
      let name = call.name.split(separator: ".").last.map { ".\($0)" } ?? call.name
      let target = label + 1 < call.arguments.count ? call.arguments[label + 1] : nil
      return FetchSite(line: call.line, means: "\(name)(url:)", target: target)
    }
  }

  /// Repository rules and modules. A `load` does not download.
  static func bazel(_ text: [UInt8]) -> [FetchSite] {
    let rules: Set<String> = [
      "http_archive", "http_file", "http_jar", "git_repository", "new_git_repository", "bazel_dep",
      "maven_install", "go_repository", "npm_install", "yarn_install", "pip_install", "pip_parse",
    ]
    return BuildSyntax.starlark.calls(in: text).compactMap { call in
      let name = call.name.split(separator: ".").last.map(String.init) ?? call.name
      // The arguments of a definition are parameters.
      guard rules.contains(name), call.arguments.contains(where: { $0.hasSuffix("=") }) else {
        return nil
      }
      let address =
        call.arguments.first { $0.contains("://") } ?? call.arguments.first { !$0.hasSuffix("=") }
      return FetchSite(line: call.line, means: name, target: address)
    }
  }

  /// Repositories that a Gradle build downloads from.
  static func gradle(_ text: [UInt8]) -> [FetchSite] {
    let named: Set<String> = ["mavenCentral", "google", "jcenter", "gradlePluginPortal"]
    let tokens = BuildSyntax.groovy.tokens(of: text)
    var sites: [FetchSite] = []
    // The words before the braces that are open.
    var blocks: [String] = []
    for (index, token) in tokens.enumerated() {
      switch (token.kind, token.text) {
      case (.mark, "{"):
        var opener = index - 1
        if opener >= 0, tokens[opener].text == ")" {
          while opener > 0, tokens[opener].text != "(" { opener -= 1 }
          opener -= 1
        }
        blocks.append(opener >= 0 ? tokens[opener].text : "")
      case (.mark, "}"):
        _ = blocks.popLast()
      case (.word, let word) where named.contains(word) && blocks.contains("repositories"):
        sites.append(FetchSite(line: token.line, means: "repositories", target: word))
      case (.string, let address) where blocks.contains("repositories") && address.contains("://"):
        if !FetchCommand.isLocal(address) {
          sites.append(FetchSite(line: token.line, means: "repositories", target: address))
        }
      default: break
      }
    }
    return sites
  }

  /// Calls of Nix's fetchers; an argument list or an `inherit` does not call them.
  static func nix(_ text: [UInt8]) -> [FetchSite] {
    let tokens = BuildSyntax.nix.tokens(of: text)
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      let name = token.text.split(separator: ".").last.map(String.init) ?? token.text
      guard token.kind == .word, name.hasPrefix("fetch"), name.count > 5, index + 1 < tokens.count
      else {
        return nil
      }
      let next = tokens[index + 1]
      let isApplied =
        next.kind == .string || (next.kind == .mark && ["{", "("].contains(next.text))
        || (next.kind == .word && next.text == "rec")
      guard isApplied else { return nil }
      let address = tokens[index...].prefix(40).first {
        $0.kind == .string && $0.text.contains("://")
      }
      return FetchSite(
        line: token.line, means: name,
        target: address?.text ?? (next.kind == .string ? next.text : nil))
    }
  }
}
