import SafeFiles
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A folder that lives as long as this object.
final class TemporaryFolder: Sendable {
  let path: String
  let handle: DirectoryHandle

  init(in parent: String = "/tmp") throws {
    var template = Array("\(parent)/assetkit-tests-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    handle = try DirectoryHandle(path: path)
  }

  deinit {
    guard let slash = path.lastIndex(of: "/") else { return }
    let name = path[path.index(after: slash)...]
    let parent = try? DirectoryHandle(path: String(path[..<slash]))
    if let name = try? RelativePath(name) { try? parent?.removeTree(name) }
  }

  func create(_ path: String, _ text: String = "", isExecutable: Bool = false) throws {
    let path = try RelativePath(path)
    if let parent = path.parent { try handle.createDirectories(parent) }
    try handle.createFile(path, holding: Array(text.utf8), isExecutable: isExecutable)
  }

  func text(_ path: String) throws -> String {
    String(decoding: try handle.readFile(RelativePath(path), limitBytes: 1 << 20), as: UTF8.self)
  }
}
