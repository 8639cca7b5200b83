/// Where each master's files go: one master's into the folder itself, several masters' into a folder
/// each, named for the master.
public enum MasterFolders {
  /// The folder of each of `masters`, below `output`.
  ///
  /// - Throws: `IconError` when two masters would share one, or a name makes no folder.
  public static func below(_ output: String, for masters: [String]) throws(IconError) -> [String] {
    guard masters.count > 1 else { return [output] }
    var masterByStem: [String: String] = [:]
    var folders: [String] = []
    for master in masters {
      let stem = MasterFolders.stem(of: master)
      guard !stem.isEmpty, stem != ".", stem != ".." else {
        throw IconError(
          .options, master, "has no name to call a folder by", remedy: "rename it")
      }
      // Some disks do not tell Icon from icon.
      if let other = masterByStem.updateValue(master, forKey: stem.lowercased()) {
        throw IconError(
          .options, master, "would share the folder \(output)/\(stem) with \(other)",
          remedy: "rename one, or run them apart")
      }
      folders.append("\(output)/\(stem)")
    }
    return folders
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
    return String(name[..<dot])
  }
}
