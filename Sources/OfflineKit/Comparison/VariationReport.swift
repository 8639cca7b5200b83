/// What a property was in each build, and whether that made a difference that the builds could see.
public struct VariationReport: Sendable, Equatable {
  /// The name of the property, or `time`, which cannot be switched off.
  public let name: String
  /// What it was in the first build.
  public let first: String
  /// What it was in the second build.
  public let second: String
  /// Whether the builds could tell the two apart.
  public let tookEffect: Bool
  /// Why not, and what to do about it; nil if they could.
  public let whyNot: String?
}

extension VariationPlan {
  /// The report on two builds.
  ///
  /// - Parameters:
  ///   - seen: what each command's process saw, where that is known.
  ///   - starts: when each build began, in seconds since 1970.
  func report(
    _ sites: (BuildSite, BuildSite), seen: (Observation?, Observation?), starts: (Int, Int)
  ) -> [VariationReport] {
    VariedProperty.allCases.map { property in
      let (first, second, shortcoming) = values(of: property, sites, seen)
      let isSwitchedOff = !varied.contains(property)
      let whyNot =
        isSwitchedOff
        ? (property == .home && sites.0.variation.account?.isHomeKept == true
          ? "the home folder is kept" : "switched off")
        : shortcoming ?? (first == second ? "this system does not let it vary" : nil)
      return VariationReport(
        name: property.rawValue, first: first, second: second, tookEffect: whyNot == nil,
        whyNot: whyNot)
    } + [
      VariationReport(
        name: "time", first: UTCTime(starts.0).text, second: UTCTime(starts.1).text,
        tookEffect: starts.0 != starts.1, whyNot: nil)
    ]
  }

  /// What a property was in both builds: measured where it could be, otherwise as it was set.
  private func values(
    of property: VariedProperty, _ sites: (BuildSite, BuildSite),
    _ seen: (Observation?, Observation?)
  ) -> (first: String, second: String, shortcoming: String?) {
    func each(_ value: (BuildSite, Observation?) -> String) -> (String, String, String?) {
      (value(sites.0, seen.0), value(sites.1, seen.1), nil)
    }
    func measured(_ value: (Observation) -> String) -> (String, String, String?) {
      guard let one = seen.0, let other = seen.1 else {
        return ("unknown", "unknown", "it can be varied on Linux only")
      }
      return (value(one), value(other), nil)
    }
    switch property {
    case .buildPath: return each { site, _ in site.copy }
    case .user:
      return each { site, seen in
        "\(site.variation.account?.name ?? "") (\(seen.map { "\($0.user)" } ?? "ID unchanged"))"
      }
    case .home: return each { site, _ in site.variation.account?.home ?? "" }
    case .host: return measured(\.hostname)
    case .domain: return measured(\.domain)
    case .timeZone: return each { site, _ in site.variation.timeZone ?? "" }
    case .locale:
      var result = each { site, _ in site.variation.locale ?? "" }
      result.2 = locale?.shortcoming
      return result
    case .umask:
      return each { site, seen in
        let mask = String(seen?.fileCreationMask ?? site.variation.fileCreationMask ?? 0, radix: 8)
        return String(repeating: "0", count: max(0, 3 - mask.count)) + mask
      }
    case .environment:
      return each { site, _ in
        site.variation.variables.first { $0.name == Self.canary.name }.map {
          "\($0.name)=\($0.value)"
        }
          ?? "\(Self.canary.name) is not set"
      }
    case .path:
      return each { site, _ in site.variation.pathFolder.map { "with \($0)" } ?? "the caller's" }
    case .shell:
      var result = each { site, seen in
        let shell = site.variation.account?.shell ?? ""
        return (seen?.boundFileCount ?? 0) > 0 ? "\(shell), and /bin/sh is it" : shell
      }
      if shell == nil { result.2 = "only one POSIX shell is installed; install bash or dash" }
      return result
    case .processors:
      var result = measured { "\($0.processors)" }
      if processorCount == 1 { result.2 = "this machine has only one" }
      return result
    case .pid: return measured { "\($0.process)" }
    case .kernel: return measured(\.release)
    case .aslr:
      return measured { UInt($0.personality) & Self.fixedAddresses == 0 ? "random" : "fixed" }
    case .directoryOrder:
      var result = measured {
        $0.reversedListingCount > 0
          ? "reversed, in \($0.reversedListingCount) listings" : "that of the file system"
      }
      if result.0 == result.1, result.2 == nil {
        result.2 = "the build listed no folder with more than one entry"
      }
      return result
    case .fileTimes: return each { site, _ in UTCTime(Int(site.fileTime)).text }
    case .date:
      var result = each { site, _ in
        site.variation.dateOffset.map { "\($0 / 86_400) days ahead, by libfaketime" } ?? "true"
      }
      if result.0 == result.1 {
        result.2 = "needs libfaketime; install it (the package faketime) to vary the date"
      }
      return result
    }
  }
}
