import SafeFiles

extension LicenceSummary {
  /// The place to look at first: in the main part rather than in tests or build files, in a licence
  /// file rather than a tag, in a tag rather than a notice, near the root of the package; nil for no
  /// places.
  func clearest(of places: [Evidence]) -> Evidence? {
    func rank(_ place: Evidence) -> (PackagePart, Source, Int, RelativePath, Int) {
      (part(of: place.path), place.source, place.path.components.count, place.path, place.line)
    }
    return places.map { (rank: rank($0), place: $0) }.min { $0.rank < $1.rank }?.place
  }

  /// The parts that the places are in, as `tests and build files`; nil if one is in the main part, or
  /// there is none.
  func partsBesidesMain(of places: [Evidence]) -> String? {
    let parts = Set(places.map { part(of: $0.path) })
    guard !parts.isEmpty, !parts.contains(.main) else { return nil }
    let names = parts.sorted().map(\.files)
    guard let last = names.last, names.count > 1 else { return names.first }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension PackagePart {
  /// What its files are called in a sentence.
  fileprivate var files: String {
    switch self {
    case .main: "the library's own files"
    case .tests: "tests"
    case .tools: "tools"
    case .docs: "documentation files"
    case .build: "build files"
    }
  }
}
