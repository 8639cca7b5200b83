/// The files of one source, each opened once and held open until its rows have been read.
struct OpenMasters: Sendable {
  /// The open files that some image of the set is made from.
  private(set) var byPath: [String: Master] = [:]
  private(set) var sizes: [String: PixelSize] = [:]
  private(set) var reaches: [String: Double] = [:]

  /// Opens every file of `inputs`, and measures the visible extent of those whose images must stay
  /// inside a circle.
  ///
  /// - Throws: `IconError` when one of them does not exist, is not a PNG file, is over a limit, or
  ///   is damaged where it was measured.
  static func open(
    _ inputs: IconInputs, for set: IconSet, options: IconPlan.Options, limits: Master.Limits,
    observer: Master.Observer?, warn: (IconWarning) -> Void
  ) throws(IconError) -> OpenMasters {
    let used = IconPlan.files(inputs, for: set)
    let measured = IconPlan.filesToMeasure(inputs, for: set, options: options)
    var open = OpenMasters()
    for file in inputs.files {
      let master = try Master(path: file, limits: limits, observer: observer)
      for warning in master.warnings { warn(IconWarning(file, warning)) }
      open.sizes[file] = master.size
      // A file that no image is made from is only checked, and closed again to save its descriptor.
      if used.contains(file) { open.byPath[file] = master }
      if measured.contains(file) {
        open.reaches[file] = try master.reach(fit: set.fit ?? .longest)
      }
    }
    return open
  }
}
