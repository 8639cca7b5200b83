public import SafeFiles

/// A file in which another tool has pinned what a project depends on.
public struct ImportSource: Sendable {
  /// The kinds of file that can be imported.
  public enum Kind: String, CaseIterable, Sendable {
    /// `Package.resolved` of the Swift package manager, and of Xcode.
    case packageResolved
    /// `Podfile.lock` of CocoaPods.
    case podfileLock
    /// `.gitmodules` of git.
    case gitmodules
    /// A wrap file of Meson.
    case mesonWrap

    init?(fileName: String) {
      switch fileName {
      case "Package.resolved": self = .packageResolved
      case "Podfile.lock": self = .podfileLock
      case ".gitmodules": self = .gitmodules
      default:
        guard fileName.hasSuffix(".wrap"), fileName.utf8.count > 5 else { return nil }
        self = .mesonWrap
      }
    }
  }

  /// The file, from the root.
  public let path: RelativePath
  /// Its kind, which its name says.
  public let kind: Kind
  /// The file as the person named it, for commands to be pasted.
  let argument: String

  /// - Parameter argument: the file as the person named it; nil for its path from the root.
  /// - Throws: `ImportError` for a file of any other name.
  public init(_ path: RelativePath, as argument: String? = nil) throws {
    guard let kind = Kind(fileName: path.lastComponent.description) else {
      throw ImportError(
        path.description, "is not a file that can be imported",
        remedy: "give a Package.resolved, a Podfile.lock, a .gitmodules or Meson's *.wrap")
    }
    self.path = path
    self.kind = kind
    self.argument = argument ?? path.description
  }
}
