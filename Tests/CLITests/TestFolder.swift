import SafeFiles
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder that lives as long as this object, and what is in it.
final class TestFolder: Sendable {
  let path: String
  private let handle: DirectoryHandle

  init() throws {
    var template = Array("/tmp/assetkit-cli-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    handle = try DirectoryHandle(path: path)
  }

  deinit {
    empty()
    rmdir(path)
  }

  /// Every file below the folder with its contents; folders end in a slash.
  func contents() throws -> [String: [UInt8]] {
    try Self.contents(of: handle, below: "")
  }

  /// Makes the folder hold these files and nothing else.
  func reset(to files: [String: [UInt8]]) throws {
    empty()
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if name.hasSuffix("/") {
        try handle.createDirectories(RelativePath(name.dropLast()))
        continue
      }
      let path = try RelativePath(name)
      if let parent = path.parent { try handle.createDirectories(parent) }
      try handle.createFile(path, holding: bytes)
    }
  }

  private func empty() {
    for entry in (try? handle.entries()) ?? [] {
      if let path = try? entry.path() { try? handle.removeTree(path) }
    }
  }

  private static func contents(
    of folder: DirectoryHandle, below prefix: String
  ) throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for entry in try folder.entries() {
      if entry.kind == .directory {
        contents["\(prefix)\(entry)/"] = []
        let below = try Self.contents(
          of: folder.subdirectory(entry.path()), below: "\(prefix)\(entry)/")
        contents.merge(below) { _, new in new }
      } else {
        contents["\(prefix)\(entry)"] = try folder.readFile(entry.path(), limitBytes: 1 << 24)
      }
    }
    return contents
  }
}
