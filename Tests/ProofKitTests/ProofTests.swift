import ProofKit
import Testing
import TextFormats

/// What a proof claims, and what it must not.
struct ProofTests {
  /// A proof with these states of vendored sources, icons, policy and build.
  static func proof(_ states: [Proof.State]) -> Proof {
    let digest = String(repeating: "ab", count: 32)
    var proof = Proof(
      name: "<demo>", commit: .init(id: digest, date: "2026-01-02T03:04:05Z", isSigned: false),
      folder: "sub/<folder>",
      claims: zip(Proof.Claim.Kind.allCases, states).map { kind, state in
        .init(kind, state, "a <result>", findings: state == .found ? ["a <finding>"] : [])
      },
      files: FileCensus([
        .init("a<b>.c", byteCount: 10, role: .text),
        .init("b.bin", byteCount: 2048, role: .unexplained(.binary)),
        .init("c.bin", byteCount: 4096, role: .unexplained(.generated)),
        .init("v.c", byteCount: 5, role: .vendored),
      ]), tool: "assetkit 0")
    proof.build = .init(
      command: "make 'a' <b>", patterns: ["out/*.o"], home: "kept",
      variations: [.init(name: "umask", values: "022, 002", effect: "yes")], attempts: [],
      files: [.init("out/a<>.o", sha256: digest, byteCount: 7)], differences: [], notes: [])
    proof.packages = [
      .init(
        name: "z", version: "1", source: "https://example.org/z.tar.gz", pin: "sha256:\(digest)",
        license: nil, origin: "the cache", fileCount: 1, byteCount: 5,
        patches: [.init("Vendor/patches/z/1.patch", sha256: digest)], state: states[0], problems: []
      )
    ]
    proof.remarks = ["a <remark>"]
    proof.environment = [.init("kernel", "Linux <6>")]
    return proof
  }

  @Test func theVerdictIsTheWorstOfWhatWasAsked() {
    func verdict(_ states: Proof.State...) -> Proof.State { Self.proof(states).verdict }
    #expect(verdict(.proven, .proven, .proven, .proven) == .proven)
    #expect(verdict(.proven, .notCovered, .notCovered, .notCovered) == .proven)
    #expect(verdict(.proven, .found, .proven, .proven) == .found)
    #expect(verdict(.found, .found, .proven, .notProven) == .notProven)
    #expect(verdict(.notCovered, .notCovered, .notCovered, .notCovered) == .notProven)
  }

  /// Whatever is not proven stands in the sentence as not proven.
  @Test func theSentenceClaimsNothingMore() {
    for vendored in Proof.State.allCases {
      for build in Proof.State.allCases {
        let proof = Self.proof([vendored, .notCovered, .notCovered, build])
        let parts = proof.sentence.dropLast().lowercased().split(separator: "; ")
        for (state, noun) in [(vendored, "the vendored sources"), (build, "the build")] {
          let part = parts.filter { $0.contains(noun) }
          #expect(part.count == 1)
          #expect(part[0].hasPrefix("proven:") == (state == .proven), "\(proof.sentence)")
        }
      }
    }
  }

  @Test func theDocumentSaysAll() throws {
    let json = try #require(
      JSON(Array(Self.proof([.proven, .found, .notCovered, .proven]).json.text().utf8)))
    #expect(json["schema"] == 1 && json["verdict"]?.text == "found")
    #expect(json["files"]?["unexplained"] == ["files": 2, "bytes": 6144])
    #expect(json["files"]?["unexplained-files"]?.elements?.first?["path"]?.text == "c.bin")
    #expect(json["files"]?["all"]?["files"] == 4)
    #expect(json["claims"]?.elements?.count == 4)
    #expect(json["build"]?["compared"]?.elements?.first?["path"]?.text == "out/a<>.o")
  }

  /// A statement about a build that was not proven would be false.
  @Test func onlyAProvenBuildIsStated() throws {
    for state in [Proof.State.found, .notProven, .notCovered] {
      #expect(Self.proof([.proven, .proven, .proven, state]).statement == nil)
    }
    let statement = try #require(Self.proof([.proven, .proven, .proven, .proven]).statement)
    #expect(statement["subject"]?.elements?.first?["name"]?.text == "out/a<>.o")
    let definition = statement["predicate"]?["buildDefinition"]
    #expect(definition?["resolvedDependencies"]?.elements?.count == 2)
    // A package that was not rebuilt is not among what the build is known to depend on.
    let other = Self.proof([.found, .proven, .proven, .proven]).statement
    #expect(other?["predicate"]?["buildDefinition"]?["resolvedDependencies"]?.elements?.count == 1)
  }
}
