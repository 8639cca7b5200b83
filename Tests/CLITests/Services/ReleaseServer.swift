import SafeFiles
import TestSupport
import TextFormats

/// A server of releases with one archive, whose program starts the one that is tested.
struct ReleaseServer {
  let server: WebServer
  /// The program's version, and so the release's.
  let version: String
  /// Packed and served as `vVERSION/NAME.tar.gz`.
  let name: String
  /// The SHA-256 of the archive.
  let sha256: String

  /// - Parameter folder: gets the unpacked release.
  init(in folder: TemporaryFolder, system: String = "linux", processor: String? = nil) async throws
  {
    let machine = try await Command.shell("uname -m", in: "/").filter { $0 != "\n" }
    version = try await Program.run(["--version"]).output.filter { $0 != "\n" }
    name =
      "assetkit-\(version)-\(system)-\(processor ?? machine)"
    try folder.create(
      "\(name)/bin/assetkit", "#!/bin/sh\nexec '\(Program.executable)' \"$@\"\n",
      isExecutable: true)
    try await Command.shell("tar czf release.tar.gz \(name)", in: folder.path)
    server = try await WebServer()
    try server.serve("v\(version)/\(name).tar.gz", try folder.bytes(of: "release.tar.gz"))
    sha256 = String(
      try await Command.shell("sha256sum release.tar.gz", in: folder.path).prefix(64))
  }

  /// The documents of a YAML file of the checkout; nil where the reader of YAML may not be fetched.
  static func documents(_ path: String) async throws -> [JSON]? {
    guard let programs = try await Checkout.fetched(by: "fetch-service-checkers") else {
      return nil
    }
    let script = "json.dumps(list(yaml.safe_load_all(open(sys.argv[1]))))"
    let outcome = try await Command.run(
      "\(programs)/python",
      ["-c", "import json, sys, yaml; print(\(script))", "\(Checkout.path)/\(path)"])
    guard outcome.status == 0, let documents = JSON(Array(outcome.output.utf8))?.elements else {
      throw TestFailure("\(path): \(outcome.errors)")
    }
    return documents
  }
}
