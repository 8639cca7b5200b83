import SafeFiles
import TextFormats
import VendorKit

/// Finds the specs of pods: in a folder, or on CocoaPods' server.
struct PodspecSearch {
  /// A spec, and what the person must know of it.
  struct Found {
    var spec: Podspec
    var cautions: [String] = []
  }

  /// The largest spec that is read; the largest of the public ones have some hundred kilobytes.
  static let limitBytes = 4 << 20
  /// The server of CocoaPods' public specs (cocoapods.org).
  private static let server = "https://cdn.cocoapods.org"

  private let fetcher: SourceFetcher
  private let folder: DirectoryHandle?

  init(_ fetcher: SourceFetcher, _ options: ImportOptions) {
    self.fetcher = fetcher
    folder = options.specs
  }

  /// The specs of pods, in their order; nil for one whose spec may be in its repository.
  func specs(of pods: [PodfileLock.Pod]) async -> [Result<Found?, any Error>] {
    var results = pods.map { pod in Result { try local(pod) } }
    var wanted: [(index: Int, url: String)] = []
    for (index, pod) in pods.enumerated() {
      guard case .success(nil) = results[index], pod.external.isEmpty else { continue }
      do {
        wanted.append((index, "\(Self.server)/\(try Self.path(of: pod))"))
      } catch {
        results[index] = .failure(error)
      }
    }
    let texts = await fetcher.documents(at: wanted.map(\.url), limitBytes: Self.limitBytes)
    for (request, text) in zip(wanted, texts) {
      let pod = pods[request.index]
      results[request.index] = Result {
        do {
          return try found(try text.get(), request.url, pod)
        } catch let error as VendorError {
          throw ImportError(
            error.location, error.problem,
            remedy: "give its spec as JSON with --specs, which 'pod spec cat \(pod.name)' prints")
        }
      }
    }
    return results
  }

  private func local(_ pod: PodfileLock.Pod) throws -> Found? {
    if let path = pod.external["path"] {
      throw ImportError(
        pod.name, "is a folder of your own, \(path)",
        remedy: "keep it as it is, or vendor it with 'assetkit vendor add'")
    }
    if let kind = ["hg", "svn", "http"].first(where: { pod.external[$0] != nil }) {
      throw ImportError(
        pod.name, "comes from \(kind) by the Podfile itself, which is not supported",
        remedy: "vendor its files with 'assetkit vendor add'")
    }
    if let folder {
      for path in try Self.paths(of: pod) where try folder.statusIfPresent(of: path) != nil {
        let bytes = try folder.readFile(path, limitBytes: Self.limitBytes)
        return try found(bytes, "\(folder.name)/\(path)", pod)
      }
      if pod.external.isEmpty {
        throw ImportError(
          pod.name, "has no spec in \(folder.name), expected \(try Self.paths(of: pod)[0])",
          remedy: "put it there, as 'pod spec cat \(pod.name)' prints it")
      }
    }
    if pod.external["podspec"] != nil {
      throw ImportError(
        pod.name, "has a spec that the Podfile names", remedy: "give it as JSON with --specs")
    }
    // The name of a private pod is nobody else's business, and a public one may have it, too.
    if pod.external.isEmpty, let repository = pod.specRepository, !Self.isPublic(repository) {
      throw ImportError(
        pod.name, "has its spec in \(repository), which is not CocoaPods' own",
        remedy: "give its spec as JSON with --specs, which 'pod ipc spec' prints")
    }
    return nil
  }

  /// Whether a repository of specs is the one whose contents the server has.
  private static func isPublic(_ repository: String) -> Bool {
    let text = repository.lowercased()
    return text == "trunk" || text.hasPrefix("\(server)/") || text == server
      || ["https://github.com/cocoapods/specs.git", "https://github.com/cocoapods/specs"]
        .contains(text)
  }

  private func found(_ bytes: [UInt8], _ file: String, _ pod: PodfileLock.Pod) throws -> Found {
    let spec = try Podspec(bytes, file: file, name: pod.name, subspecs: pod.subspecs)
    if let version = spec.document["version"]?.text, version != pod.version, pod.external.isEmpty {
      throw ImportError(file, "is the spec of version \(version), expected \(pod.version)")
    }
    var found = Found(spec: spec)
    if let expected = pod.checksum, SHA1Digest(hex: expected) != nil {
      let actual = SHA1.digest(of: bytes).hex
      guard actual != expected else { return found }
      let problem =
        "the SHA-1 of its spec is \(actual), expected \(expected) as Podfile.lock has it"
      // CocoaPods' own specs are JSON; others may be Ruby, whose checksum their JSON cannot have.
      let isPublic = pod.external.isEmpty && pod.specRepository.map(Self.isPublic) ?? true
      guard !isPublic else {
        throw ImportError(
          file, problem,
          remedy: folder == nil
            ? nil
            : "put the text there that 'pod spec cat \(pod.name) --version=\(pod.version)' prints")
      }
      found.cautions.append("\(problem); so it is another text, perhaps because that was Ruby")
    }
    return found
  }

  // MARK: - Places

  /// `Specs/A/B/C/NAME/VERSION/NAME.podspec.json`, where A, B and C are the first digits of the name's
  /// MD5 (CocoaPods-Core, `lib/cocoapods-core/source/metadata.rb`).
  private static func path(of pod: PodfileLock.Pod) throws -> RelativePath {
    let shard = MD5.hex(of: Array(pod.name.utf8)).prefix(3).map(String.init).joined(separator: "/")
    return try checked("Specs/\(shard)/\(pod.name)/\(pod.version)/\(pod.name).podspec.json", pod)
  }

  /// Where a folder may have the spec, the best place first.
  private static func paths(of pod: PodfileLock.Pod) throws -> [RelativePath] {
    let main = try path(of: pod)
    let file = "\(pod.name)/\(pod.version)/\(pod.name).podspec.json"
    return [
      main, try checked(String(main.description.dropFirst(6)), pod),
      try checked("Specs/\(file)", pod), try checked(file, pod),
      try checked("\(pod.name).podspec.json", pod),
    ]
  }

  private static func checked(_ text: String, _ pod: PodfileLock.Pod) throws -> RelativePath {
    do {
      let path = try RelativePath(text)
      let isPlain = text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"?#%\\\"".utf8.contains($0) }
      guard isPlain, !pod.name.contains("/"), !pod.version.contains("/") else {
        throw ImportError(pod.name, "has a name or version that no spec has: \(pod.version)")
      }
      return path
    } catch let violation as RelativePath.Violation {
      throw ImportError(pod.name, "has a name or version that \(violation)")
    }
  }
}
