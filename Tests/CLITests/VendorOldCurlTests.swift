import SafeFiles
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// curl 7.74 (Debian 11), which does not say how each of several transfers ended.
@Suite(.timeLimit(.minutes(15)))
struct VendorOldCurlTests {
  @Test func downloadsAndLimitsWork() async throws {
    let server = try await WebServer()
    let folder = try TemporaryFolder(["a/x": "x\n", "project/.keep": ""])
    let curl = try await Command.shell("command -v curl", in: "/").filter { !$0.isNewline }
    try folder.create(
      "bin/curl",
      """
      #!/bin/sh
      [ "$2" = --version ] && echo 'curl 7.74.0 (x86_64-pc-linux-gnu) libcurl/7.74.0' && exit
      sed 's/%{exitcode}//; s/%{errormsg}//' | exec \(curl) "$@"
      """, isExecutable: true)
    try await Command.shell("tar czf a.tgz a", in: folder.path)
    for name in ["a.tgz", "b.tgz"] { try server.serve(name, try folder.bytes(of: "a.tgz")) }
    try server.serve("large", [UInt8](repeating: 1, count: 300_000))
    func vendor(_ arguments: String..., cache: String = "one") async throws -> Command.Outcome {
      let path = try #require(getenv("PATH").map { String(cString: $0) })
      return try await Program.run(
        ["vendor"] + arguments, in: folder.path + "/project",
        environment: [
          "PATH": "\(folder.path)/bin:\(path)", "XDG_CACHE_HOME": "\(folder.path)/\(cache)",
        ])
    }
    for name in ["a", "b"] {
      let added = try await vendor(
        "add", name, server.url("\(name).tgz"), "--strip", "1", "--allow-http")
      #expect(added.status == 0, "\(added.errors)")
    }
    // Both at once, in a fresh cache.
    let synced = try await vendor("sync", "--fetch-only", "--allow-http", cache: "two")
    #expect(synced.status == 0 && synced.output == "a: fetched\nb: fetched\n", "\(synced.errors)")
    let missing = try await vendor("add", "c", server.url("none"), "--allow-http")
    #expect(missing.status == 2 && missing.errors.contains("status 404"), "\(missing.errors)")
    let large = try await vendor(
      "add", "c", server.url("chunked/large"), "--allow-http", "--max-download", "1000")
    #expect(large.status == 2 && large.errors.contains("more than 1000 bytes"), "\(large.errors)")
    await server.stop()
  }
}
