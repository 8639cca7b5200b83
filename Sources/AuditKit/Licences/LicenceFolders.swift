import SafeFiles

/// Which folder's licence files hold for a file of a package.
///
/// That is the nearest folder with a licence file, at the file or above it, or else the package's own; of
/// what is in `third_party` and the like, no licence file above holds.
/// Folders such as `LICENSES` and `doc` count as the folder around them. If the package's own folder has
/// no licence file, and one folder is nearer to it than all others that have any, both are the same.
struct LicenceFolders {
  /// The package's own folder.
  let root: RelativePath
  /// The folder that is the same as the package's own.
  private let top: RelativePath?
  /// The folders with licence files.
  private let folders: Set<RelativePath>

  /// - Complexity: O(n) for n licence files.
  init(root: RelativePath, licenceFiles: some Sequence<RelativePath>) {
    let folders = Set(licenceFiles.compactMap(Self.folder(of:)))
    let depth = folders.lazy.map(\.components.count).min()
    let nearest = folders.filter { $0.components.count == depth }
    self.root = root
    self.folders = folders
    top = nearest.count == 1 ? nearest.first : nil
  }

  /// The folder whose licence files hold for a file.
  func home(of file: RelativePath) -> RelativePath {
    var folder = Self.folder(of: file)
    while let place = folder, place != root, place != top, place.isInside(root) {
      if folders.contains(place) { return place }
      if Self.otherFolders.contains(place.lastComponent.description.lowercased()) { return place }
      folder = place.parent
    }
    return root
  }

  /// Whether the file is beside those licence files, not in a folder below.
  func isBesideLicence(_ file: RelativePath) -> Bool {
    let folder = Self.folder(of: file)
    return folder == home(of: file) || folder == top
  }

  /// The folder that a file is in, or the one around it where that folder is one for texts.
  private static func folder(of file: RelativePath) -> RelativePath? {
    var folder = file.parent
    while let place = folder, let parent = place.parent,
      textFolders.contains(place.lastComponent.description.lowercased())
    {
      folder = parent
    }
    return folder
  }

  private static let otherFolders: Set<String> = [
    "third_party", "third-party", "thirdparty", "3rdparty", "3rd-party", "vendor", "vendored",
    "external", "extern", "deps", "node_modules", "subprojects", "bundled",
  ]

  private static let textFolders: Set<String> = [
    "licenses", "license", "licences", "licence", "copying", "legal", "doc", "docs",
  ]
}
