import VendorKit

extension SBOM {
  /// What the SBOM cannot say because nobody has said it.
  public struct Gap: Hashable, Sendable {
    /// What is missing.
    public let problem: String
    /// How to say it.
    public let remedy: String
  }

  /// The elements that NTIA's minimum elements, CISA's baseline attributes and the BSI's TR-03183-2
  /// require, and that are not known.
  public var gaps: [Gap] {
    var gaps: [Gap] = []
    let keys = [
      ("name", subject.name), ("version", subject.version), ("supplier", subject.supplier),
    ].filter { $0.1 == nil }.map(\.0)
    if !keys.isEmpty {
      gaps.append(
        Gap(
          problem: "the project has no \(Self.list(keys))",
          remedy: "add \(keys.count == 1 ? "it" : "them") to [sbom] in assetkit.toml"))
    } else if let organization = subject.organization, organization.url == nil,
      organization.email == nil
    {
      gaps.append(
        Gap(
          problem: "the project's supplier has no address",
          remedy:
            "write '\(organization.name) <ADDRESS>' in [sbom] of assetkit.toml, with a web or "
            + "e-mail address"))
    }
    func add(_ what: String, _ option: String?, _ lacks: (Component) -> Bool) {
      let names = components.filter(lacks).map(\.package.name)
      guard !names.isEmpty else { return }
      gaps.append(
        Gap(
          problem: "\(what) of \(Self.list(names)) is not known",
          remedy: option.map { "run 'assetkit vendor update NAME\($0)'" }
            ?? "write it as 'version' in the package's block of vendor.lock"))
    }
    add("the supplier", " --supplier SUPPLIER") { $0.supplier == nil }
    add("the version", nil) { $0.version == nil }
    add("the licence", " --license SPDX") { $0.declared == nil && $0.concluded == nil }
    add("the SHA-512 of the archive", "") {
      $0.package.archiveDigest != nil && $0.package.archiveSHA512 == nil
    }
    for component in components {
      for problem in Identifiers.problems(in: component.package) {
        gaps.append(
          Gap(problem: "\(component.package.name): \(problem.text)", remedy: problem.remedy))
      }
    }
    return gaps
  }

  /// `a, b and c`; of many only the first.
  private static func list(_ names: [String]) -> String {
    if names.count > 6 {
      return "\(names.prefix(5).joined(separator: ", ")) and \(names.count - 5) more"
    }
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}
