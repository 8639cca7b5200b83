import SafeFiles
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@testable import VendorKit

/// A folder for one test: `package` inside it is where things are staged, beside it a file that no
/// test may touch.
final class ScratchFolder: Sendable {
  let path: String
  let handle: DirectoryHandle

  init() throws {
    var template = Array("/tmp/assetkit-fetch-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    handle = try DirectoryHandle(path: path)
    try handle.createFile(RelativePath("canary"), holding: Array("untouched".utf8))
    try handle.createDirectory(RelativePath("package"))
  }

  deinit {
    for entry in (try? handle.entries()) ?? [] {
      if let path = try? entry.path() { try? handle.removeTree(path) }
    }
    rmdir(path)
  }

  /// Writes a file and gives its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = try RelativePath(name)
    try handle.removeTree(path)
    if let parent = path.parent { try handle.createDirectories(parent) }
    try handle.createFile(path, holding: bytes)
    return "\(self.path)/\(name)"
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

  func text(_ path: String) throws -> String {
    String(decoding: try handle.readFile(RelativePath(path), limitBytes: 1 << 24), as: UTF8.self)
  }
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
