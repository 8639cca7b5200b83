import SafeFiles
import VendorKit

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A source as given on the command line.
struct SourceArgument {
  let type: SourceType
  private let address: SourceAddress

  /// Parses `text`; infers the type unless it is given.
  ///
  /// - Throws: `VendorError` when `text` is not an address of that type.
  init(_ text: String, ref: String?, type: SourceType?) throws(VendorError) {
    // What cannot be opened as a folder is none; a missing file is reported when it is fetched.
    self.type = type ?? SourceType(of: text, ref: ref) { (try? DirectoryHandle(path: $0)) != nil }
    address = try SourceAddress(text, of: self.type)
  }

  /// The source as written to the lock: an address unchanged, a path relative to the root.
  ///
  /// - Throws: `VendorError` when it is a path outside the root, which exists on this machine only.
  func written(from root: DirectoryHandle) throws -> String {
    let text = address.text
    if !address.isPath { return text }
    let rootPath = try Self.resolved(root.name)
    let outside = VendorError(
      .invalidArgument, at: text, "is outside \(rootPath)",
      remedy: "copy it into the project, or give its URL: vendor.lock must work on other machines")
    // A name with '{version}' does not exist as such: resolve its folder.
    let slash = text.lastIndex(of: "/")
    let folder = slash.map { $0 == text.startIndex ? "/" : String(text[..<$0]) } ?? "."
    let name = slash.map { String(text[text.index(after: $0)...]) } ?? text
    guard !name.isEmpty, name != ".", name != ".." else { throw outside }
    let whole = try Self.resolved(folder) + "/" + name
    guard whole.hasPrefix(rootPath + "/") else { throw outside }
    return String(whole.dropFirst(rootPath.count + 1))
  }

  private static func resolved(_ path: String) throws -> String {
    guard let real = realpath(path, nil) else {
      throw FileError(errno: errno, at: path, cannot: "be found")
    }
    defer { free(real) }
    return String(cString: real)
  }
}
