public import TextFormats

extension Proof {
  /// An in-toto Statement, version 1, with a SLSA Provenance predicate, version 1, about the files that
  /// two builds gave alike (https://in-toto.io/Statement/v1, https://slsa.dev/spec/v1.0/provenance).
  ///
  /// It is not signed, and its builder is this program on whatever machine ran it: no platform vouches
  /// for it.
  /// - Returns: nil when the build was not proven, because there is nothing to state.
  public var statement: JSON? {
    guard let build, claim(.build)?.state == .proven, !build.files.isEmpty else { return nil }
    return [
      "_type": "https://in-toto.io/Statement/v1",
      "subject": .array(build.files.map(Self.subject)),
      "predicateType": "https://slsa.dev/provenance/v1",
      "predicate": [
        "buildDefinition": [
          "buildType": "https://assetkit.invalid/prove/build/v1",
          "externalParameters": [
            "commit": .string(commit.id), "folder": .string(folder),
            "command": .string(build.command), "compare": .strings(build.patterns),
            "home": .string(build.home),
          ],
          "resolvedDependencies": .array(dependencies),
        ],
        "runDetails": [
          "builder": [
            "id": "https://assetkit.invalid/prove/unattested-machine",
            "version": ["assetkit": .string(tool)],
          ]
        ],
      ],
    ]
  }

  private static func subject(_ file: Pinned) -> JSON {
    ["name": .string(file.path), "digest": ["sha256": .string(file.sha256)]]
  }

  /// The commit, and what pins each package that was rebuilt.
  private var dependencies: [JSON] {
    [["name": "HEAD", "digest": ["gitCommit": .string(commit.id)]]]
      + packages.filter { $0.state == .proven }.compactMap { package in
        guard let pin = package.pin else { return nil }
        let digest: JSON =
          pin.hasPrefix("sha256:")
          ? ["sha256": .string(String(pin.dropFirst("sha256:".count)))]
          : ["gitCommit": .string(String(pin.dropFirst("commit ".count)))]
        return [
          "name": .string(package.name),
          "uri": package.source.contains("://") ? .string(package.source) : nil,
          "digest": digest,
        ]
      }
  }
}
