import SafeFiles

/// How far the licence concluded for a package can be relied on, and why not further.
struct LicenceConfidence {
  /// Below this similarity a licence file is only similar to its licence.
  static let sureSimilarity = 0.98

  private(set) var confidence = LicenceTable.Confidence.high
  /// Why the confidence is not high, as sentences.
  private(set) var reasons: [String] = []

  /// - Parameter main: the files of the package's main part.
  init(of summary: LicenceSummary, main: [LicenceTable.File]) {
    guard summary.evidence.contains(where: { !$0.isException }) else {
      confidence = .none
      reasons = ["neither a tag nor a licence text was found"]
      reasons += summary.unrecognised.map { "\($0.path): \($0.message)" }
      return
    }
    let paths = Set(main.map(\.path))
    for item in summary.unrecognised where paths.contains(item.path) {
      lower(to: .low, "\(item.path): \(item.message)")
    }
    for item in summary.restricted where paths.contains(item.path) {
      lower(to: .low, "\(item.path): \(item.message)")
    }
    for item in summary.invalid where paths.contains(item.path) {
      lower(to: .medium, "\(item.path): \(item.problem)")
    }
    let texts = main.flatMap(\.evidence).filter { $0.source == .licenceFile && !$0.isException }
    for item in texts where item.similarity < Self.sureSimilarity {
      let percent = Int(item.similarity * 100)
      lower(to: .medium, "\(item.path) is \(percent) % similar to \(item.expression)")
    }
    if !summary.licenceFiles.contains(where: paths.contains) { checkShare(of: main) }
  }

  /// Without a licence file, the files must say their licences themselves.
  private mutating func checkShare(of main: [LicenceTable.File]) {
    let sources = main.filter { SourceKind.isCode(ending: $0.path.fileExtension) }
    let stating = sources.count { $0.expression != nil }
    guard stating * 2 < sources.count || sources.isEmpty else { return }
    lower(
      to: .medium,
      "there is no licence file, and \(stating) of \(sources.count) source files state a licence")
  }

  private mutating func lower(to level: LicenceTable.Confidence, _ reason: String) {
    if confidence == .high || level == .low { confidence = level }
    reasons.append(reason)
  }
}
