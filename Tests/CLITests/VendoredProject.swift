import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A git repository with one vendored package, `demo`, made by git and coreutils alone.
struct VendoredProject {
  let folder: TestFolder
  var path: FilePath { FilePath(folder.path) }

  init() async throws {
    folder = try TestFolder()
    try await shell(
      """
      mkdir -p Vendor/demo/src && cd Vendor/demo
      printf 'one\\ntwo\\nthree\\n' > src/a.c
      printf 'hello\\n' > README
      sha256sum README src/a.c > ../demo.sums
      cd ../..
      pin=$(sha256sum Vendor/demo.sums | cut -c1-64)
      printf 'version = 1\\n\\n[[package]]\\nname = "demo"\\nversion = "1.2"\\n' > vendor.lock
      printf 'source = "upstream/demo-{version}"\\ntype = "directory"\\n' >> vendor.lock
      printf 'pristine = "sha256:%s"\\ntree = "sha256:%s"\\n' $pin $pin >> vendor.lock
      git init -q . && git add . && git -c user.name=t -c user.email=t@t commit -q -m t
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
}
