import Testing

@testable import ImportKit

struct PackageResolvedTests {
  @Test(arguments: [
    #"""
    {"object": {"pins": [{"package": "NIO", "repositoryURL": "https://github.com/apple/Swift-NIO.git",
      "state": {"branch": null, "revision": "aa", "version": "2.1.0"}}]}, "version": 1}
    """#,
    #"""
    {"pins": [{"identity": "swift-nio", "kind": "remoteSourceControl",
      "location": "https://github.com/apple/Swift-NIO.git",
      "state": {"revision": "aa", "version": "2.1.0"}}], "version": 2}
    """#,
    #"""
    {"originHash": "00", "pins": [{"identity": "swift-nio", "kind": "remoteSourceControl",
      "location": "https://github.com/apple/Swift-NIO.git",
      "state": {"revision": "aa", "version": "2.1.0"}}], "version": 3}
    """#,
  ])
  func versionsSayTheSame(_ text: String) throws {
    let pins = try PackageResolved(Array(text.utf8), file: "f").pins
    #expect(pins.count == 1)
    #expect(pins.first?.identity == "swift-nio")
    #expect(pins.first?.kind == "remoteSourceControl")
    #expect(pins.first?.revision == "aa")
    #expect(pins.first?.version == "2.1.0")
    #expect(pins.first?.branch == nil)
  }

  @Test(arguments: [
    ("https://github.com/apple/swift-nio.git", "swift-nio"),
    ("https://github.com/groue/GRDB.swift/", "grdb.swift"),
    ("git@github.com:Owner/Name.git", "name"), ("git@host:name", "name"), ("/a/b", "b"), ("", ""),
  ])
  func identityIsTheLastComponent(_ location: String, _ identity: String) {
    #expect(PackageResolved.identity(of: location) == identity)
  }

  @Test(arguments: [
    ("", "f:1: is not JSON"), ("{\n\"pins\": [,]}", "f:2: is not JSON"),
    (#"{"pins": []}"#, "f: has no 'version', expected 1, 2 or 3"),
    (#"{"pins": [], "version": 4}"#, "f: has version 4, expected 1, 2 or 3"),
    (#"{"version": 2}"#, "f: has no list of 'pins'"),
    (#"{"pins": [{"location": "x"}], "version": 2}"#, "f: pin 1 has no location or no state"),
    (
      #"{"pins": [{"location": "x", "state": {}}], "version": 3}"#, "f: pin 1 has no identity"
    ),
  ])
  func damageIsNamed(_ text: String, _ message: String) {
    let error = #expect(throws: ImportError.self) {
      try PackageResolved(Array(text.utf8), file: "f")
    }
    #expect(error.map { "\($0.location): \($0.problem)" } == message)
  }
}
