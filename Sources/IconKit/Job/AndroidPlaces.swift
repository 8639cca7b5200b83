import SafeFiles

/// Where an Android project has files that a preset has elsewhere.
struct AndroidPlaces {
  /// The folder that all paths are relative to; nil where it does not exist yet.
  let root: DirectoryHandle?

  /// The files of `set` below `folder` that have another place, by their usual one.
  func moved(_ set: IconSet, below folder: RelativePath?) -> [RelativePath: RelativePath] {
    func place(_ path: RelativePath) -> RelativePath { folder?.appending(path) ?? path }
    var moved: [RelativePath: RelativePath] = [:]
    for icon in set.icons where icon.isStoreListing {
      moved[place(icon.path)] = storeListing(place(icon.path))
    }
    for icon in set.icons {
      guard let name = icon.earlierName else { continue }
      let usual = place(icon.path)
      let earlier = usual.parent?.appending(name) ?? name
      if !isThere(usual), isThere(earlier) { moved[usual] = earlier }
    }
    let documents = set.documents.map { (path: place($0.path), kind: $0.kind) }
    let adaptive = documents.filter { if case .adaptiveIcon = $0.kind { true } else { false } }
      .map(\.path)
    // The round icon goes where the other one is.
    let isNew = !adaptive.contains(where: isThere)
    let isWithoutVersion = isNew && adaptive.contains { unversioned($0).map(isThere) == true }
    for path in adaptive {
      guard let other = unversioned(path), isWithoutVersion || !isThere(path) && isThere(other)
      else { continue }
      moved[path] = other
    }
    for case (let path, .backgroundColor(let name)) in documents where !isThere(path) {
      moved[path] = values(beside: path).first { values in
        // A file that cannot be read defines nothing that a run could replace.
        let text = try? root?.readFile(values, limitBytes: Self.limitBytes)
        return text.flatMap { ColorResource("\(name)_background", in: $0) } != nil
      }
    }
    return moved.filter { $0.key != $0.value }
  }

  /// Where a project has the icon for its store listing: beside the module's `src`, or where Android
  /// Studio's wizard puts it, `src/main/ic_launcher-playstore.png`. Never in a resource folder.
  private func storeListing(_ usual: RelativePath) -> RelativePath {
    let name = usual.lastComponent
    let isUsualName = name.bytes == Array("playstore-icon.png".utf8)
    // The wizard's name, the one that it had before 2018, and ours.
    let stem = isUsualName ? SetName.androidOwn : "\(name)".replacing("-playstore.png", with: "")
    let names =
      ["\(stem)-playstore.png", "\(stem)-web.png"].map(RelativePath.init(known:)) + [name]
    var module = usual.parent?.components ?? []
    var sources = [RelativePath(known: "src"), RelativePath(known: "main")]
    if let levels = ResourceFolder.levels(above: module) {
      if levels == 3 { sources = Array(module.suffix(3).dropLast()) }
      module.removeLast(levels)
    }
    func path(_ folder: [RelativePath], _ name: RelativePath) -> RelativePath {
      let all = folder + [name]
      return all.dropFirst().reduce(all[0]) { $0.appending($1) }
    }
    let beside = names.map { path(module + sources, $0) }
    // The module's own icon is that of its main sources; a flavour has another.
    guard sources[1].bytes == Array("main".utf8) else {
      return beside.first(where: isThere) ?? path(module + sources, name)
    }
    let places = beside + names.map { path(module, $0) }
    return places.first(where: isThere) ?? path(module, name)
  }

  /// The same file in a folder without `-v26`, which projects for Android 8.0 and later use.
  private func unversioned(_ path: RelativePath) -> RelativePath? {
    guard let folder = path.parent, folder.lastComponent.bytes.hasSuffix("-v26") else { return nil }
    let bytes = folder.bytes.dropLast("-v26".utf8.count)
    guard let folder = try? RelativePath(bytes: bytes) else {
      preconditionFailure("a path without its end is a path")
    }
    return folder.appending(path.lastComponent)
  }

  /// The other XML files in the folder of `path`.
  private func values(beside path: RelativePath) -> [RelativePath] {
    guard let folder = path.parent,
      // A folder that does not exist has no files.
      let entries = try? root?.subdirectory(folder).entries()
    else { return [] }
    return entries.compactMap { entry in
      // A name that is not a path is no resource.
      entry.kind == .file ? (try? entry.path()).map(folder.appending) : nil
    }.filter { $0.bytes.hasSuffix(".xml") }.sorted()
  }

  private func isThere(_ path: RelativePath) -> Bool {
    // What cannot be looked at is not there for a build, either.
    (try? root?.statusIfPresent(of: path)) != nil
  }

  private static let limitBytes = 1 << 20
}
