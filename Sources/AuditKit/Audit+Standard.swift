extension Audit {
  /// The audit by every group that there is, in the order of a report.
  ///
  /// - Parameters:
  ///   - advisories: the group that knows vulnerabilities, with what it was told.
  ///   - threads: the most threads; nil for as many as there are processors.
  public static func standard(advisories: AdvisoryGroup, threads: Int? = nil) -> Audit {
    Audit(
      groups: [
        IntegrityGroup(), LicenceGroup(), advisories, BuildDownloadsGroup(), HiddenContentGroup(),
        DuplicateCopiesGroup(), UnusedPackagesGroup(),
      ], threads: threads)
  }
}
