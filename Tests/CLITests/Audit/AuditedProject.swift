import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A project with one package, `demo`, that can be changed and pinned anew by coreutils alone.
struct AuditedProject {
  let folder: TestFolder
  var path: FilePath { FilePath(folder.path) }

  /// A project whose package has these files.
  ///
  /// - Parameter keys: more lines of the package in `vendor.lock`.
  init(_ files: [String: String], keys: String = "license = \"MIT\"") async throws {
    folder = try TestFolder()
    var contents: [String: [UInt8]] = ["Makefile": Array("all:\n\tcc Vendor/demo/*.c\n".utf8)]
    for (name, text) in files { contents["Vendor/demo/\(name)"] = Array(text.utf8) }
    try folder.reset(to: contents)
    try await pin(keys: keys)
  }

  /// Makes the lock say what is there.
  func pin(keys: String = "license = \"MIT\"") async throws {
    try await shell(
      """
      cd Vendor/demo
      find . -type f | sed 's,^\\./,,' | LC_ALL=C sort | tr '\\n' '\\0' | xargs -0 sha256sum >../demo.sums
      cd ../..
      pin=$(sha256sum Vendor/demo.sums | cut -c1-64)
      cat >vendor.lock <<END
      version = 1

      [[package]]
      name = "demo"
      version = "1.2"
      source = "https://example.org/demo-{version}.tar.gz"
      type = "archive"
      archive-sha256 = "$pin"
      \(keys)
      pristine = "sha256:$pin"
      tree = "sha256:$pin"
      END
      """)
  }

  /// Runs a script of the shell in the project.
  @discardableResult func shell(_ script: String) async throws -> String {
    let result = try await Subprocess.run(
      .name("sh"), arguments: ["-ec", script], workingDirectory: path,
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    try #require(result.terminationStatus.isSuccess, "\(result.standardError)")
    return result.standardOutput
  }

  /// Runs a script of Python over a text that it finds in `text`.
  ///
  /// - Parameter packages: a folder with more of Python's packages.
  func check(_ text: String, with script: String, packages: String? = nil) async throws {
    let result = try await Subprocess.run(
      .name("python3"), arguments: ["-c", "import sys\ntext = sys.stdin.read()\n" + script],
      environment: packages.map { .inherit.updating(["PYTHONPATH": $0]) } ?? .inherit,
      workingDirectory: path, input: .string(text), output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 20))
    #expect(result.terminationStatus.isSuccess, "\(result.standardError)")
  }

  /// Runs `assetkit vendor` with these arguments.
  func vendor(
    _ arguments: String..., environment: [String: String] = [:]
  ) async throws -> Program.Outcome {
    try await Program.run(["vendor"] + arguments, in: path, environment: environment)
  }
}
