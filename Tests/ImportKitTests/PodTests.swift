import Testing
import VendorKit

@testable import ImportKit

/// Reading what CocoaPods writes.
struct PodTests {
  static let lock = """
    PODS:
      - AFNetworking/NSURLSession (4.0.1):
        - AFNetworking/Reachability
      - AFNetworking/Reachability (4.0.1)
      - "GoogleUtilities/NSData+zlib (7.11.0)"
      - Local (0.1)

    SPEC REPOS:
      https://example.org/specs.git:
        - GoogleUtilities
      trunk:
        - AFNetworking

    EXTERNAL SOURCES:
      Local:
        :path: "../Local"

    SPEC CHECKSUMS:
      AFNetworking: 3bd23d814e976cd148d7d44c3ab78017b744cd58

    COCOAPODS: 1.12.0
    """

  @Test func subspecsBelongToTheirPod() throws {
    let pods = try PodfileLock(Array(Self.lock.utf8), file: "f").pods
    #expect(pods.map(\.name) == ["AFNetworking", "GoogleUtilities", "Local"])
    #expect(pods[0].subspecs == ["NSURLSession", "Reachability"])
    #expect(pods[0].version == "4.0.1")
    #expect(pods[0].checksum == "3bd23d814e976cd148d7d44c3ab78017b744cd58")
    #expect(
      pods.map(\.specRepository) == ["trunk", "https://example.org/specs.git", nil])
    #expect(pods[1].subspecs == ["NSData+zlib"])
    #expect(pods[2].external == ["path": "../Local"])
  }

  @Test(arguments: [
    ("PODS:\n  - A", "f:1: 'PODS' has an entry that is not 'NAME (VERSION)'"),
    ("X: 1", "f: has no list of 'PODS'"), ("PODS: x", "f:1: 'PODS' is not a list"),
    ("PODS:\n  - A/B (1)\n  - A/C (2)", "f: 'A' has two versions, 1 and 2"),
    ("PODS:\n  - A (1\n\t", "f:3: contains a tab"),
  ])
  func damageIsNamed(_ text: String, _ message: String) {
    let error = #expect(throws: ImportError.self) {
      try PodfileLock(Array(text.utf8), file: "f")
    }
    #expect(error.map { "\($0.location): \($0.problem)" } == message)
  }

  @Test(arguments: [
    ("a/*.{h,m}", ["a/*.h", "a/*.m"]), ("**/*.h", ["**/*.h"]), ("./a//b", ["a/b"]),
    ("{a,b/{c,d}}/x", ["a/x", "b/c/x", "b/d/x"]), ("a/[A-Z]*.c", ["a/?*.c"]), ("a**.c", ["a*.c"]),
    ("../a", []), ("{a,b", ["{a,b"]), ("", []),
  ])
  func patternsBecomeGlobs(_ pattern: String, _ globs: [String]) {
    #expect(PodPatterns.globs(pattern).sorted() == globs)
  }

  @Test func patternsOfManyAlternativesEnd() {
    #expect(PodPatterns.globs(String(repeating: "{a,b}", count: 40)).isEmpty)
  }

  /// RFC 1321, A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
    ("AFNetworking", "a75d452377f3996bdc4b623a5df25820"),
  ])
  func md5(_ text: String, _ digest: String) {
    #expect(MD5.hex(of: Array(text.utf8)) == digest)
  }
}
