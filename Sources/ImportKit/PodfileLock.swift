import TextFormats

/// A `Podfile.lock` of CocoaPods (CocoaPods-Core, `lib/cocoapods-core/lockfile.rb`).
struct PodfileLock {
  /// One pod: all entries of `PODS` with the same root name.
  struct Pod {
    var name: String
    var version: String
    /// The subspecs that are used, without the pod's name: `Serialization`, `UI/Buttons`; empty for the
    /// pod itself.
    var subspecs: [String]
    /// The line of its first entry, from 1.
    var line: Int
    /// `EXTERNAL SOURCES` and `CHECKOUT OPTIONS`, without the colon before each key.
    var external: [String: String] = [:]
    var checkout: [String: String] = [:]
    /// `SPEC REPOS`: the repository that its spec comes from, `trunk` or an address; nil in files of older
    /// versions.
    var specRepository: String?
    /// `SPEC CHECKSUMS`: the SHA-1 of the spec's file.
    var checksum: String?
    /// The names of the entries that it depends on, with subspecs.
    var dependencies: [String] = []
  }

  /// In the order of the file.
  var pods: [Pod] = []

  /// - Parameter file: the name for messages.
  /// - Throws: `ImportError` with a line where it is known.
  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    let document: YAML
    do {
      document = try YAML(bytes)
    } catch {
      throw ImportError("\(file):\(error.line)", error.problem)
    }
    guard let pairs = document.pairs, let entries = pairs.first(where: { $0.key == "PODS" }) else {
      throw ImportError(file, "has no list of 'PODS'")
    }
    guard let elements = entries.value.elements else {
      guard entries.value.pairs?.isEmpty == true || entries.value.text == "" else {
        throw ImportError("\(file):\(entries.line)", "'PODS' is not a list")
      }
      return
    }
    var places: [String: Int] = [:]
    for element in elements {
      let pair = element.pairs?.first
      guard let text = element.text ?? pair?.key, let entry = Entry(text) else {
        throw ImportError(
          "\(file):\(pair?.line ?? entries.line)",
          "'PODS' has an entry that is not 'NAME (VERSION)'")
      }
      let parts = entry.name.split(separator: "/", maxSplits: 1).map(String.init)
      let subspec = parts.count > 1 ? parts[1] : ""
      let needs = (pair?.value.elements ?? []).compactMap { $0.text.map(Entry.name) }
      if let place = places[parts[0]] {
        guard pods[place].version == entry.version else {
          throw ImportError(
            file, "'\(parts[0])' has two versions, \(pods[place].version) and \(entry.version)")
        }
        pods[place].subspecs.append(subspec)
        pods[place].dependencies += needs
      } else {
        places[parts[0]] = pods.count
        pods.append(
          Pod(
            name: parts[0], version: entry.version, subspecs: [subspec],
            line: pair?.line ?? entries.line, dependencies: needs))
      }
    }
    var repositories: [String: String] = [:]
    for repository in document["SPEC REPOS"]?.pairs ?? [] {
      for name in repository.value.elements ?? [] {
        if let name = name.text { repositories[name] = repository.key }
      }
    }
    for index in pods.indices {
      pods[index].specRepository = repositories[pods[index].name]
      let name = pods[index].name
      pods[index].external = Self.options(document["EXTERNAL SOURCES"]?[name])
      pods[index].checkout = Self.options(document["CHECKOUT OPTIONS"]?[name])
      pods[index].checksum = document["SPEC CHECKSUMS"]?[name]?.text
    }
  }

  private static func options(_ value: YAML?) -> [String: String] {
    let pairs = (value?.pairs ?? []).map { pair in
      (pair.key.hasPrefix(":") ? String(pair.key.dropFirst()) : pair.key, pair.value.text ?? "")
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// `NAME (VERSION)`.
  private struct Entry {
    var name: String
    var version: String

    init?(_ text: String) {
      guard text.hasSuffix(")"), let open = text.firstRange(of: " ("),
        open.lowerBound > text.startIndex
      else { return nil }
      name = String(text[..<open.lowerBound])
      version = String(text[open.upperBound...].dropLast())
      guard !version.isEmpty, !name.hasPrefix("/") else { return nil }
    }

    /// The name in a dependency, which has a requirement or none: `A/B (= 1.0)`, `C`.
    static func name(_ text: String) -> String {
      text.firstRange(of: " (").map { String(text[..<$0.lowerBound]) } ?? text
    }
  }
}
