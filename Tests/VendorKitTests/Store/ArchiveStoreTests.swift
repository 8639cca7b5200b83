import SafeFiles
import Testing

@testable import VendorKit

/// What a store promises: verified or not at all.
struct ArchiveStoreTests {
  let scratch: ScratchFolder
  let store: ArchiveStore
  let digest = SHA256.digest(of: [1, 2, 3])

  init() throws {
    scratch = try ScratchFolder()
    store = ArchiveStore(path: scratch.path + "/package/cache/deep")
    let path = try scratch.file("archive", [1, 2, 3])
    try store.insert(ArchiveFile(path: path, label: "a"), as: digest)
  }

  @Test func insertedArchiveIsFound() throws {
    let file = try #require(try store.archive(digest, label: "a"))
    #expect(try file.bytes(at: 0, count: 9) == [1, 2, 3])
    #expect(try store.archive(SHA256.digest(of: [9]), label: "a") == nil)
    #expect(try store.items().map(\.bytes) == [3])
    #expect(try store.root().subdirectory(RelativePath("work")).entries().isEmpty)
  }

  @Test func damagedFileIsRemovedFromACacheOnly() throws {
    let name = ArchiveStore.name(of: digest)
    let root = try store.root()
    for isMirror in [true, false] {
      try root.removeFile(name)
      try root.createFile(name, holding: [1, 2, 4])
      let store = isMirror ? ArchiveStore.mirror(path: store.path) : store
      #expect(try store.archive(digest, label: "a") == nil)
      #expect(try root.statusIfPresent(of: name) == nil || isMirror)
    }
  }

  @Test func archiveWithAnotherDigestIsNotInserted() throws {
    let path = try scratch.file("archive", [7])
    let file = try ArchiveFile(path: path, label: "a")
    #expect(throws: VendorError.self) { try store.insert(file, as: SHA256.digest(of: [8])) }
    #expect(try store.items().count == 1)
  }

  @Test func pruneKeepsNamedItemsAndThoseInUse() throws {
    let path = try scratch.file("archive", [7])
    try store.insert(ArchiveFile(path: path, label: "a"), as: SHA256.digest(of: [7]))
    let own = try store.newWorkName("copy")
    try store.root().createFile(own, holding: [])
    try store.root().createFile(RelativePath("work/copy-999999999-1"), holding: [])
    try store.root().createFile(RelativePath("work/\(digest.hex).partial"), holding: [])
    let gone = try store.prune(keeping: [.archive(digest)])
    #expect(gone.map(\.key) == [.archive(SHA256.digest(of: [7]))])
    #expect(try store.items().map(\.key) == [.archive(digest)])
    let left = try store.root().subdirectory(RelativePath("work")).entries()
    #expect(left.map(\.description) == [own.lastComponent.description])
  }

  @Test func missingStoreIsEmpty() throws {
    let store = ArchiveStore(path: scratch.path + "/package/none")
    #expect(try store.items().isEmpty)
    #expect(try store.archive(digest, label: "a") == nil)
    #expect(try store.prune(keeping: []).isEmpty)
    #expect(try scratch.handle.statusIfPresent(of: RelativePath("package/none")) == nil)
  }
}
