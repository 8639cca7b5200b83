/// Finds downloads in CMake files: by modules, `file(DOWNLOAD)` and commands that CMake runs.
enum CMakeFetches {
  static func sites(in text: [UInt8]) -> [FetchSite] {
    BuildSyntax.cmake.calls(in: text).compactMap { call in
      let arguments = call.arguments
      switch call.name.lowercased() {
      case "fetchcontent_declare", "fetchcontent_populate", "externalproject_add":
        return remote(
          after: ["URL", "GIT_REPOSITORY", "SVN_REPOSITORY", "HG_REPOSITORY", "CVS_REPOSITORY"],
          in: arguments
        )
        .map { FetchSite(line: call.line, means: call.name, target: $0) }
      case "cpmaddpackage", "cpmfindpackage", "hunter_add_package", "hunter_gate",
        "conan_cmake_install":
        return FetchSite(line: call.line, means: call.name, target: arguments.first)
      case "file" where arguments.first?.uppercased() == "DOWNLOAD":
        guard arguments.count > 1, !FetchCommand.isLocal(arguments[1]) else { return nil }
        return FetchSite(line: call.line, means: "file(DOWNLOAD)", target: arguments[1])
      case "execute_process", "add_custom_command", "add_custom_target", "exec_program":
        return commands(of: arguments).lazy.flatMap(FetchCommand.commands)
          .compactMap { words in FetchCommand.name(of: words).map { ($0, words) } }.first
          .map { means, words in
            FetchSite(line: call.line, means: means, target: words.first { $0.contains("://") })
          }
      default:
        return nil
      }
    }
  }

  /// The address after one of the keywords, if it may be on another machine.
  private static func remote(after keywords: Set<String>, in arguments: [String]) -> String? {
    for (index, argument) in arguments.enumerated().dropLast() where keywords.contains(argument) {
      let address = arguments[index + 1]
      // A plain path is an archive inside the project.
      let isRemote = address.contains("://") || address.hasPrefix("git@") || address.contains("$")
      if isRemote, !FetchCommand.isLocal(address), !isInTree(address) { return address }
    }
    return nil
  }

  /// Whether a path begins with a folder of the project or of its build.
  private static func isInTree(_ address: String) -> Bool {
    ["${CMAKE_", "${PROJECT_", "${CMAKE_CURRENT_"].contains { address.hasPrefix($0) }
      && !address.contains("://")
  }

  /// What follows each COMMAND, up to the next keyword.
  private static func commands(of arguments: [String]) -> [[String]] {
    arguments.split(separator: "COMMAND", omittingEmptySubsequences: true).dropFirst(
      arguments.first == "COMMAND" ? 0 : 1
    ).map(Array.init)
  }
}

/// Finds downloads in Meson files: by wraps and by commands that Meson runs.
enum MesonFetches {
  /// The addresses that a wrap downloads from, except those of local files.
  static func sites(inWrap text: [UInt8]) -> [FetchSite] {
    var section = ""
    return ListFetches.lines(of: text).compactMap { number, line in
      if line.hasPrefix("[") {
        section = line
        return nil
      }
      guard section.hasPrefix("[wrap-"), let (key, value) = ListFetches.setting(line),
        ["url", "source_url", "patch_url"].contains(key), !FetchCommand.isLocal(value)
      else { return nil }
      return FetchSite(line: number, means: "\(section) \(key)", target: value)
    }
  }

  static func sites(inBuild text: [UInt8]) -> [FetchSite] {
    BuildSyntax.meson.calls(in: text).compactMap { call in
      guard ["run_command", "custom_target", "run_target"].contains(call.name) else { return nil }
      for start in call.arguments.indices {
        let words = Array(call.arguments[start...])
        if let means = FetchCommand.commands(in: words).lazy.compactMap(FetchCommand.name).first {
          return FetchSite(
            line: call.line, means: means, target: words.first { $0.contains("://") })
        }
        if call.name == "run_command" { return nil }
      }
      return nil
    }
  }
}
