internal import SafeFiles
public import VendorKit

extension ImportPlan {
  /// Reads `sources` and plans what to add to the project.
  ///
  /// Runs nothing of what it reads. The network is asked for the tags that pins belong to, for the
  /// specs of pods, and for submodules of submodules.
  /// - Throws: `ImportError` for a file that cannot be read as what its name says, and for a name of
  ///   the options that no file has.
  public init(
    reading sources: [ImportSource], into root: ImportRoot, fetcher: SourceFetcher,
    options: ImportOptions = ImportOptions()
  ) async throws {
    var plans: [ImportPlan] = []
    for source in sources {
      switch source.kind {
      case .packageResolved:
        plans.append(try await ResolvedImport(source.path, root).plan(fetcher, options))
      case .podfileLock:
        plans.append(try await PodImport(source.path, root).plan(fetcher, options))
      case .gitmodules:
        plans.append(try await SubmoduleImport(source.path, root).plan(fetcher, options))
      case .mesonWrap: plans.append(try WrapImport(source.path, root).plan(options, fetcher))
      }
    }
    self = try Self.merged(Array(zip(sources, plans)), lock: root.lock(), options)
    let known = plans.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    guard !known.isEmpty else {
      throw ImportError(
        sources.map(\.path.description).joined(separator: ", "), "names no packages")
    }
    for (option, names) in [("--only", options.only), ("--except", options.except)] {
      let unknown = names.subtracting(known).sorted().map { "'\($0)'" }
      guard !unknown.isEmpty else { continue }
      throw ImportError(
        option,
        "no file has a package \(unknown.joined(separator: " or "))",
        remedy: "they have: \(known.sorted().joined(separator: ", "))")
    }
  }

  /// All plans as one: what several have is taken once, and what is vendored already not again.
  private static func merged(
    _ plans: [(source: ImportSource, plan: ImportPlan)], lock: Lock, _ options: ImportOptions
  ) -> ImportPlan {
    var merged = ImportPlan()
    var taken: [String: Lock.Package] = [:]
    for (source, plan) in plans {
      merged.refusals += plan.refusals
      for item in plan.items {
        let package = item.addition.package
        if let there = lock[package.name] {
          if there.hasSameSource(as: item.addition) {
            if !merged.present.contains(item.name) { merged.present.append(item.name) }
          } else {
            let command = Renewal(of: there, to: item, from: source, options).command
            merged.refusals.append(
              Refusal(
                name: item.name, reason: "is vendored already, from another source or commit",
                remedy: "bring it to what is pinned with: \(command)"))
          }
        } else if let other = taken[package.name] {
          if other != package {
            merged.refusals.append(
              Refusal(name: item.name, reason: "is pinned differently by two of the files"))
          }
        } else {
          taken[package.name] = package
          merged.items.append(item)
        }
      }
    }
    merged.afterwards = { added, root in
      try plans.flatMap { try $0.plan.afterwards(added, root) }
    }
    return merged
  }

  /// What is left to the person once the packages are there.
  ///
  /// - Parameter added: the results for all of ``items``, in their order.
  public func followUps(for added: [Vendoring.Added], in root: ImportRoot) throws -> [FollowUp] {
    try afterwards(added, root)
  }
}

extension Lock.Package {
  /// Whether this is what the addition would bring.
  fileprivate func hasSameSource(as addition: Vendoring.Addition) -> Bool {
    let other = addition.package
    guard resolvedSource == other.resolvedSource, type == other.type else { return false }
    if let commit = addition.commit { return self.commit == commit }
    if type.pin == .commit { return ref == other.ref }
    return addition.archiveDigest == nil || addition.archiveDigest == archiveDigest
  }
}
