import TextFormats
import VendorKit

/// Where the files of a pod come from.
struct PodSource {
  private enum Place {
    case git(url: String, ref: String, commit: String?)
    case http(url: String, SHA256Digest?, flattens: Bool)
  }

  private let place: Place
  /// What the person must know of it.
  private(set) var cautions: [String] = []

  /// The source that a spec names.
  ///
  /// - Throws: `ImportError` where it names none, or one that cannot be vendored.
  init(spec source: JSON?, pod: PodfileLock.Pod) throws(ImportError) {
    guard let source else { throw ImportError(pod.name, "has no source in its spec") }
    if let url = source["git"]?.text {
      let commit = source["commit"]?.text
      guard let ref = commit ?? source["tag"]?.text ?? source["branch"]?.text else {
        throw ImportError(pod.name, "has a source without a tag or commit")
      }
      place = .git(url: url, ref: ref, commit: Self.isCommit(ref) ? ref : nil)
      if source["tag"] == nil, commit == nil {
        cautions.append("the spec names the branch '\(ref)'; what it leads to now is pinned")
      }
    } else if let url = source["http"]?.text {
      var digest: SHA256Digest?
      if let text = source["sha256"]?.text {
        digest = SHA256Digest(hex: text.lowercased())
        guard digest != nil else {
          throw ImportError(pod.name, "has a sha256 that is not 64 hexadecimal digits")
        }
      } else {
        cautions.append(
          (source["sha1"] == nil ? "the spec has no checksum" : "the spec has only a SHA-1")
            + " of \(url); what is there now is pinned by its SHA-256")
      }
      let isZip = source["type"]?.text.map { $0 == "zip" } ?? url.lowercased().hasSuffix(".zip")
      place = .http(url: url, digest, flattens: source["flatten"].map { $0 == true } ?? !isZip)
    } else {
      let kinds = ["svn", "hg"].filter { source[$0] != nil }
      throw ImportError(
        pod.name,
        kinds.isEmpty
          ? "has a source of an unknown kind" : "comes from \(kinds[0]), which is not supported",
        remedy: "vendor its files with 'assetkit vendor add'")
    }
  }

  /// The source that the Podfile names, with the commit that was checked out.
  init(external pod: PodfileLock.Pod) throws(ImportError) {
    let url = pod.checkout["git"] ?? pod.external["git"] ?? ""
    let commit = [pod.checkout["commit"], pod.external["commit"]].compactMap(\.self).first
    let tag = pod.external["tag"] ?? pod.checkout["tag"]
    guard let ref = tag ?? commit ?? pod.external["branch"] else {
      throw ImportError(pod.name, "has no tag, commit or branch in EXTERNAL SOURCES")
    }
    let full = commit.flatMap { Self.isCommit($0) ? $0 : nil }
    place = .git(url: url, ref: ref, commit: full)
    if full == nil, tag == nil {
      cautions.append("the lock file has no full commit id; what '\(ref)' leads to now is pinned")
    }
  }

  private static func isCommit(_ text: String) -> Bool {
    text.utf8.count == 40
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  func addition(of pod: PodfileLock.Pod) throws -> Vendoring.Addition {
    let (source, type): (String, SourceType) =
      switch place {
      case .git(let url, _, _): (url, .git)
      case .http(let url, _, _): (url, .archive)
      }
    try ImportRoot.check(source: source, of: type, at: pod.name)
    var package = try Lock.Package(
      name: pod.name, source: source, type: type, pristine: SHA256Digest(), tree: SHA256Digest())
    package.version = pod.version
    package.purl = "pkg:cocoapods/\(pod.name)"
    var checked = package
    switch place {
    case .git(_, let ref, let commit):
      package.ref = ref
      checked = package
      checked.commit = commit ?? String(repeating: "0", count: 40)
    case .http(_, let digest, _): checked.archiveDigest = digest ?? SHA256Digest()
    }
    // A lock refuses what no package may have.
    _ = try Lock([checked])
    var addition = Vendoring.Addition(package)
    switch place {
    case .git(_, _, let commit): addition.commit = commit
    case .http(_, let digest, _): addition.archiveDigest = digest
    }
    return addition
  }

  /// Whether the only folder at the top of the archive is left out, as CocoaPods does except for zip.
  func flattens(_ names: [[UInt8]]) -> Bool {
    guard case .http(_, _, true) = place else { return false }
    let tops = Set(names.map { $0.prefix { $0 != UInt8(ascii: "/") } })
    return tops.count == 1 && names.allSatisfy { $0.contains(UInt8(ascii: "/")) }
  }
}
