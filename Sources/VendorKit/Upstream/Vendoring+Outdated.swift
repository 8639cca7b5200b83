extension Vendoring {
  /// The upstream state of a package, compared with its pins.
  public struct Standing: Sendable {
    /// One difference from the pins.
    public enum News: Hashable, Sendable {
      /// A newer version.
      case newer(version: String)
      /// The branch has moved to this commit.
      case moved(commit: String)
      /// The tag was moved to this commit.
      case retagged(commit: String)
      /// The file at an address without a version was replaced; its digest.
      case replaced(SHA256Digest)
    }

    /// The package as the lock has it.
    public let package: Lock.Package
    /// The upstream that was asked: an address or a folder; nil when there is none.
    public let asked: String?
    /// The differences, empty when up to date; or the error from asking.
    public let news: Result<[News], any Error>
  }

  /// Checks upstream for newer versions; changes and stores nothing.
  ///
  /// Repositories are asked for their tags and branches, servers for the listing of the folder that
  /// holds the archives, each once and side by side. Versions are ordered naturally, see
  /// `NaturalVersion`; a name counts if it is spelled as the one in use.
  ///
  /// - Parameters:
  ///   - names: the packages; all when there are none.
  ///   - prereleases: whether alpha, beta and release candidates count.
  /// - Returns: one standing per package, in the lock's order; one failure does not stop the
  ///   others.
  /// - Throws: `VendorError` with `nothingToCheck`, `unknownPackage`, `invalidLock`.
  public func outdated(
    _ names: [String] = [], prereleases: Bool = false
  ) async throws -> [Standing] {
    let lock = try lock()
    let packages = try lock.packages(named: names)
    guard !packages.isEmpty else {
      throw VendorError(.nothingToCheck, at: Lock.fileName, "contains no packages")
    }
    let questions = try packages.map { UpstreamQuestion(of: $0, at: try source(of: $0)) }
    let survey = await UpstreamSurvey(questions.compactMap(\.self), fetcher: fetcher)
    return zip(packages, questions).map { package, question in
      let news = Result { () throws -> [Standing.News] in
        try question.map { try survey.news(of: package, $0, prereleases: prereleases) } ?? []
      }
      return Standing(package: package, asked: question?.label, news: news)
    }
  }
}
