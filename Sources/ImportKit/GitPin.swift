import VendorKit

/// A package at a commit of a git repository, before its tag is known.
struct GitPin {
  var name: String
  var url: String
  var commit: String
  /// The version that the pin names.
  var version: String?
  /// The branch that the pin names.
  var branch: String?
  /// The type of the package URL, as purl-spec has it; nil for none.
  var purlType: PackageURLType? = .github

  /// What a package URL says of a repository on github.com.
  enum PackageURLType {
    /// `pkg:github/OWNER/NAME`.
    case github
    /// `pkg:swift/github.com/OWNER/NAME`.
    case swift
  }

  /// The tags that may stand for the version.
  private var tags: [String] {
    version.map { [$0, $0.hasPrefix("v") ? String($0.dropFirst()) : "v\($0)"] } ?? []
  }

  /// The addition of the package with a ref that leads to the commit, if upstream has one.
  ///
  /// - Parameter refs: what upstream has; nil when it was not asked.
  /// - Throws: `VendorError` when the lock cannot have such a package.
  func item(refs: Result<GitRefs, any Error>?) throws -> ImportPlan.Item {
    try ImportRoot.check(source: url, of: .git, at: name)
    var package = try Lock.Package(
      name: name, source: url, type: .git, pristine: SHA256Digest(), tree: SHA256Digest())
    package.version = version
    package.ref = commit
    package.commit = commit
    package.purl = purlType.flatMap { Self.purl(of: url, type: $0) }
    var (cautions, remarks): ([String], [String]) = ([], [])
    var exactTag: String?
    switch refs {
    case .success(let refs)?:
      let named = tags.first { refs.commit(of: "refs/tags/\($0)") != nil }
      if let tag = named, refs.commit(of: "refs/tags/\(tag)") == commit {
        package.ref = refs.names(of: tag).count == 1 ? tag : "refs/tags/\(tag)"
        exactTag = package.ref
      } else if let branch, refs.commit(of: "refs/heads/\(branch)") != nil {
        package.ref = refs.names(of: branch).count == 1 ? branch : "refs/heads/\(branch)"
      } else if let named {
        cautions.append("the tag '\(named)' no longer names the pinned commit \(commit)")
        remarks.append("the pinned commit was taken, not what the tag '\(named)' names now")
      }
    case .failure?, nil: break
    }
    var addition = Vendoring.Addition(package)
    addition.commit = commit
    addition.remarks = remarks
    return ImportPlan.Item(addition: addition, cautions: cautions, tag: exactTag)
  }

  /// The package URL, without a version, of a repository on github.com; nil for any other.
  private static func purl(of url: String, type: PackageURLType) -> String? {
    // An address that is no source is refused elsewhere.
    guard let place = try? SourceAddress(url, of: .git).place, case .url(_, "github.com") = place
    else { return nil }
    // `https:`, `github.com`, OWNER, NAME.
    let parts = url.split(separator: "/").dropFirst(2).map(String.init)
    guard parts.count == 2 else { return nil }
    let name = parts[1].hasSuffix(".git") ? String(parts[1].dropLast(4)) : parts[1]
    return switch type {
    case .github: "pkg:github/\(parts[0].lowercased())/\(name.lowercased())"
    case .swift: "pkg:swift/github.com/\(parts[0])/\(name)"
    }
  }
}

extension ImportPlan {
  /// Adds the pins as items, in order, or as refusals where the lock cannot have them.
  mutating func add(_ pins: [GitPin], refs: [Result<GitRefs, any Error>]?) {
    for (index, pin) in pins.enumerated() {
      do {
        let item = try pin.item(refs: refs?[index])
        // A lock refuses what no package may have.
        _ = try Lock([item.addition.package])
        items.append(item)
      } catch {
        refusals.append(Refusal(pin.name, error))
      }
    }
  }
}

extension ImportPlan.Refusal {
  /// The refusal of what cannot be a package, for the reason that `error` gives.
  init(_ name: String, _ error: any Error) {
    switch error {
    case let error as ImportError:
      self.init(name: name, place: error.location, problem: error.problem, remedy: error.remedy)
    case let error as VendorError:
      self.init(name: name, place: error.location, problem: error.problem, remedy: error.remedy)
    default: self.init(name: name, reason: "\(error)")
    }
  }

  /// The refusal of what has a problem at a place, which is named unless it is the package itself.
  private init(name: String, place: String, problem: String, remedy: String?) {
    self.init(
      name: name, reason: place == name ? problem : "\(place): \(problem)", remedy: remedy)
  }
}
