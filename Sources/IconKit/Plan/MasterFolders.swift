public import SafeFiles

/// The folders for the masters' files: the output folder itself for a single master, one subfolder
/// per master, named after it, for several.
public enum MasterFolders {
  /// The folder of each of `masters` below the output folder; nil for that folder itself.
  ///
  /// - Throws: `IconError` when two masters would share one, or a name cannot be a folder's.
  public static func names(for masters: [String]) throws(IconError) -> [RelativePath?] {
    guard masters.count > 1 else { return masters.map { _ in nil } }
    var masterByStem: [String: String] = [:]
    var folders: [RelativePath?] = []
    for master in masters {
      let stem = MasterFolders.stem(of: master)
      let folder: RelativePath
      do {
        folder = try RelativePath(stem)
      } catch {
        throw IconError(
          .options, master, "has a name that cannot be a folder's: \(error)", remedy: "rename it")
      }
      // Some file systems ignore case.
      if let other = masterByStem.updateValue(master, forKey: stem.lowercased()) {
        throw IconError(
          .options, master, "would share the folder \(stem) with \(other)",
          remedy: "rename one, or make them in separate runs")
      }
      folders.append(folder)
    }
    return folders
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
