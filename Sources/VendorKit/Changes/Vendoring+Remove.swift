extension Vendoring {
  /// Removes a package and its pins.
  ///
  /// - Parameter force: whether to discard local edits.
  /// - Throws: `VendorError`: `unknownPackage`, `wouldLose`. Nothing has changed then.
  public func remove(_ name: String, force: Bool) throws {
    let transaction = try Transaction(in: root, lockTimeout: lockTimeout)
    let lock = try lock()
    guard let package = try lock.packages(named: [name]).first else { return }
    try transaction.watch(package.path)
    if !force { try refuseToLose(try edits(of: package), of: package, by: "remove \(name)") }
    for path in [package.path, package.sumsPath, package.patchesPath] {
      try transaction.stageRemoval(of: path)
    }
    try transaction.stageFile(lock.removing(name).text, at: Self.lockPath)
    try transaction.commit()
  }
}
