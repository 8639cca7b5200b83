import SafeFiles
import TestSupport
import Testing

@testable import VendorKit

/// The tree is in the old state or the new one, whatever happened in between.
struct TransactionTests {
  private let package = "Vendor/zlib"

  /// A root with one vendored package, its list and a lock.
  private func root() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.create("vendor.lock", "old lock")
    try root.create("\(package)/a.c", "old a")
    try root.create("\(package)/sub/b.c", "old b", isExecutable: true)
    try root.create("Vendor/zlib.sums", "old sums")
    try root.create("Vendor/patches/zlib/0001.patch", "old patch")
    try root.create("mine.txt", "mine")
    return root
  }

  private static let old = [
    "Vendor/patches/zlib/0001.patch": "old patch", "Vendor/zlib.sums": "old sums",
    "Vendor/zlib/a.c": "old a", "Vendor/zlib/sub/b.c": "old b", "mine.txt": "mine",
    "vendor.lock": "old lock",
  ]
  private static let new = [
    "Vendor/zlib.sums": "new sums", "Vendor/zlib/a.c": "new a", "Vendor/zlib/c.c": "new c",
    "mine.txt": "mine", "third_party/x/y/z.c": "z", "vendor.lock": "new lock",
  ]

  private func stage(_ transaction: Transaction) throws {
    let folder = try transaction.stageDirectory(at: RelativePath(package))
    try folder.createFile(RelativePath("a.c"), holding: Array("new a".utf8))
    try folder.createFile(RelativePath("c.c"), holding: Array("new c".utf8))
    let other = try transaction.stageDirectory(at: RelativePath("third_party/x/y"))
    try other.createFile(RelativePath("z.c"), holding: Array("z".utf8))
    try transaction.stageFile(Array("new sums".utf8), at: RelativePath("Vendor/zlib.sums"))
    try transaction.stageRemoval(of: RelativePath("Vendor/patches/zlib"))
    try transaction.stageFile(Array("new lock".utf8), at: RelativePath("vendor.lock"))
  }

  /// Every file below the root with its text.
  private func contents(_ root: TemporaryFolder) throws -> [String: String] {
    var files: [String: String] = [:]
    func walk(_ folder: DirectoryHandle, _ prefix: String) throws {
      for entry in try folder.entries() {
        let path = "\(prefix)\(entry)"
        if entry.kind == .directory {
          try walk(try folder.subdirectory(try entry.path()), path + "/")
        } else {
          files[path] = try root.text(path)
        }
      }
    }
    try walk(root.handle, "")
    return files
  }

  @Test func commitReplacesAddsAndRemoves() throws {
    let root = try root()
    let transaction = try Transaction(in: root.handle, lockTimeout: .zero)
    try stage(transaction)
    #expect(try contents(root).filter { !$0.key.contains(".assetkit") } == Self.old)
    try transaction.commit()
    #expect(try contents(root) == Self.new)
  }

  @Test func droppedTransactionLeavesNoTrace() throws {
    let root = try root()
    do { try stage(try Transaction(in: root.handle, lockTimeout: .zero)) }
    #expect(try contents(root) == Self.old)
  }

  @Test func emptyRootStaysEmpty() throws {
    let root = try TemporaryFolder()
    do { _ = try Transaction(in: root.handle, lockTimeout: .zero) }
    #expect(try root.handle.entries().isEmpty)
  }

  @Test func secondTransactionReportsTheLocksHolder() throws {
    let root = try root()
    let first = try Transaction(in: root.handle, lockTimeout: .zero)
    let failure = try #require(throws: VendorError.self) {
      try Transaction(in: root.handle, lockTimeout: .milliseconds(1))
    }
    #expect(failure.code == .busy)
    #expect(failure.problem.contains("held by process"))
    _ = first
  }

  @Test func editDuringTheRunIsNotLost() throws {
    let root = try root()
    let transaction = try Transaction(in: root.handle, lockTimeout: .zero)
    try stage(transaction)
    try root.handle.removeFile(RelativePath("\(package)/a.c"))
    try root.create("\(package)/a.c", "edited")
    #expect(throws: VendorError.self) { try transaction.commit() }
    var expected = Self.old
    expected["\(package)/a.c"] = "edited"
    #expect(try contents(root) == expected)
  }

  // MARK: Broken off

  /// Leaves the tree as a process would that is killed after `steps` renames of the swap.
  private func breakOff(_ root: TemporaryFolder, after steps: Int) throws {
    var folder = try WorkFolder(creatingIn: root.handle)
    var targets: [Journal.Target] = []
    let staged: [(String, String?)] = [
      (package, "dir"), ("Vendor/zlib.sums", "new sums"), ("Vendor/patches/zlib", nil),
      ("vendor.lock", "new lock"),
    ]
    for (index, (path, text)) in staged.enumerated() {
      let path = try RelativePath(path)
      if text == "dir" {
        try folder.handle.createDirectory(folder.new(index))
        let new = try folder.handle.subdirectory(folder.new(index))
        try new.createFile(RelativePath("a.c"), holding: Array("new a".utf8))
      } else if let text {
        try folder.handle.createFile(folder.new(index), holding: Array(text.utf8))
      }
      targets.append(
        Journal.Target(
          path: path, before: try Fingerprint.of(path, in: root.handle),
          after: try Fingerprint.of(folder.new(index), in: folder.handle)))
    }
    let journal = Journal(
      folder: try folder.handle.status().inode, targets: targets, newFolders: [])
    try folder.write(journal)
    var left = steps
    for (index, target) in targets.enumerated() {
      for (from, to) in [(nil, folder.old(index)), (folder.new(index), nil)] {
        guard left > 0 else { return }
        if from != nil, target.after == nil { continue }
        left -= 1
        if let to {
          try root.handle.rename(target.path, to: to, in: folder.handle)
        } else if let from {
          try folder.handle.rename(from, to: target.path, in: root.handle)
        }
      }
    }
  }

  private static let finished = [
    "Vendor/zlib.sums": "new sums", "Vendor/zlib/a.c": "new a", "mine.txt": "mine",
    "vendor.lock": "new lock",
  ]

  @Test(arguments: 0...7) func nextCommandFinishes(steps: Int) throws {
    let root = try root()
    try breakOff(root, after: steps)
    try Recovery.settle(in: root.handle, lockTimeout: .zero)
    #expect(try contents(root) == Self.finished)
  }

  /// The package is in place, the list is not: an edit of the list must survive.
  @Test func nextCommandUndoesWhereFinishingWouldLoseAnEdit() throws {
    let root = try root()
    try breakOff(root, after: 2)
    try root.handle.removeFile(RelativePath("Vendor/zlib.sums"))
    try root.create("Vendor/zlib.sums", "edited")
    try Recovery.settle(in: root.handle, lockTimeout: .zero)
    var expected = Self.old
    expected["Vendor/zlib.sums"] = "edited"
    #expect(try contents(root) == expected)
  }

  @Test func editsOnBothSidesAreNotTouched() throws {
    let root = try root()
    try breakOff(root, after: 2)
    for path in ["Vendor/zlib.sums", "\(package)/a.c"] {
      try root.handle.removeFile(RelativePath(path))
      try root.create(path, "edited")
    }
    let before = try contents(root)
    let failure = try #require(throws: VendorError.self) {
      try Recovery.settle(in: root.handle, lockTimeout: .zero)
    }
    #expect(failure.code == .wouldLose)
    #expect(failure.problem.contains("Vendor/zlib, Vendor/zlib.sums"))
    #expect(try contents(root) == before)
  }

  @Test func finishingAndUndoingMayBeInterruptedAndRestarted() throws {
    for steps in 0...7 {
      let root = try root()
      try breakOff(root, after: steps)
      let folder = try #require(try WorkFolder(existingIn: root.handle))
      let swap = Swap(
        root: root.handle, folder: folder, journal: try #require(try folder.readJournal()))
      try swap.undo()
      try swap.undo()
      #expect(try contents(root).filter { !$0.key.contains(".assetkit") } == Self.old)
      try swap.finish()
      try swap.finish()
      #expect(try contents(root).filter { !$0.key.contains(".assetkit") } == Self.finished)
    }
  }

  /// A repository may bring a journal along that would plant a hook: this user's runs did not write it, whatever
  /// inode numbers it guesses.
  @Test func journalThatCameWithACloneIsNotCarriedOut() throws {
    let root = try root()
    try root.create("Vendor/.assetkit/new/0", "#!/bin/sh")
    let folder = try #require(try WorkFolder(existingIn: root.handle))
    let after = try Fingerprint.of(folder.new(0), in: folder.handle)
    let target = Journal.Target(path: try RelativePath("hook"), before: nil, after: after)
    let journal = Journal(
      folder: try folder.handle.status().inode, targets: [target], newFolders: [])
    try root.create(
      "Vendor/.assetkit/journal", String(decoding: journal.text, as: UTF8.self))
    try root.create("Vendor/.assetkit/run-\(String(repeating: "0", count: 32))/x", "")
    let before = try contents(root)
    try Recovery.settle(in: root.handle, lockTimeout: .zero)
    #expect(try contents(root) == before)
    let failure = try #require(throws: VendorError.self) {
      _ = try Transaction(in: root.handle, lockTimeout: .zero)
    }
    #expect(failure.code == .wouldLose)
    #expect(try contents(root) == before)
  }

  /// The mark of a run that was killed here does not vouch for a journal that was pulled since.
  @Test func journalThatWasAddedToAMarkedFolderIsNotCarriedOut() throws {
    let root = try root()
    let folder = try WorkFolder(creatingIn: root.handle)
    try folder.handle.createFile(folder.new(0), holding: Array("#!/bin/sh".utf8))
    let after = try Fingerprint.of(folder.new(0), in: folder.handle)
    let target = Journal.Target(path: try RelativePath("hook"), before: nil, after: after)
    let journal = Journal(
      folder: try folder.handle.status().inode, targets: [target], newFolders: [])
    try root.create(
      "Vendor/.assetkit/journal", String(decoding: journal.text, as: UTF8.self))
    let failure = try #require(throws: VendorError.self) {
      try Recovery.settle(in: root.handle, lockTimeout: .zero)
    }
    #expect(failure.problem.contains("was not written in this folder"))
    #expect(try root.handle.statusIfPresent(of: RelativePath("hook")) == nil)
  }

  /// A copy of a folder in which a run was killed is another folder.
  @Test func whatWasCopiedIsLeftAlone() throws {
    let root = try root()
    try breakOff(root, after: 2)
    let copy = try TemporaryFolder()
    for (path, text) in try contents(root) { try copy.create(path, text) }
    let before = try contents(copy)
    try Recovery.settle(in: copy.handle, lockTimeout: .zero)
    #expect(try contents(copy) == before)
    try Recovery.settle(in: root.handle, lockTimeout: .zero)
    #expect(try contents(root) == Self.finished)
  }

  @Test func journalCannotNameGitsFolder() throws {
    for path in [".git/hooks/pre-commit", "x/.GIT/config"] {
      let journal = Journal(
        folder: 7, targets: [Journal.Target(path: try RelativePath(path), before: nil, after: nil)],
        newFolders: [])
      #expect(Journal(parsing: journal.text) == nil)
    }
  }

  @Test func truncatedJournalIsIgnored() throws {
    let digest = SHA256.digest(of: [1])
    let journal = Journal(
      folder: 7,
      targets: [Journal.Target(path: try RelativePath("Vendor/a b"), before: nil, after: digest)],
      newFolders: [try RelativePath("Vendor")])
    #expect(Journal(parsing: journal.text) == journal)
    for length in 0..<journal.text.count {
      #expect(Journal(parsing: Array(journal.text[..<length])) == nil)
    }
    for index in journal.text.indices {
      var text = journal.text
      text[index] ^= 1
      #expect(Journal(parsing: text) == nil)
    }
  }
}
