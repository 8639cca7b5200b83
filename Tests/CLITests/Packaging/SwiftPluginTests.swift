import SafeFiles
import TestSupport
import Testing
import TextFormats

#if os(Linux)
import Glibc

/// The plugins of Plugins/, in packages that SwiftPM builds without a network.
@Suite(.timeLimit(.minutes(15)))
struct SwiftPluginTests {
  /// Contains `assetkit.artifactbundle.zip`, as `make release` makes it, with the tested program.
  let folder: TemporaryFolder
  private let version: String

  init() async throws {
    version = try await Program.run(["--version"]).output.filter { $0 != "\n" }
    folder = try TemporaryFolder(["home/.keep": ""])
    try await shell(
      #"""
      mkdir -p assetkit.artifactbundle/bin
      strip -o assetkit.artifactbundle/bin/assetkit "$PROGRAM"
      triple=$(swiftc -print-target-info | jq -r .target.unversionedTriple)
      jq -n --arg version "$VERSION" --arg triple "$triple" '{schemaVersion: "1.0", artifacts: {assetkit: {
        type: "executable", version: $version, variants: [{path: "bin/assetkit", supportedTriples: [$triple]}]}}}' \
        >assetkit.artifactbundle/info.json
      python3 -m zipfile -c assetkit.artifactbundle.zip assetkit.artifactbundle
      """#)
  }

  private var environment: [String: String?] {
    [
      "HOME": "\(folder.path)/home", "XDG_CACHE_HOME": nil, "XDG_CONFIG_HOME": nil,
      "PROGRAM": Program.executable, "VERSION": version, "CHECKOUT": Checkout.path,
      "GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@t", "GIT_COMMITTER_NAME": "t",
      "GIT_COMMITTER_EMAIL": "t@t", "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
  }

  @discardableResult private func shell(_ script: String) async throws -> String {
    try await Command.shell(script, in: folder.path, environment: environment)
  }

  /// Runs `swift` where a loopback of its own is the only network interface. It has to be up: without
  /// one, Foundation may miss the end of a process.
  private func swift(
    _ arguments: [String], in place: String = "app"
  ) async throws -> Command.Outcome {
    let script = """
      python3 -c 'import fcntl, socket, struct
      fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sH14x", b"lo", 0x41))  # SIOCSIFFLAGS, up'
      exec swift "$@"
      """
    return try await Command.run(
      "unshare", [getuid() == 0 ? "-n" : "-rn", "sh", "-ec", script, "sh"] + arguments,
      in: "\(folder.path)/\(place)", environment: environment)
  }

  /// Builds the app, which has to work.
  ///
  /// - Returns: what was printed.
  @discardableResult private func build() async throws -> String {
    let outcome = try await swift(["build"])
    guard outcome.status == 0 else { throw TestFailure(outcome.output + outcome.errors) }
    return outcome.output + outcome.errors
  }

  /// Builds the app, which must fail.
  ///
  /// - Returns: what was printed.
  private func failedBuild() async throws -> String {
    let outcome = try await swift(["build"])
    #expect(outcome.status == 1)
    return outcome.output + outcome.errors
  }

  /// Expects the built catalog to be the one that the program makes with these arguments.
  private func expectCatalog(_ arguments: String, _ location: SourceLocation = #_sourceLocation)
    async throws
  {
    try await shell(
      """
      rm -rf made built && "$PROGRAM" -C app icons \(arguments) --quiet -o ../made
      cp -R app/.build/debug/app_App.resources/Assets.xcassets built
      """)
    let built = try folder.contents(of: "built")
    #expect(built.keys.contains { $0.hasSuffix(".png") }, sourceLocation: location)
    #expect(try built == folder.contents(of: "made"), sourceLocation: location)
  }

  /// Writes the example of docs/swift-packages.md; `dependency` takes the place of the public one.
  private func writeExample(dependency: String) throws {
    let text = try DirectoryHandle(path: Checkout.path)
      .readFile(RelativePath("docs/swift-packages.md"), limitBytes: 1 << 20)
    let lines = String(decoding: text, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    func block(from first: String) -> String {
      lines.drop { $0 != "    \(first)" }.prefix { $0.isEmpty || $0.hasPrefix("    ") }
        .map { $0.dropFirst(4) + "\n" }.joined()
    }
    let published = #"url: "https://github.com/OWNER/assetkit-plugins", exact: "1.2.0""#
    let manifest = block(from: "// swift-tools-version: 6.0")
    #expect(manifest.contains(published))
    try folder.write("app/Package.swift", manifest.replacing(published, with: dependency))
    try folder.write("app/assetkit.toml", block(from: "version = 1"))
    try folder.write("app/Sources/App/main.swift", "print(1)\n")
    try folder.write("app/art/icon.png", Checkout.masterBytes())
  }

  /// The package as it is published: with the address and checksum of a release, in a repository. The
  /// release's file is in SwiftPM's cache, where a download would have put it.
  @Test func theBuildOfATargetMakesItsIcons() async throws {
    try await shell(
      """
      "$CHECKOUT/Packaging/swift-plugins" "$VERSION" https://example.org/releases/ release \\
        assetkit.artifactbundle.zip
      cd release/assetkit-plugins
      git init -q && git add . && git commit -q -m t && git tag "$VERSION"
      mkdir -p "$HOME/.cache/org.swift.swiftpm/artifacts"
      name=$(echo "https://example.org/releases/v$VERSION/assetkit.artifactbundle.zip" | sed 's/[^0-9A-Za-z]/_/g')
      cp ../assetkit.artifactbundle.zip "$HOME/.cache/org.swift.swiftpm/artifacts/$name"
      """)
    try writeExample(
      dependency: #"url: "file://\#(folder.path)/release/assetkit-plugins", exact: "\#(version)""#)
    let sources = try folder.contents(of: "app")
    let checksum = try await swift(
      ["package", "compute-checksum", "../release/assetkit.artifactbundle.zip"])
    let manifest = try folder.text("release/assetkit-plugins/Package.swift")
    let value = checksum.output.split(separator: "\n").last.map(String.init) ?? "none"
    #expect(value.count == 64 && manifest.contains(#"checksum: "\#(value)""#))

    #expect(try await build().contains("Making the icons of App"))
    try await expectCatalog("art/icon.png --preset macos")
    // Beside the sources there is nothing but SwiftPM's own.
    try await shell("cp -R app copy && rm -rf copy/.build copy/Package.resolved")
    #expect(try folder.contents(of: "copy") == sources)
    #expect(try await !build().contains("Making the icons"))

    try folder.write("new.png", SmallPNG.grey(side: 1024))
    try await shell("mv new.png app/art/icon.png")
    try await build()
    try await expectCatalog("art/icon.png --preset macos")

    // Another set: the one before is not part of the catalog any more.
    try await shell(#"sed -i '$a set = "AppIcon-Two"' app/assetkit.toml"#)
    try await build()
    try await expectCatalog("art/icon.png --preset macos --name AppIcon-Two")

    // A file of which the plan does not know.
    try folder.write("app/art/icon-16.png", SmallPNG.grey(side: 16))
    let unknown = try await failedBuild()
    #expect(unknown.contains("art/icon-16.png: is one of the files"), "\(unknown)")
    #expect(unknown.contains("touch Package.swift"))
    try await shell("touch app/Package.swift")
    try await build()
    try await expectCatalog("art/icon.png --preset macos --name AppIcon-Two")

    // A file of another checksum is not used.
    try await shell(
      "for file in home/.cache/org.swift.swiftpm/artifacts/*; do printf x >>$file; done; rm -rf app/.build"
    )
    let other = try await failedBuild()
    #expect(other.contains("does not match checksum specified by the manifest"), "\(other)")
  }

  @Test func whatCannotBeMadeFailsTheBuildWithARemedy() async throws {
    try await shell("cp -R '\(Checkout.path)/Plugins' plugins && cp *.zip plugins")
    try writeExample(dependency: #"name: "assetkit-plugins", path: "../plugins""#)
    let entries = try folder.text("app/assetkit.toml")
    func failure(_ change: String) async throws -> String {
      try await shell("cd app && \(change)")
      return try await failedBuild()
    }
    let other = try await failure("sed -i s/'\"App\"'/'\"Other\"'/ assetkit.toml")
    #expect(other.contains(#"no entry with target = "App"; the targets are Other"#), "\(other)")
    #expect(other.contains("give the key to the [[icons]] entry"))
    let none = try await failure("sed -i /target/d assetkit.toml")
    #expect(none.contains("no entry has a target"), "\(none)")
    let unknown = try await failure("echo 'colour = 1' >>assetkit.toml")
    #expect(unknown.contains("assetkit.toml:") && unknown.contains("colour"), "\(unknown)")
    #expect(try await failure("rm assetkit.toml").contains("add [[icons]]"))
    try folder.write("app/assetkit.toml", entries)
    let missing = try await failure("mv art/icon.png art/other.png")
    #expect(missing.contains("art/icon.png: does not exist"), "\(missing)")
    #expect(missing.contains("restore it"))

    // Found by the command, not by the plan; the catalog of before stays whole.
    try await shell("cd app && mv art/other.png art/icon.png")
    try await build()
    let small = try await failure("head -c 5000 art/icon.png >art/n && mv art/n art/icon.png")
    #expect(small.contains("assetkit: art/icon.png: "), "\(small)")
    try folder.write("app/art/icon.png", Checkout.masterBytes())
    try await build()
    try await expectCatalog("art/icon.png --preset macos")
  }

  @Test func theCommandRunsTheProgramInThePackage() async throws {
    let project = try await VendoredProject()
    try await shell(
      """
      cp -R "$CHECKOUT/Plugins" plugins && cp *.zip plugins && cp -R '\(project.path)' app
      cat >app/Package.swift <<END
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "app", dependencies: [.package(name: "assetkit-plugins", path: "../plugins")])
      END
      """)
    withExtendedLifetime(project) {}
    func run(_ arguments: String...) async throws -> Command.Outcome {
      try await swift(["package", "assetkit"] + arguments)
    }
    let verified = try await run("vendor", "verify")
    #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    #expect(verified.output.contains("vendor verify: 1 package, 2 files: "), "\(verified.output)")
    // Every argument as it is, and the output, too.
    let arguments = ["icons", "--list-presets=web, chrome-extension", "--json"]
    let listed = try await swift(["package", "assetkit"] + arguments)
    #expect(listed.output == (try await Program.run(arguments).output))

    try await shell("echo 1 >>app/Vendor/demo/src/a.c")
    let found = try await run("vendor", "verify")
    #expect(found.status == 1 && found.output.contains("[integrity-changed]"), "\(found.output)")
    #expect((found.output + found.errors).contains("error: assetkit ended with status 1"))
    let failed = try await run("vendor", "verify", "no such package")
    #expect(failed.status == 1 && failed.output.contains("no such package"), "\(failed.output)")
    #expect((failed.output + failed.errors).contains("error: assetkit ended with status 2"))
  }
}
#endif
