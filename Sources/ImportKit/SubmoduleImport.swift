import SafeFiles
import TextFormats
import VendorKit

/// Imports the submodules of a repository, and theirs.
struct SubmoduleImport {
  private let path: RelativePath
  private let root: ImportRoot

  init(_ path: RelativePath, _ root: ImportRoot) throws {
    self.path = path
    self.root = root
  }

  /// How deep submodules of submodules are followed, and how many there may be.
  private static let (maxDepth, maxCount) = (8, 1_000)

  /// A submodule and where it came from.
  private struct Found {
    var submodule: Submodule
    /// The address of the repository that has it.
    var parent: String?
    /// The name of the package that has it; nil for the project itself.
    var owner: String?
    /// The folder, from the top of the project's repository.
    var place: String
  }

  func plan(
    _ fetcher: SourceFetcher, _ options: ImportOptions
  ) async throws -> ImportPlan {
    let repository = try await LocalRepository(around: root.handle.name)
    guard path.parent == nil, repository.prefix.isEmpty else {
      throw ImportError(
        path.description, "is not at the top of its repository, \(repository.top)",
        remedy: "run this there")
    }
    var plan = ImportPlan()
    let base = try await repository.remoteAddress()
    var level = try await repository.submodules(listedIn: "\(repository.top)/\(path)").map {
      Found(submodule: $0, parent: base, owner: nil, place: $0.path)
    }
    let places = level.map(\.place)
    var used: Set<String> = []
    var tops: [(name: String, place: String)] = []
    var depth = 0
    while !level.isEmpty {
      var taken: [(pin: GitPin, found: Found)] = []
      for found in level {
        let name = try name(for: found, places: places, used: &used)
        plan.names.insert(name)
        if depth == 0 { tops.append((name, found.place)) }
        guard options.takes(name) else { continue }
        do {
          taken.append((try Self.pin(found, named: name), found))
        } catch {
          plan.refusals.append(.init(name: name, reason: error.problem, remedy: error.remedy))
        }
      }
      let start = plan.items.count
      plan.add(
        taken.map(\.pin),
        refs: options.isDry ? nil : await fetcher.refs(of: taken.map(\.pin.url)))
      for index in plan.items[start...].indices {
        guard let found = taken.first(where: { $0.pin.name == plan.items[index].name })?.found
        else { continue }
        if let owner = found.owner {
          plan.items[index].cautions.append(
            "'\(owner)' expects these files in its folder \(found.submodule.path)")
        }
      }
      depth += 1
      guard depth < Self.maxDepth, plan.items.count <= Self.maxCount else {
        throw ImportError(
          path.description,
          "leads to more than \(Self.maxCount) submodules, or deeper than "
            + "\(Self.maxDepth) levels", remedy: "choose some with --only")
      }
      level =
        options.isDry
        ? []
        : try await below(
          plan.items[start...],
          Dictionary(
            taken.map { ($0.pin.name, $0.found.place) }, uniquingKeysWith: { first, _ in first }),
          fetcher)
    }
    if options.isDry, !plan.items.isEmpty {
      plan.items[0].cautions.append("submodules of submodules are found when these are fetched")
    }
    let folders = Dictionary(
      tops.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
    plan.afterwards = { added, _ in Self.followUps(for: added.map(\.package), folders) }
    return plan
  }

  /// A free name: the last component of the path; with those before it where that is taken, or where
  /// the folder of that name is a submodule's own.
  private func name(for found: Found, places: [String], used: inout Set<String>) throws -> String {
    let parts = found.place.split(separator: "/").map(String.init)
    for count in 1...max(1, parts.count) {
      let name = parts.suffix(count).joined(separator: "-")
      if !places.contains("Vendor/\(name)"), used.insert(name.lowercased()).inserted { return name }
    }
    let name = parts.joined(separator: "-") + "-vendored"
    used.insert(name.lowercased())
    return name
  }

  private static func pin(_ found: Found, named name: String) throws(ImportError) -> GitPin {
    let submodule = found.submodule
    guard let url = submodule.url else {
      throw ImportError(name, "has no address in .gitmodules")
    }
    guard let commit = submodule.commit else {
      throw ImportError(
        name, "has no commit in HEAD at \(submodule.path)", remedy: "commit the submodule first")
    }
    guard let address = Submodule.address(url, relativeTo: found.parent) else {
      throw ImportError(
        name,
        "has the relative address '\(url)', and its repository has no remote that it could "
          + "start from", remedy: "name the remote with 'git remote add origin URL'")
    }
    return GitPin(name: name, url: address, commit: commit, branch: submodule.branch)
  }

  /// The submodules of the packages, which are fetched for it.
  private func below(
    _ items: ArraySlice<ImportPlan.Item>, _ places: [String: String],
    _ fetcher: SourceFetcher
  ) async throws -> [Found] {
    let requests = items.map { item in
      SourceFetcher.Request(
        .git(url: item.addition.package.source, ref: item.addition.package.ref ?? "HEAD"),
        commit: item.addition.commit)
    }
    var next: [Found] = []
    for (item, result) in zip(items, await fetcher.submodules(of: requests)) {
      // What cannot be fetched is reported when it is added.
      guard let submodules = try? result.get() else { continue }
      let place = places[item.name] ?? item.name
      next += submodules.map {
        Found(
          submodule: $0, parent: item.addition.package.source, owner: item.name,
          place: "\(place)/\($0.path)")
      }
    }
    return next
  }

  /// The commands that take the submodules out, once their files are vendored beside them.
  private static func followUps(
    for packages: [Lock.Package], _ folders: [String: String]
  ) -> [FollowUp] {
    var text = ""
    var moves = ""
    for package in packages {
      guard let folder = folders[package.name] else { continue }
      let word = folder.shellWord
      text += "git submodule deinit -f -- \(word)\n"
      text += "git rm -f -- \(word)\n"
      moves += "  \(folder) → \(package.path)\n"
    }
    guard !text.isEmpty else { return [] }
    return [
      FollowUp(
        .note, "what builds from the submodules' folders must name the vendored ones", moves),
      FollowUp(.commands, "then take the submodules out; their files are lost there", text),
    ]
  }
}
