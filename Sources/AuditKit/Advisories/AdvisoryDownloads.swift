import SafeFiles

/// The advisories that the packages of a lock need, and what of them a folder has.
public struct AdvisoryDownloads: Sendable {
  /// The advisories of one ecosystem.
  public struct Download: Sendable {
    /// The ecosystem, or `GIT` for entries about repositories.
    public let ecosystem: String
    /// The address of the zip that osv.dev publishes.
    public let address: String
    /// The name of the zip in the folder, if it is downloaded as advised.
    public let file: String
    /// The packages that need it.
    public let packages: [String]
    /// What the folder has of it; nil for nothing.
    public let copy: Copy?

    /// Whether nothing needs to be downloaded.
    public func isCurrent(maximumAgeDays: Int) -> Bool {
      copy.map { $0.ageDays <= maximumAgeDays } ?? false
    }
  }

  /// The files of a folder that have entries of one ecosystem.
  public struct Copy: Sendable {
    /// How many entries the files have.
    public let entries: Int
    /// When the newest of them changed, RFC 3339.
    public let newest: String
    /// How many days ago the files were up to date.
    public let ageDays: Int
  }

  /// A package that no advisory can be matched to.
  public struct Unmatched: Sendable {
    /// Its name.
    public let package: String
    /// Why; begins with the name.
    public let problem: String
    /// What to do.
    public let remedy: String
  }

  /// What is needed, by ecosystem.
  public let downloads: [Download]
  /// The packages that no advisory can be matched to.
  public let unmatched: [Unmatched]
  /// The zips of the folder that cannot be read, or not to their end, and why.
  public let damaged: [(zip: String, problem: String)]

  /// What the packages need, and what of it the folder has.
  ///
  /// - Parameters:
  ///   - path: the folder; one that does not exist has nothing.
  ///   - today: the day from which ages are counted.
  /// - Throws: `AuditError` when the folder cannot be read.
  /// - Complexity: O(bytes of the folder).
  public init(
    for packages: [AuditPackage], in path: String, today: CivilDate
  ) throws(AuditError) {
    var needs: [String: [String]] = [:]
    var unmatched: [Unmatched] = []
    for package in packages {
      let subject = AdvisorySubject(package)
      for ecosystem in subject.ecosystems { needs[ecosystem, default: []].append(package.name) }
      if let gap = subject.gap {
        unmatched.append(
          Unmatched(package: package.name, problem: gap.problem, remedy: gap.remedy))
      }
    }
    let database: AdvisoryDatabase
    do {
      database = try AdvisoryDatabase(path: path, subjects: [])
    } catch  where !Self.exists(path) {
      database = AdvisoryDatabase(subjects: [])
    }
    self.unmatched = unmatched
    damaged = database.damaged
    // What was cut short may have entries and is not complete.
    let files = database.files.filter { file, _ in !database.damaged.contains { $0.zip == file } }
    downloads = needs.sorted { $0.key < $1.key }.map { ecosystem, packages in
      let name = ecosystem.replacing(" ", with: "-")
      return Download(
        ecosystem: ecosystem,
        address: "https://storage.googleapis.com/osv-vulnerabilities/"
          + "\(ecosystem.replacing(" ", with: "%20"))/all.zip",
        file: "\(name).zip", packages: packages,
        copy: Self.copy(of: ecosystem, files, on: today))
    }
  }

  private static func exists(_ path: String) -> Bool {
    do {
      _ = try DirectoryHandle(path: path)
      return true
    } catch {
      return error.code != .notFound
    }
  }

  private static func copy(
    of ecosystem: String, _ files: [String: AdvisoryDatabase.FileState], on today: CivilDate
  ) -> Copy? {
    let of = files.filter { $0.value.ecosystems.contains(ecosystem) }
    let ages = of.compactMap { file, state in state.age(of: file, on: today) }
    guard let newest = of.values.compactMap(\.newest).max(), let age = ages.min() else {
      return nil
    }
    return Copy(
      entries: of.values.reduce(0) { $0 + $1.entries }, newest: newest, ageDays: max(age, 0))
  }
}
