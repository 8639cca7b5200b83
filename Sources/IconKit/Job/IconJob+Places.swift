public import SafeFiles

extension IconJob {
  /// The same job with each file where the output has it, if that is not the preset's place.
  ///
  /// The icon for a store listing goes beside an Android module's sources, so the output becomes the
  /// module where it was the module's resource folder.
  ///
  /// - Throws: `FileError` when the output folder exists and cannot be opened.
  public func findingPlaces() throws(FileError) -> IconJob {
    var job = self
    if parts.contains(where: { $0.set.icons.contains(where: \.isStoreListing) }),
      let module = ResourceFolder.module(of: output)
    {
      job.output = module.path
      job.changeSources { source, _ in
        source.folder = source.folder.map(module.below.appending) ?? module.below
      }
    }
    let output = job.output
    let root = try DirectoryHandle.existing(output)
    let places = AndroidPlaces(root: root)
    job.changeSources { $0.moved = places.moved($1, below: $0.folder) }
    return job
  }

  private mutating func changeSources(_ change: (inout IconSource, IconSet) -> Void) {
    for parts in [\IconJob.parts, \IconJob.others] as [WritableKeyPath<IconJob, [Part]>] {
      for i in self[keyPath: parts].indices {
        let set = self[keyPath: parts][i].set
        for j in self[keyPath: parts][i].sources.indices {
          change(&self[keyPath: parts][i].sources[j], set)
        }
      }
    }
  }
}
