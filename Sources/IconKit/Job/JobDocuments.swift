import SafeFiles

/// The documents of a job, and what it leaves without use.
struct JobDocuments {
  /// A document that is damaged or of another kind.
  struct Problem {
    let path: RelativePath
    let error: IconError
    /// The folder that it is the list of.
    var folder: RelativePath { path.parent ?? path }
  }

  /// The documents of each source of each part. A part adds to those of the parts before it.
  var files: [[[IconFile]]] = []
  var problems: [Problem] = []
  var unused: [UnusedImages] = []
}

extension IconJob {
  /// The documents of each source of each part, merged into those that the output folder has.
  ///
  /// - Parameter prunes: whether entries without use are removed from them.
  /// - Throws: `FileError` when the output folder cannot be read.
  func documents(prunes: Bool = false) throws(FileError) -> JobDocuments {
    let folder = try DocumentFolder(output)
    var documents = JobDocuments()
    var made: [RelativePath: IconFile] = [:]
    for part in parts {
      var bySource: [[IconFile]] = []
      for source in part.sources {
        var files: [IconFile] = []
        for document in try folder.documents(
          of: part.set, below: source.folder, moved: source.moved, source.inputs, after: made)
        {
          switch document.file {
          case .success(let file):
            made[file.path] = file
            files.append(file)
          case .failure(let error):
            documents.problems.append(.init(path: document.path, error: error))
          }
        }
        bySource.append(files)
      }
      documents.files.append(bySource)
    }
    guard let handle = folder.handle else { return documents }
    let known = Set((parts + others).flatMap(\.paths)).union(inputs(in: handle))
    var pruned: [RelativePath: IconFile] = [:]
    for (path, roles) in catalogRoles().sorted(by: { $0.key < $1.key }) {
      guard let file = made[path],
        let unused = try UnusedImages(
          in: file, of: handle, made: roles.made, kept: roles.kept, except: known)
      else { continue }
      documents.unused.append(unused)
      if prunes { pruned[path] = IconFile(path: path, bytes: unused.prunedDocument) }
    }
    documents.files = documents.files.map { $0.map { $0.map { pruned[$0.path] ?? $0 } } }
    return documents
  }

  /// What the entries of each Contents.json are for: those that a part makes, and those that are not
  /// made this time or are left out.
  private func catalogRoles() -> [RelativePath: (made: [CatalogRole], kept: [CatalogRole])] {
    var roles: [RelativePath: (made: [CatalogRole], kept: [CatalogRole])] = [:]
    let name = RelativePath(known: "Contents.json")
    for (index, part) in (parts + others).enumerated() {
      for source in part.sources {
        func list(_ icon: Preset.Icon) -> RelativePath {
          let path = icon.path.parent?.appending(name) ?? name
          return source.folder?.appending(path) ?? path
        }
        for icon in part.set.icons {
          guard let role = icon.role else { continue }
          if index < parts.count {
            roles[list(icon), default: ([], [])].made.append(role)
          } else {
            roles[list(icon), default: ([], [])].kept.append(role)
          }
        }
        for icon in part.set.excludedIcons {
          guard let role = icon.role else { continue }
          roles[list(icon), default: ([], [])].kept.append(role)
        }
      }
    }
    return roles
  }

  /// The files below `folder` that a part reads, or that are kept.
  func inputs(in folder: DirectoryHandle) -> Set<RelativePath> {
    guard let root = realPath(folder.name) else { return [] }
    return Set(
      ((parts + others).flatMap(\.sources).flatMap(\.inputs.filesOnDisk) + kept).compactMap {
        file in
        guard let real = realPath(file), real.hasPrefix("\(root)/") else { return nil }
        // What is not a valid path is not a file of a set either.
        return try? RelativePath(real.dropFirst(root.count + 1))
      })
  }
}

extension IconJob.Part {
  /// The part with its files where the catalogs in `folder` have their slots: as several parts, where
  /// its sources' catalogs differ.
  func placed(in folder: DirectoryHandle?) -> [IconJob.Part] {
    guard set.documents.contains(where: { $0.noun != nil }) else { return [self] }
    var parts: [IconJob.Part] = []
    for source in sources {
      var placement = CatalogPlacement(in: folder, below: source.folder)
      let placed = placement.placed(set)
      if let i = parts.firstIndex(where: { $0.set.hasSameFiles(as: placed) }) {
        parts[i].sources.append(source)
      } else {
        parts.append(
          IconJob.Part(
            name: name, placed, sources: [source], options: options, renderer: renderer))
      }
    }
    return parts
  }
}

extension IconSet {
  fileprivate func hasSameFiles(as other: IconSet) -> Bool {
    paths == other.paths && documents.map(\.kind) == other.documents.map(\.kind)
  }
}
