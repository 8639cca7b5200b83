extension VariedValues {
  init(
    _ sites: (BuildSite, BuildSite), seen: (Observation?, Observation?),
    periods: (ClosedRange<Int>, ClosedRange<Int>), workFolder: String
  ) {
    let (one, other) = (sites.0.variation, sites.1.variation)
    let offset = other.dateOffset ?? 0
    first = Period(
      seconds: periods.0, zone: Self.zone(one.timeZone), fileTime: Int(sites.0.fileTime))
    second = Period(
      seconds: periods.1.lowerBound + offset...periods.1.upperBound + offset,
      zone: Self.zone(other.timeZone), fileTime: Int(sites.1.fileTime))
    if offset != 0 {
      secondFiles = Period(seconds: periods.1, zone: second.zone, fileTime: second.fileTime)
    }
    self.workFolder = workFolder
    addTexts(sites)
    addWords(one, other, seen)
  }

  private mutating func addTexts(_ sites: (BuildSite, BuildSite)) {
    let (one, other) = (sites.0.variation, sites.1.variation)
    func add(_ kind: Cause.Kind, _ what: String, _ first: String?, _ second: String?) {
      guard let second, first != second else { return }
      texts.append(Pair(kind, what, first ?? "", second))
    }
    add(.home, "the home folder", one.account?.home, other.account?.home)
    add(.buildPath, "the build path", sites.0.copy, sites.1.copy)
    add(.path, "PATH with", nil, other.pathFolder)
    for (name, value) in other.variables
    where name == VariationPlan.canary.name && one.variables.isEmpty {
      add(.environment, "the environment variable", nil, "\(name)=\(value)")
      add(.environment, "the environment variable's value", nil, value)
    }
    if let host = one.hostname, let domain = one.domain, let second = other.hostname,
      let secondDomain = other.domain, domain != secondDomain
    {
      if host != second {
        add(.host, "the full host name", "\(host).\(domain)", "\(second).\(secondDomain)")
      }
      add(.domain, "the domain", domain, secondDomain)
    }
    add(.host, "the host name", one.hostname, other.hostname)
    add(.user, "the user name", one.account?.name, other.account?.name)
    add(.timeZone, "the time zone", one.timeZone, other.timeZone)
  }

  private mutating func addWords(
    _ one: Variation, _ other: Variation, _ seen: (Observation?, Observation?)
  ) {
    func add(_ kind: Cause.Kind, _ what: String, _ first: String, _ second: String) {
      if first != second { words.append(Pair(kind, what, first, second)) }
    }
    if let one = one.locale, let other = other.locale {
      add(.locale, "the locale", one, other)
    }
    if let first = one.account, let second = other.account {
      add(.user, "the user ID", "\(first.id)", "\(second.id)")
      for shell in [first.shell, "/usr\(first.shell)", "/bin/dash", "/usr/bin/dash"] {
        for other in [second.shell, "/usr\(second.shell)"] {
          add(.shell, "the shell", shell, other)
        }
      }
    }
    for (first, second) in [("+14", "-12"), ("+1400", "-1200"), ("+14:00", "-12:00")]
    where one.timeZone != other.timeZone {
      add(.timeZone, "the time zone's offset", first, second)
    }
    if one.fileCreationMask != other.fileCreationMask {
      for (first, second) in [
        ("0022", "0002"), ("022", "002"), ("755", "775"), ("644", "664"), ("100644", "100664"),
        ("100755", "100775"), ("40755", "40775"), ("-rw-r--r--", "-rw-rw-r--"),
        ("drwxr-xr-x", "drwxrwxr-x"), ("-rwxr-xr-x", "-rwxrwxr-x"),
      ] { add(.umask, "the umask", first, second) }
    }
    guard let first = seen.0, let second = seen.1 else { return }
    add(.processors, "the number of processors", "\(first.processors)", "\(second.processors)")
    add(.kernel, "the release of the kernel", first.release, second.release)
    if second.process > first.process + 1000 {
      firstProcess = (Int(first.process), Int(second.process))
    }
  }

  /// `<+14>-14` is 14 hours east.
  private static func zone(_ text: String?) -> Int {
    switch text {
    case "<+14>-14": 14 * 3600
    case "<-12>+12": -12 * 3600
    default: 0
    }
  }
}
