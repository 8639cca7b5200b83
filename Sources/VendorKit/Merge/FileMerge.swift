/// The result of merging two changed versions of a file by their common ancestor.
enum FileMerge {
  /// The merged file; nil for none.
  case merged(FileSnapshot?)
  /// A file with conflict markers of that size.
  case conflict(FileSnapshot, markerSize: Int)
  /// One version is binary, so the file cannot be merged.
  case binary

  /// Merges `ours` and `theirs`, made from `base`; nil stands for no file.
  init(
    base: FileSnapshot?, ours: FileSnapshot?, theirs: FileSnapshot?, names: ConflictMarkers.Names
  ) {
    if ours == base || ours == theirs {
      self = .merged(theirs)
      return
    }
    if theirs == base {
      self = .merged(ours)
      return
    }
    let versions = [base, ours, theirs]
    if versions.contains(where: { $0?.isBinary == true }) {
      self = .binary
      return
    }
    let texts = versions.map { $0?.bytes ?? [] }
    let markers = ConflictMarkers(names, for: texts)
    let isExecutable = Self.mode(base, ours, theirs)
    guard ours != nil, theirs != nil else {
      // One side deletes what the other changes.
      let text = markers.text(base: texts[0], ours: texts[1], theirs: texts[2])
      self = .conflict(
        FileSnapshot(bytes: text, isExecutable: isExecutable), markerSize: markers.size)
      return
    }
    let merge = ThreeWayMerge(
      base: TextLines(texts[0]), ours: TextLines(texts[1]), theirs: TextLines(texts[2]))
    let file = FileSnapshot(bytes: merge.text(marking: markers), isExecutable: isExecutable)
    self = merge.hasConflict ? .conflict(file, markerSize: markers.size) : .merged(file)
  }

  /// Whether the file is executable: as the side says that changed it.
  private static func mode(
    _ base: FileSnapshot?, _ ours: FileSnapshot?, _ theirs: FileSnapshot?
  ) -> Bool {
    guard let mine = ours ?? theirs, let upstream = theirs ?? ours else {
      preconditionFailure("a conflict without a file")
    }
    return mine.isExecutable == (base ?? mine).isExecutable
      ? upstream.isExecutable : mine.isExecutable
  }
}
