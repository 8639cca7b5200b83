/// Tools on PATH that are installed in the caller's home folder, which the builds do not see.
struct HomeTools {
  /// The folders of PATH in the home folder that exist.
  let folders: [String]

  /// The managers whose programs look for the rest of themselves in the home folder.
  private static let managers = [
    (part: ".cargo", name: "rustup and cargo"), (part: ".rustup", name: "rustup"),
    (part: ".pyenv", name: "pyenv"), (part: ".nvm", name: "nvm"),
    (part: "swiftly", name: "swiftly"),
    (part: ".rbenv", name: "rbenv"), (part: ".asdf", name: "asdf"),
    (part: ".sdkman", name: "SDKMAN"),
    (part: ".volta", name: "Volta"), (part: ".bun", name: "Bun"), (part: ".deno", name: "Deno"),
  ]

  init(_ environment: BuildEnvironment) {
    let home = environment["HOME"] ?? ""
    guard home.hasPrefix("/"), home != "/" else {
      folders = []
      return
    }
    var seen: Set<String> = []
    folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter {
      $0.hasPrefix("\(home)/") && FileSystem.exists($0) && seen.insert($0).inserted
    }
  }

  /// One sentence, where there are any.
  var notes: [String] {
    if folders.isEmpty { return [] }
    let names = Self.managers.filter { manager in
      folders.contains { $0.split(separator: "/").contains { $0.hasSuffix(manager.part) } }
    }
    .map(\.name)
    let managers = names.isEmpty ? "tools" : names.joined(separator: ", ")
    return [
      "PATH contains \(folders.joined(separator: ", ")), in your home folder, while the builds have an empty "
        + "one; if they need what is there (\(managers)), give --home kept, or home = \"kept\" in [build]"
    ]
  }
}
