public import TextFormats

extension Proof {
  /// The document of `--json`, schema 1; the README describes it.
  public var json: JSON {
    [
      "schema": 1,
      "verdict": .string(verdict.rawValue),
      "sentence": .string(sentence),
      "tool": .string(tool),
      "commit": [
        "id": .string(commit.id), "date": .string(commit.date), "signed": .bool(commit.isSigned),
      ],
      "folder": .string(folder),
      "claims": .array(claims.map(\.json)),
      "packages": .array(packages.map(\.json)),
      "icons": .array(iconSets.map(\.json)),
      "build": build?.json ?? .null,
      "files": files.json,
      "remarks": .strings(remarks),
      "environment": .object(
        JSON.Members(environment.map { ($0.name, .string($0.value)) })),
    ]
  }
}

extension Proof.Claim {
  fileprivate var json: JSON {
    [
      "name": .string(kind.rawValue), "state": .string(state.rawValue), "result": .string(result),
      "method": .string(kind.method), "limits": .string(kind.limits),
      "repeat": .strings(kind.commands), "findings": .strings(findings),
    ]
  }
}

extension Proof.Package {
  fileprivate var json: JSON {
    [
      "name": .string(name), "version": version.map(JSON.string), "source": .string(source),
      "pin": pin.map(JSON.string), "license": license.map(JSON.string),
      "origin": .string(origin), "state": .string(state.rawValue), "files": .integer(fileCount),
      "bytes": .integer(byteCount), "patches": .array(patches.map(\.json)),
      "problems": .strings(problems),
    ]
  }
}

extension Proof.Pinned {
  fileprivate var json: JSON {
    [
      "path": .string(path), "sha256": .string(sha256), "bytes": byteCount.map(JSON.integer),
    ]
  }
}

extension Proof.IconSet {
  fileprivate var json: JSON {
    [
      "name": .string(name), "state": .string(state.rawValue), "files": .integer(fileCount),
      "masters": .array(masters.map(\.json)), "drawn-from": drawnFrom.map(JSON.string),
      "problems": .strings(problems),
    ]
  }
}

extension Proof.Build {
  fileprivate var json: JSON {
    [
      "command": .string(command), "compare": .strings(patterns), "home": .string(home),
      "variations": .array(
        variations.map {
          [
            "name": .string($0.name), "values": .string($0.values), "effect": .string($0.effect),
          ]
        }),
      "attempts": .strings(attempts), "compared": .array(files.map(\.json)),
      "differences": .strings(differences), "notes": .strings(notes),
    ]
  }
}

extension FileCensus {
  /// The most files that the document names.
  private static let listedCount = 10_000

  fileprivate var json: JSON {
    let unexplained = unexplained
    return [
      "all": total().json,
      "vendored": total { $0 == .vendored }.json,
      "icons": total { $0 == .icon }.json,
      "unproven": total { $0 == .unproven }.json,
      "pins": total { $0 == .pin }.json,
      "texts": total { $0 == .text }.json,
      "unexplained": unexplainedTotal.json,
      "unexplained-files": .array(
        unexplained.prefix(Self.listedCount).map {
          [
            "path": .string($0.file.path), "bytes": .integer($0.file.byteCount),
            "reason": .string($0.reason.rawValue),
          ]
        }),
      "unexplained-left-out": .integer(max(0, unexplained.count - Self.listedCount)),
    ]
  }
}

extension FileCensus.Total {
  fileprivate var json: JSON { ["files": .integer(count), "bytes": .integer(byteCount)] }
}
