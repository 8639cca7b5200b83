import SafeFiles
import VendorKit

/// A file of the repository that is audited.
struct AuditedFile: Hashable, Sendable {
  /// The path from the root of the repository.
  let path: RelativePath
  /// The package that it belongs to, as a position in ``AuditContext/packages``; nil for the host.
  let package: Int?
  /// What it is; links are not followed.
  let kind: FileKind
  /// Its length in bytes.
  let size: Int
  /// Whether its owner may execute it.
  let isExecutable: Bool
  /// What follows the last dot of the name, in lower case and without the dot; empty for none.
  let fileExtension: String
  /// The result of reading a package's file, in ``AuditGroup/conclude(_:in:report:)``; nil before
  /// that, for the host's files and for files that could not be read.
  var contents: FileContents?

  /// The last component of the path, as text.
  var name: String { path.lastComponent.description }

  /// Creates a file from its parts.
  init(path: RelativePath, package: Int?, kind: FileKind, size: Int, isExecutable: Bool) {
    self.path = path
    self.package = package
    self.kind = kind
    self.size = size
    self.isExecutable = isExecutable
    fileExtension = Self.fileExtension(of: path.bytes)
  }

  private static func fileExtension(of bytes: [UInt8]) -> String {
    let start = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > start else { return "" }
    return String(
      decoding: bytes[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}
