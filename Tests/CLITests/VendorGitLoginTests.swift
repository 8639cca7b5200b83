import SafeFiles
import TestSupport
import Testing

/// A private repository behind a login, asked from a project whose own configuration names programs.
@Suite(.timeLimit(.minutes(15)))
struct VendorGitLoginTests {
  let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder(["repo/a.c": "int a;\n", "home/.keep": ""])
    let evil = "touch \(folder.path)/RAN; false"
    try await Command.shell(
      """
      export GIT_CONFIG_GLOBAL=/dev/null
      git init -q -b main repo && cd repo && git add .
      git -c user.name=n -c user.email=e commit -q -m m && git tag v1 && cd ..
      git init -q project && cd project
      git config credential.helper '!\(evil)'
      git config core.askPass '\(folder.path)/evil'
      git config core.gitProxy '\(folder.path)/evil'
      git config core.sshCommand '\(evil)'
      git config core.fsmonitor '\(evil)'
      git config core.hooksPath '\(folder.path)/hooks'
      git config url.ext::/bin/false.insteadOf http://
      git config include.path '\(folder.path)/included'
      printf '[credential]\\n\\thelper = "!\(evil)"\\n' > ../included
      mkdir ../hooks
      for hook in reference-transaction post-checkout pre-auto-gc fsmonitor-watchman; do
        printf '#!/bin/sh\\n\(evil)\\n' > "../hooks/$hook"
        cp "../hooks/$hook" .git/hooks/
      done
      cp ../hooks/post-checkout ../evil
      chmod +x ../evil ../hooks/* .git/hooks/*
      """, in: folder.path)
  }

  /// Adds the repository, in a fresh cache.
  func add(
    _ name: String, port: Int, environment: [String: String] = [:]
  ) async throws -> Command.Outcome {
    var all = ["HOME": folder.path + "/home", "XDG_CACHE_HOME": "\(folder.path)/cache-\(name)"]
    all.merge(environment) { $1 }
    return try await Program.run(
      [
        "vendor", "add", name, "http://127.0.0.1:\(port)/repo", "--type", "git", "--ref", "v1",
        "--allow-http",
      ], in: folder.path + "/project", environment: all)
  }

  /// The helper that answers with the right login.
  static let helper = #""!f() { echo username=user; echo password=word; }; f""#

  @Test func thePersonsConfigurationAuthenticates() async throws {
    try await PythonServer.run(PythonServer.gitWithLogin, in: folder) { port in
      let refused = try await add("none", port: port)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("credential helper of your own"), "\(refused.errors)")
      #expect(try folder.names(in: "project") == [".git"])

      try folder.write("home/.netrc", "machine 127.0.0.1 login user password word\n")
      #expect(try await add("netrc", port: port).status == 0)
      try folder.handle.removeFile(RelativePath("home/.netrc"))

      try folder.write("home/more", "[credential]\n\thelper = \(Self.helper)\n")
      try folder.write("home/.gitconfig", "[include]\n\tpath = more\n")
      #expect(try await add("global", port: port).status == 0)
      try folder.handle.removeFile(RelativePath("home/.gitconfig"))

      let system = try await add(
        "system", port: port, environment: ["GIT_CONFIG_SYSTEM": folder.path + "/home/more"])
      #expect(system.status == 0, "\(system.errors)")

      // A hook of git that runs this program names its own repository.
      let hooked = try await add(
        "hooked", port: port,
        environment: [
          "GIT_CONFIG_SYSTEM": folder.path + "/home/more", "GIT_DIR": folder.path + "/project/.git",
          "GIT_INDEX_FILE": folder.path + "/project/.git/index",
        ])
      #expect(hooked.status == 0, "\(hooked.errors)")

      let outdated = try await Program.run(
        ["vendor", "outdated", "--allow-http"], in: folder.path + "/project",
        environment: [
          "HOME": folder.path + "/home", "GIT_CONFIG_SYSTEM": folder.path + "/home/more",
        ])
      #expect(outdated.status == 0, "\(outdated.errors)")
    }
    #expect(try !folder.exists("RAN"))
    let logins = try folder.text("asked").split(separator: "\n")
    #expect(logins.contains { $0.hasPrefix("Basic ") })
  }

  /// The person's configuration may send git to a copy on this machine; the project's may not.
  @Test func thePersonsConfigurationRedirects() async throws {
    try folder.write(
      "home/.gitconfig", "[url \"file://\(folder.path)/\"]\n\tinsteadOf = http://127.0.0.1:1/\n")
    let added = try await add("copy", port: 1)
    #expect(added.status == 0, "\(added.errors)")
    try folder.handle.removeFile(RelativePath("home/.gitconfig"))
    try await Command.shell(
      "git config url.file://\(folder.path)/.insteadOf http://127.0.0.1:1/",
      in: folder.path + "/project")
    #expect(try await add("other", port: 1).status == 2)
  }
}
