/// The copies that were built, moved aside so that others can be built at the same paths.
struct MadeCopies {
  private let folder: WorkFolder
  /// Everything of a build is in one of these; see ``VariationPlan``.
  private static let names = ["a", "second-machine"]

  init(in folder: WorkFolder) { self.folder = folder }

  /// Moves everything of the last build into the folder `label`.
  ///
  /// - Returns: where `path`, one of the build's, is now.
  func setAside(_ path: String, as label: String) throws(OfflineError) -> String {
    _ = try folder.makeFolder(label)
    for name in Self.names where FileSystem.exists("\(folder.path)/\(name)") {
      try folder.move(name, to: "\(label)/\(name)")
    }
    return "\(folder.path)/\(label)/\(path.dropFirst(folder.path.count + 1))"
  }

  /// Removes everything of the last build.
  func removeNew() {
    for name in Self.names { folder.remove(name) }
  }

  /// Moves what was set aside as `labels` back. Where two builds had the same path, the later stays in
  /// its folder.
  func putBack(_ labels: [String]) {
    for label in labels {
      for name in Self.names where FileSystem.exists("\(folder.path)/\(label)/\(name)") {
        if FileSystem.exists("\(folder.path)/\(name)") { continue }
        // What cannot be moved back stays in its folder, and is removed with the rest.
        try? folder.move("\(label)/\(name)", to: name)
      }
      if FileSystem.names(in: "\(folder.path)/\(label)").isEmpty { folder.remove(label) }
    }
  }
}
