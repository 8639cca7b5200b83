extension Audit {
  /// The audit with all groups, in the order of a report.
  ///
  /// - Parameters:
  ///   - advisories: the group that checks for vulnerabilities, with its database if it has one.
  ///   - threads: the maximum number of threads; nil for one per processor.
  public static func standard(advisories: AdvisoryGroup, threads: Int? = nil) -> Audit {
    Audit(
      groups: [
        IntegrityGroup(), LicenceGroup(), advisories, BuildDownloadsGroup(), HiddenContentGroup(),
        DuplicateCopiesGroup(), UnusedPackagesGroup(),
      ], threads: threads)
  }
}
