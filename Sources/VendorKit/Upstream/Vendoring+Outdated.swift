extension Vendoring {
  /// What upstream has, compared with what a package is pinned to.
  public struct Standing: Sendable {
    /// One thing that is other than pinned.
    public enum News: Hashable, Sendable {
      /// A newer version.
      case newer(version: String)
      /// The branch has gone on to this commit.
      case moved(commit: String)
      /// The tag names another commit than the pinned one: somebody has put it elsewhere.
      case retagged(commit: String)
      /// The file behind an address without a version has other bytes than the pinned ones.
      case replaced(SHA256Digest)
    }

    /// The package as the lock has it.
    public let package: Lock.Package
    /// Whom was asked: an address or a folder; nil where there is nobody to ask.
    public let asked: String?
    /// Nothing when it is what upstream has; the failure of asking.
    public let news: Result<[News], any Error>
  }

  /// Asks upstreams for what is newer; changes nothing, keeps nothing.
  ///
  /// Repositories are asked for their tags and branches, servers for the listing of the folder that
  /// holds the archives, each once and side by side. Versions are ordered naturally, see
  /// `NaturalVersion`; a name counts if it is spelled as the one in use.
  ///
  /// - Parameters:
  ///   - names: the packages; all when there are none.
  ///   - prereleases: whether alpha, beta and release candidates count.
  /// - Returns: one standing for each package, in the lock's order; one failure stops no other.
  /// - Throws: `VendorError` with `nothingToCheck`, `unknownPackage`, `invalidLock`.
  public func outdated(
    _ names: [String] = [], prereleases: Bool = false
  ) async throws -> [Standing] {
    let lock = try lock()
    let packages = try lock.packages(named: names)
    guard !packages.isEmpty else {
      throw VendorError(.nothingToCheck, at: Lock.fileName, "has no package")
    }
    var questions: [UpstreamQuestion?] = []
    for package in packages {
      questions.append(UpstreamQuestion(of: package, at: try source(of: package)))
    }
    let survey = await UpstreamSurvey(questions.compactMap(\.self), fetcher: fetcher)
    return zip(packages, questions).map { package, question in
      let news = Result { () throws -> [Standing.News] in
        try question.map { try survey.news(of: package, $0, prereleases: prereleases) } ?? []
      }
      return Standing(package: package, asked: question?.label, news: news)
    }
  }
}
