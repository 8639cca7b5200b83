import Testing

@testable import VendorKit

/// Merging locks by packages, and the sides of a text with markers.
struct LockMergeTests {
  private static func package(_ name: String, _ version: String?) throws -> Lock.Package {
    let digest = SHA256.digest(of: "\(name) \(version ?? "")".utf8)
    var package = try Lock.Package(
      name: name, source: "upstream/\(name)", type: .directory, pristine: digest, tree: digest)
    package.version = version
    return package
  }

  private static func lock(_ versions: [String: String]) throws -> Lock {
    try Lock(versions.map { try package($0, $1) })
  }

  /// Every state of one package on three sides: absent, or in one of three versions.
  @Test func onePackageInEveryStateIsMergedOrNamed() throws {
    let states: [String?] = [nil, "1", "2", "3"]
    for base in states {
      for ours in states {
        for theirs in states {
          func lock(_ version: String?) throws -> Lock {
            try Self.lock(version.map { ["p": $0, "other": "1"] } ?? ["other": "1"])
          }
          let merge = LockMerge(
            base: try lock(base), ours: try lock(ours), theirs: try lock(theirs))
          // The definition of a three-way merge, written down another way.
          let changed = Set([ours, theirs].filter { $0 != base })
          guard changed.count <= 1 else {
            #expect(merge.conflicts.count == 1)
            #expect(throws: VendorError.self) { try merge.lock() }
            continue
          }
          #expect(try merge.lock() == lock(changed.first ?? base))
          #expect(merge.changes.map(\.name) == (ours == theirs ? [] : ["p"]))
        }
      }
    }
  }

  @Test func withoutAnAncestorOnlyAdditionsAreTaken() throws {
    let ours = try Self.lock(["a": "1", "p": "1"])
    #expect(
      try LockMerge(base: nil, ours: ours, theirs: Self.lock(["b": "1", "p": "1"])).lock()
        == Self.lock(["a": "1", "b": "1", "p": "1"]))
    let merge = LockMerge(base: nil, ours: ours, theirs: try Self.lock(["p": "2"]))
    #expect(merge.conflicts == ["'p' differs, and it is not known what it was before"])
  }

  @Test func everyPackageInConflictIsNamed() throws {
    let merge = LockMerge(
      base: try Self.lock(["gone": "1", "up": "1"]),
      ours: try Self.lock(["new": "1", "gone": "2", "up": "2"]),
      theirs: try Self.lock(["new": "2", "up": "3"]))
    let error = #expect(throws: VendorError.self) { try merge.lock() }
    #expect(
      error?.problem == """
        cannot be merged by packages: 'gone' was changed on one side and removed on the other; \
        'new' was added on both sides with different pins; 'up' was changed on both sides
        """)
  }

  @Test func packagesThatCannotBeTogetherAreRefused() throws {
    let merge = LockMerge(
      base: try Lock(), ours: try Self.lock(["Zlib": "1"]), theirs: try Self.lock(["zlib": "1"]))
    let error = #expect(throws: VendorError.self) { try merge.lock() }
    #expect(error?.problem.contains("differ only in case") == true)
  }

  @Test(arguments: ["a\n||||||| base\nb\n", "a\n"])
  func sidesAreReadFromMarkers(first: String) throws {
    let text = "top\n<<<<<<< HEAD\n\(first)=======\nc\n>>>>>>> topic\nend\n"
    let sides = try ConflictSides(of: Array(text.utf8), named: "f")
    #expect(sides.ours == Array("top\na\nend\n".utf8))
    #expect(sides.theirs == Array("top\nc\nend\n".utf8))
    #expect(sides.base == (first == "a\n" ? nil : Array("top\nb\nend\n".utf8)))
  }

  @Test(arguments: [
    "=======\n", "<<<<<<< a\n<<<<<<< b\n", "<<<<<<< a\n>>>>>>> b\n", "<<<<<<< a\n=======\n",
    "<<<<<<< a\n=======\n||||||| c\n>>>>>>> b\n", "<<<<<<< a\n",
  ])
  func markersOutOfPlaceAreRefused(text: String) {
    #expect(throws: VendorError.self) {
      try ConflictSides(of: Array(text.utf8), named: "vendor.lock")
    }
  }
}
