public import Findings

/// What is found about a build.
public enum OfflineRules {
  /// What to do about a build that asks for the network.
  public static let networkRemedy =
    "vendor what the build fetches with 'assetkit vendor add', or turn off the step that fetches it"
  /// What to do about builds that differ.
  public static let differenceRemedy =
    "take time, place, user, locale and order of files out of what the build writes"

  static let name = Finding.Rule(
    "offline-name", .error, "the build asked for a host name", help: networkRemedy)
  static let address = Finding.Rule(
    "offline-address", .error, "the build called a network address", help: networkRemedy)
  static let service = Finding.Rule(
    "offline-service", .error, "the build called a service that has the network",
    help: networkRemedy)
  static let difference = Finding.Rule(
    "offline-difference", .error, "two builds of one commit made different files",
    help: differenceRemedy)

  /// All of them.
  public static let all = [name, address, service, difference]
}

extension Attempt {
  /// The attempt as a finding, without what differs from run to run, such as times.
  var finding: Finding {
    let asker = program.name.isEmpty ? "a program that had ended" : program.name
    return switch target {
    case .name(let name): Finding(OfflineRules.name, "\(asker) asked for the name \(name)")
    case .address, .unreadable: Finding(OfflineRules.address, "\(asker) called \(target)")
    case .service(let path): Finding(OfflineRules.service, "\(asker) called \(path)")
    }
  }
}
