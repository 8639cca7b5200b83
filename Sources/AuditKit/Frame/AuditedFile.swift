public import SafeFiles

/// One file of the repository that the audit comes across.
public struct AuditedFile: Hashable, Sendable {
  /// The path from the root of the repository.
  public let path: RelativePath
  /// The package that it belongs to, as a position in ``AuditContext/packages``; nil for the host.
  public let package: Int?
  /// What it is; links are not followed.
  public let kind: FileKind
  /// Its length in bytes.
  public let size: Int
  /// Whether its owner may execute it.
  public let isExecutable: Bool

  /// The last component of the path, as text.
  public var name: String { path.lastComponent.description }

  /// What follows the last dot of the name, in lower case and without the dot; empty for none.
  public var fileExtension: String {
    let name = path.lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }
}
