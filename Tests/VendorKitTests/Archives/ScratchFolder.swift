import SafeFiles
import TestSupport
import Testing

@testable import VendorKit

/// A folder for one test: `package` inside it is where things are staged, beside it a file that no
/// test may touch.
struct ScratchFolder {
  private let folder: TemporaryFolder
  var path: String { folder.path }
  var handle: DirectoryHandle { folder.handle }

  init() throws {
    folder = try TemporaryFolder(["canary": "untouched"])
    try handle.createDirectory(RelativePath("package"))
  }

  /// Writes a file and gives its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try folder.write(name, bytes)
    return "\(path)/\(name)"
  }

  /// Stages an archive with these bytes.
  func stage(
    _ archive: [UInt8], selection: VendorKit.Selection = .everything,
    policy: StagingPolicy = StagingPolicy()
  ) async throws -> FileList {
    let file = try ArchiveFile(path: file("archive", archive), label: "archive")
    let source = FetchedSource(content: ArchiveContent(file: file))
    return try await source.stage(
      into: handle.subdirectory(RelativePath("package")), selection: selection, policy: policy)
  }

  /// The error that staging `archive` throws, after checking that it left nothing behind.
  func refusal(
    of archive: [UInt8], selection: VendorKit.Selection = .everything,
    policy: StagingPolicy = StagingPolicy()
  ) async throws -> String? {
    defer { check(isEmpty: true) }
    do {
      _ = try await stage(archive, selection: selection, policy: policy)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Checks that nothing beside the package was touched.
  func check(isEmpty: Bool) {
    let names = (try? handle.entries().map(\.description)) ?? []
    #expect(names.allSatisfy { ["archive", "canary", "package"].contains($0) })
    #expect((try? text("canary")) == "untouched")
    if isEmpty {
      let inside = try? handle.subdirectory(RelativePath("package")).entries()
      #expect(inside?.isEmpty == true)
    }
  }

  func text(_ path: String) throws -> String { try folder.text(path) }
}

extension FileList {
  /// `path`, `path*` for executable ones, `path -> target` for links.
  var summary: [String] {
    entries.map { entry in
      switch entry.content {
      case .file(_, let isExecutable): entry.path.description + (isExecutable ? "*" : "")
      case .link(let target): "\(entry.path) -> \(String(decoding: target, as: UTF8.self))"
      }
    }
  }
}
