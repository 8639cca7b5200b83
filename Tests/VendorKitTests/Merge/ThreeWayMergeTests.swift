import SafeFiles
import TestSupport
import Testing

@testable import VendorKit

/// Merges of three versions of a text, compared with what git makes of them.
struct ThreeWayMergeTests {
  private static let names = ConflictMarkers.Names(base: "base", ours: "ours", theirs: "theirs")

  private func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> ThreeWayMerge {
    ThreeWayMerge(base: TextLines(base), ours: TextLines(ours), theirs: TextLines(theirs))
  }

  private func text(_ merge: ThreeWayMerge) -> [UInt8] {
    merge.text(marking: ConflictMarkers(Self.names, for: []))
  }

  /// One unchanged side, or twice the same change, leaves nothing to decide.
  @Test(arguments: 0..<200) func trivialMerges(seed: Int) {
    var random = RandomText(seed: seed)
    let base = random.file(lines: 40)
    let changed = random.edited(base, edits: 8)
    for (ours, theirs) in [(changed, base), (base, changed), (changed, changed)] {
      let merge = merge(base, ours, theirs)
      #expect(!merge.hasConflict)
      #expect(text(merge) == changed)
    }
  }

  /// Where we merge without a conflict git does too, and the texts are the same. The reverse does not
  /// hold: of several longest matches git may take one in which the changes do not touch.
  @Test(arguments: 0..<60) func agreesWithGit(seed: Int) async throws {
    var random = RandomText(seed: seed)
    let base = random.file(lines: 60)
    let (ours, theirs) = (random.edited(base, edits: 3), random.edited(base, edits: 3))
    let merge = merge(base, ours, theirs)
    let folder = try TemporaryFolder()
    for (name, bytes) in [("base", base), ("ours", ours), ("theirs", theirs)] {
      try folder.handle.createFile(RelativePath(known: name), holding: bytes)
    }
    let git = try await Command.run(
      "git", ["merge-file", "-p", "--diff3", "ours", "base", "theirs"], in: folder.path)
    guard !merge.hasConflict else { return }
    #expect(git.status == 0)
    #expect(git.output == String(decoding: text(merge), as: UTF8.self))
  }

  @Test func aConflictShowsAllThreeVersions() {
    let merge = merge(Array("a\nb\nc\n".utf8), Array("a\nB\nc\n".utf8), Array("a\n2\nc".utf8))
    #expect(merge.hasConflict)
    #expect(
      String(decoding: text(merge), as: UTF8.self) == """
        a
        <<<<<<< ours
        B
        c
        ||||||| base
        b
        c
        =======
        2
        c
        >>>>>>> theirs

        """)
  }

  /// Lines of the text that look like markers make the markers longer.
  @Test func markersAreNotMistakenForText() {
    let heading = Array("Title\n=======\n".utf8)
    let markers = ConflictMarkers(Self.names, for: [heading])
    #expect(markers.size == 8)
    #expect(!ConflictMarkers.remain(in: heading, size: 8))
    #expect(ConflictMarkers.remain(in: markers.text(base: [], ours: [], theirs: []), size: 8))
    #expect(!ConflictMarkers.remain(in: Array("<<<<<<<<<< x\n=========\n".utf8), size: 8))
    let carriage = markers.text(base: [], ours: Array("x\r\n".utf8), theirs: [])
    #expect(carriage.count { $0 == 0x0A } == carriage.count { $0 == 0x0D })
  }

  @Test func modesAndMissingFiles() {
    let (a, b) = (FileSnapshot(bytes: [0x61]), FileSnapshot(bytes: [0x62]))
    var (aRuns, merged) = (a, b)
    aRuns.isExecutable = true
    merged.isExecutable = true
    func result(
      _ base: FileSnapshot?, _ ours: FileSnapshot?, _ theirs: FileSnapshot?
    ) -> FileMerge {
      FileMerge(base: base, ours: ours, theirs: theirs, names: Self.names)
    }
    guard case .merged(merged) = result(a, aRuns, b) else {
      Issue.record("mode")
      return
    }
    guard case .merged(nil) = result(a, nil, a) else {
      Issue.record("deleted by us")
      return
    }
    guard case .merged(nil) = result(a, a, nil) else {
      Issue.record("deleted by them")
      return
    }
    guard case .merged(b) = result(nil, b, nil) else {
      Issue.record("added")
      return
    }
    guard case .conflict = result(a, b, nil) else {
      Issue.record("changed and deleted")
      return
    }
    guard case .conflict = result(nil, a, b) else {
      Issue.record("added twice")
      return
    }
    let binary = FileSnapshot(bytes: [0])
    guard case .binary = result(a, b, binary) else {
      Issue.record("binary")
      return
    }
  }
}
