package import SafeFiles

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder for one test; it is removed with this object.
package final class TemporaryFolder: Sendable {
  package let path: String
  package let handle: DirectoryHandle

  /// Creates a folder that contains `files`: text by path.
  package init(_ files: [String: String] = [:], in parent: String = "/tmp") throws {
    var template = Array("\(parent)/assetkit-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw TestFailure("\(parent): no temporary folder: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    handle = try DirectoryHandle(path: path)
    for (name, text) in files { try write(name, text) }
  }

  deinit {
    // By the name: a test may have put another folder in the place of this one. What cannot be removed
    // stays in the system's temporary folder; a deinitializer cannot throw.
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    if let name = try? RelativePath(path[slash...].dropFirst()) {
      try? DirectoryHandle(path: String(path[..<slash])).removeTree(name)
    }
  }

  /// Creates a file, and the folders above it; throws if something has that name.
  package func create(_ path: String, _ bytes: [UInt8], isExecutable: Bool = false) throws {
    let path = try RelativePath(path)
    if let parent = path.parent { try handle.createDirectories(parent) }
    try handle.createFile(path, holding: bytes, isExecutable: isExecutable)
  }

  package func create(_ path: String, _ text: String = "", isExecutable: Bool = false) throws {
    try create(path, Array(text.utf8), isExecutable: isExecutable)
  }

  /// Creates a file in place of whatever has that name.
  package func write(_ path: String, _ bytes: [UInt8], isExecutable: Bool = false) throws {
    try handle.removeTree(RelativePath(path))
    try create(path, bytes, isExecutable: isExecutable)
  }

  package func write(_ path: String, _ text: String, isExecutable: Bool = false) throws {
    try write(path, Array(text.utf8), isExecutable: isExecutable)
  }

  /// The contents of a file of at most 256 MiB.
  package func bytes(of path: String) throws -> [UInt8] {
    try handle.readFile(RelativePath(path), limitBytes: 1 << 28)
  }

  package func text(_ path: String) throws -> String {
    String(decoding: try bytes(of: path), as: UTF8.self)
  }

  package func exists(_ path: String) throws -> Bool {
    try handle.statusIfPresent(of: RelativePath(path)) != nil
  }

  /// The names in this folder or in one below it, sorted.
  package func names(in folder: String? = nil) throws -> [String] {
    let folder = try folder.map { try handle.subdirectory(RelativePath($0)) } ?? handle
    return try folder.entries().map(\.description).sorted()
  }

  /// Every file below this folder, or below one in it, with its contents; folders end in a slash.
  package func contents(of folder: String? = nil) throws -> [String: [UInt8]] {
    let folder = try folder.map { try handle.subdirectory(RelativePath($0)) } ?? handle
    return try Self.contents(of: folder, below: "")
  }

  /// Makes the folder contain these files and nothing else; a path that ends in a slash is a folder.
  package func reset(to files: [String: [UInt8]]) throws {
    try removeAll()
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      if name.hasSuffix("/") {
        try handle.createDirectories(RelativePath(name.dropLast()))
      } else {
        try create(name, bytes)
      }
    }
  }

  private func removeAll() throws {
    for entry in try handle.entries() { try handle.removeTree(entry.path()) }
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
