#if os(Linux)
import Glibc
import SafeFiles
import TestSupport
import Testing

@testable import FileWatch

/// What the kernel says of real files.
///
/// A process that another test starts inherits open files for an instant, so a file that is written
/// here can be closed a little later. So no file is written before it is watched, and a test awaits
/// the event of closing; the deadline is there for one that fails.
@Suite struct EventSourceTests {
  private let folder: WatchedFolder

  init() throws { folder = try WatchedFolder() }

  @Test func aFileWrittenInPlaceIsWrittenAndThenSaved() throws {
    try folder.make("file")
    let source = try folder.source(watching: ["file"])
    try folder.write("new", to: "file")
    #expect(try eventsToSave(of: source).distinct == [.written(file: 0), .saved(file: 0)])
  }

  @Test func aFileThatIsStillOpenIsNotSaved() throws {
    try folder.make("file")
    let source = try folder.source(watching: ["file"])
    let descriptor = open(folder.path("file"), O_WRONLY | O_APPEND | O_CLOEXEC)
    try #require(descriptor >= 0)
    _ = write(descriptor, "more", 4)
    #expect(try events(of: source) == [.written(file: 0)])
    close(descriptor)
    #expect(try events(of: source) == [.saved(file: 0)])
  }

  @Test func aFileRenamedOverItIsSaved() throws {
    try folder.make("file")
    let source = try folder.source(watching: ["file"])
    try folder.write("new", to: "file.tmp")
    try folder.rename("file.tmp", to: "file")
    #expect(try events(of: source).distinct == [.saved(file: 0)])
  }

  @Test func aFileDeletedAndMadeAnewIsGoneAndThenSaved() throws {
    try folder.make("file")
    let source = try folder.source(watching: ["file"])
    try #require(unlink(folder.path("file")) == 0)
    #expect(try events(of: source) == [.gone(file: 0)])
    try folder.write("new", to: "file")
    #expect(
      try eventsToSave(of: source).distinct
        == [.created(file: 0), .written(file: 0), .saved(file: 0)])
  }

  @Test func aFileThatGetsItsNameByALinkIsCreated() throws {
    try folder.write("new", to: "other")
    let source = try folder.source(watching: ["file"])
    try #require(link(folder.path("other"), folder.path("file")) == 0)
    #expect(try events(of: source) == [.created(file: 0)])
  }

  @Test func filesAreToldApartAndOthersAreNotSeen() throws {
    let source = try folder.source(watching: ["first", "second"])
    try folder.write("x", to: "neighbour")
    try folder.write("x", to: "second")
    #expect(Set(try events(of: source)).allSatisfy { $0.file == 1 })
  }

  /// Whoever watches a link must look anew when the link leads elsewhere, and then sees the new file
  /// and no longer the old one.
  @Test func aLinkThatLeadsElsewhereIsFollowed() throws {
    for name in ["a", "b"] {
      try #require(mkdir(folder.path(name), 0o700) == 0)
      try folder.make("\(name)/file")
    }
    try #require(symlink("a/file", folder.path("link")) == 0)
    let source = try folder.source(watching: ["link"])
    try folder.write("new", to: "a/file")
    #expect(try eventsToSave(of: source).last == .saved(file: 0))

    try #require(symlink("b/file", folder.path("link.tmp")) == 0)
    try folder.rename("link.tmp", to: "link")
    #expect(try events(of: source).contains(.elsewhere))

    try source.watch([WatchedPlace.places(of: folder.path("link"))])
    try folder.write("nobody looks", to: "a/file")
    try folder.rename("a/file", to: "a/renamed")
    try folder.write("new", to: "b/file")
    #expect(try eventsToSave(of: source).distinct == [.written(file: 0), .saved(file: 0)])
  }

  @Test func aFolderThatIsRemovedAndMadeAnewIsSeen() throws {
    try #require(mkdir(folder.path("inner"), 0o700) == 0)
    let source = try folder.source(watching: ["inner/file"])
    try #require(rmdir(folder.path("inner")) == 0)
    #expect(try events(of: source).distinct == [.elsewhere])

    // It need not be there for the folders above it to be watched.
    try source.watch([WatchedPlace.places(of: folder.path("inner/file"))])
    try #require(mkdir(folder.path("inner"), 0o700) == 0)
    #expect(try events(of: source).distinct == [.elsewhere])
    try source.watch([WatchedPlace.places(of: folder.path("inner/file"))])
    try folder.write("new", to: "inner/file")
    #expect(try eventsToSave(of: source).last == .saved(file: 0))
  }

  @Test func aFolderThatIsRenamedIsSeen() throws {
    try #require(mkdir(folder.path("inner"), 0o700) == 0)
    let source = try folder.source(watching: ["inner/file"])
    try folder.rename("inner", to: "moved")
    #expect(try events(of: source).distinct == [.elsewhere])
  }

  @Test func aFileWhoseFolderIsMissingAtTheStartIsRefused() throws {
    let error = #expect(throws: FileError.self) {
      try folder.source(watching: ["missing/file"])
    }
    #expect(error?.description.contains("cannot be watched") == true)
  }

  @Test func withoutEventsTheDeadlineEndsTheWait() throws {
    let source = try folder.source(watching: ["file"])
    #expect(try source.events(waitingUntil: .now) == [])
  }

  private func events(of source: EventSource) throws -> [ChangeSettling.Event] {
    try source.events(waitingUntil: .now + .seconds(30))
  }

  /// The events until the first file is saved.
  private func eventsToSave(of source: EventSource) throws -> [ChangeSettling.Event] {
    let deadline = ContinuousClock.now + .seconds(30)
    var events: [ChangeSettling.Event] = []
    while !events.contains(.saved(file: 0)), ContinuousClock.now < deadline {
      events += try source.events(waitingUntil: deadline)
    }
    return events
  }
}

/// A folder of its own for each test, removed with all that is in it.
private struct WatchedFolder {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  func source(watching names: [String]) throws -> EventSource {
    let source = try EventSource()
    try source.watch(names.map { WatchedPlace.places(of: path($0)) })
    return source
  }

  /// Makes an empty file without opening it.
  func make(_ name: String) throws {
    try #require(mknod(path(name), S_IFREG | 0o600, 0) == 0)
  }

  func write(_ text: String, to name: String) throws {
    let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    close(descriptor)
  }

  func rename(_ old: String, to new: String) throws {
    try #require(Glibc.rename(path(old), path(new)) == 0)
  }
}

extension [ChangeSettling.Event] {
  /// Without repetitions of the event before: truncating and writing are one or two.
  fileprivate var distinct: Self {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}

extension ChangeSettling.Event {
  fileprivate var file: Int? {
    switch self {
    case .written(let file), .saved(let file), .created(let file), .gone(let file): file
    case .elsewhere: nil
    }
  }
}
#endif
