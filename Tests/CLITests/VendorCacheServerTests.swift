import SafeFiles
import TestSupport
import Testing

/// Archives from a cache server: nginx with DAV, as Bazel's HTTP cache protocol wants it.
@Suite(.timeLimit(.minutes(15)))
struct VendorCacheServerTests {
  let folder: TemporaryFolder
  /// The packages' own addresses.
  let origin: WebServer
  /// The cache server.
  let cache: WebServer

  init() async throws {
    folder = try TemporaryFolder(["demo-1.0/a.c": "int a;\n", "demo-1.0/LICENSE": "free\n"])
    origin = try await WebServer()
    cache = try await WebServer()
    try await Command.shell("tar czf demo.tgz demo-1.0 && mkdir project", in: folder.path)
    try origin.serve("demo-1.0.tgz", try folder.bytes(of: "demo.tgz"))
    try cache.folder.write("passwords", "user:{PLAIN}word\n")
  }

  func stop() async {
    await origin.stop()
    await cache.stop()
  }

  /// Runs a command of one of several machines, each with a home of its own.
  func vendor(
    _ arguments: [String], on machine: String = "one", in project: String = "project",
    cache url: String?, upload: Bool = false
  ) async throws -> Command.Outcome {
    try folder.handle.createDirectories(RelativePath(machine))
    var environment = [
      "HOME": "\(folder.path)/\(machine)", "XDG_CACHE_HOME": "\(folder.path)/\(machine)/.cache",
      "ASSETKIT_CACHE_UPLOAD": upload ? "1" : "0",
    ]
    if let url { environment["ASSETKIT_CACHE_URL"] = url }
    return try await Program.run(
      ["vendor"] + arguments, in: "\(folder.path)/\(project)", environment: environment)
  }

  func add(
    cache url: String?, upload: Bool = false, sha256: String? = nil, more: [String] = []
  ) async throws -> Command.Outcome {
    try await vendor(
      [
        "add", "demo", origin.url("demo-{version}.tgz"), "--version", "1.0", "--strip", "1",
        "--allow-http",
      ] + (sha256.map { ["--sha256", $0] } ?? []) + more, cache: url, upload: upload)
  }

  func digest() async throws -> String {
    String(try await Command.shell("sha256sum demo.tgz", in: folder.path).prefix(64))
  }

  /// A copy of the project on another machine, without the package's files.
  func clone(_ name: String) async throws {
    try await Command.shell("cp -R project \(name) && rm -r \(name)/Vendor/demo", in: folder.path)
  }

  @Test func twoMachinesShareItWithTheOriginSwitchedOff() async throws {
    let first = try await add(cache: cache.url("cache"), upload: true)
    #expect(first.status == 0 && first.errors.isEmpty, "\(first.errors)")
    let key = "/cache/cas/\(try await digest())"
    #expect(try cache.exchanges() == ["404 HEAD \(key) -", "201 PUT \(key) -"])
    try await clone("second")
    let asked = try origin.requests().count
    await origin.stop()

    let alone = try await vendor(["sync"], on: "two", in: "second", cache: nil)
    #expect(alone.status == 2)
    let blocked = try await vendor(["sync", "--block-origin"], on: "two", in: "second", cache: nil)
    #expect(blocked.status == 2 && blocked.errors.contains("ASSETKIT_CACHE_URL"))
    #expect(try !folder.exists("second/Vendor/demo"))

    let synced = try await vendor(
      ["sync", "--block-origin"], on: "two", in: "second", cache: cache.url("cache/"))
    #expect(synced.status == 0 && synced.output == "demo: restored\n", "\(synced.errors)")
    #expect(try cache.exchanges().last == "200 GET \(key) -")
    for command in ["verify", "rebuild"] {
      let outcome = try await vendor([command], on: "two", in: "second", cache: nil)
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
    #expect(try origin.requests().count == asked)

    // The same from the project's own file; a third machine, without a variable.
    try await clone("third")
    try folder.write(
      "third/assetkit.toml", "version = 1\n\n[cache]\nurl = \"\(cache.url("cache"))\"\n")
    let third = try await vendor(["sync"], on: "three", in: "third", cache: nil)
    #expect(third.status == 0, "\(third.errors)")
    // An empty variable switches it off.
    try await Command.shell("rm -r third/Vendor/demo", in: folder.path)
    let off = try await vendor(["sync"], on: "four", in: "third", cache: "")
    #expect(off.status == 2)
    await stop()
  }

  struct Refusal: CustomTestStringConvertible {
    var place: String
    var upload = false
    var words: [String] = []
    var testDescription: String { place }
  }

  /// The origin is asked then, and each failure is said once, with what to do.
  @Test(arguments: [
    Refusal(place: "cache"),
    Refusal(place: "private", words: ["status 401", "~/.netrc", "from the origin"]),
    Refusal(place: "lying", words: ["has SHA-256", "expected"]),
    Refusal(place: "broken", words: ["status 500", "1 archive"]),
    Refusal(
      place: "full", upload: true, words: ["status 507", "storage is full", "could not be stored"]),
    Refusal(place: "readonly", upload: true, words: ["status 405", "could not be stored"]),
    Refusal(place: "again", words: ["has SHA-256"]),
  ])
  func refusalsFallBackToTheOrigin(_ refusal: Refusal) async throws {
    let url = cache.url(refusal.place)
    let added = try await add(
      cache: url, upload: refusal.upload, sha256: try await digest())
    #expect(added.status == 0, "\(added.errors)")
    #expect(try folder.text("project/Vendor/demo/a.c") == "int a;\n")
    let lines = added.errors.split(separator: "\n")
    #expect(lines.count == (refusal.words.isEmpty ? 0 : 1), "\(added.errors)")
    for word in refusal.words { #expect(added.errors.contains(word), "\(added.errors)") }
    if !refusal.words.isEmpty { #expect(added.errors.contains(url)) }
    await stop()
  }

  /// Without the origin each of them is the end, and nothing has changed.
  @Test(arguments: [
    ("cache", "status 404"), ("private", "status 401"), ("lying", "has SHA-256"),
    ("broken", "status 500"),
  ])
  func refusalsAreErrorsWithoutTheOrigin(_ place: String, _ words: String) async throws {
    let outcome = try await add(
      cache: cache.url(place), sha256: try await digest(), more: ["--block-origin"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words) && outcome.errors.contains(cache.url(place)))
    #expect(try folder.names(in: "project").isEmpty)
    let unpinned = try await add(cache: cache.url(place), more: ["--block-origin"])
    #expect(unpinned.status == 2 && unpinned.errors.contains("--sha256"))
    #expect(try origin.requests().isEmpty)
    await stop()
  }

  @Test func deadServerFallsBackToTheOrigin() async throws {
    await cache.stop()
    let added = try await add(
      cache: "http://127.0.0.1:1/", upload: true, sha256: try await digest())
    #expect(added.status == 0, "\(added.errors)")
    let lines = added.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(added.errors)")
    #expect(lines.first?.contains("from the origin") == true)
    #expect(lines.last?.contains("could not be stored there") == true)
    await stop()
  }

  @Test func theLoginComesFromNetrc() async throws {
    try folder.create("one/.netrc", "machine 127.0.0.1 login user password word\n")
    let added = try await add(cache: cache.url("private"), upload: true)
    #expect(added.status == 0 && added.errors.isEmpty, "\(added.errors)")
    #expect(try cache.exchanges().allSatisfy { $0.hasSuffix(" user") })
    try folder.create("two/.netrc", "machine 127.0.0.1 login user password word\n")
    try await clone("second")
    let synced = try await vendor(
      ["sync", "--block-origin"], on: "two", in: "second", cache: cache.url("private"))
    #expect(synced.status == 0, "\(synced.errors)")
    await stop()
  }

  @Test func mirrorStoresWhatTheServerLacks() async throws {
    #expect(try await add(cache: nil).status == 0)
    for place in ["full", "private", "lying"] where place != "lying" {
      let refused = try await vendor(["mirror", cache.url(place)], cache: nil)
      #expect(refused.status == 2 && refused.errors.contains(place == "full" ? "507" : "401"))
    }
    let key = "/cache/cas/\(try await digest())"
    for _ in 0..<2 {
      let mirrored = try await vendor(["mirror", cache.url("cache")], cache: nil)
      #expect(mirrored.status == 0, "\(mirrored.errors)")
      #expect(mirrored.output == "demo: sha256:\(try await digest())\n")
    }
    let puts = try cache.exchanges().filter { $0.contains("PUT /cache") }
    #expect(puts == ["201 PUT \(key) -"])
    // A commit has no SHA-256: that is said, and is no success.
    try await Command.shell(
      """
      cp -R demo-1.0 project/upstream && cd project/upstream
      git init -q && git add . && git -c user.name=n -c user.email=e commit -qm m
      """, in: folder.path)
    let git = try await vendor(
      ["add", "repo", "upstream", "--type", "git", "--ref", "HEAD"],
      cache: nil)
    #expect(git.status == 0, "\(git.errors)")
    let mixed = try await vendor(["mirror", cache.url("cache")], cache: nil)
    #expect(mixed.status == 2 && mixed.output.hasPrefix("demo: "))
    #expect(mixed.errors.contains("is a git package"))
    await stop()
  }

  @Test func optionsThatContradictAreWrongUsage() async throws {
    #expect(try await add(cache: nil, more: ["--offline", "--block-origin"]).status == 64)
    let offline = try await vendor(["mirror", cache.url("cache"), "--offline"], cache: nil)
    #expect(offline.status == 64)
    for url in ["ftp://host/", "cache", "http://u:p@host/", "https://host/?a"] {
      let refused = try await add(cache: url)
      #expect(refused.status == 2 && refused.errors.contains("ASSETKIT_CACHE_URL"))
    }
    await stop()
  }
}
