public import Findings

/// The rules that findings about a build refer to.
public enum OfflineRules {
  /// What to do about a build that tries to use the network.
  public static let networkRemedy =
    "vendor what the build fetches with 'assetkit vendor add', or turn off the step that fetches it"
  /// What to do about builds that differ.
  public static let differenceRemedy =
    "make what the build writes independent of time, path, user, locale and the order of files"

  static let name = Finding.Rule(
    "offline-name", .error, "the build looked up a host name", help: networkRemedy)
  static let address = Finding.Rule(
    "offline-address", .error, "the build tried to reach a network address", help: networkRemedy)
  static let service = Finding.Rule(
    "offline-service", .error, "the build tried to use a service that has network access",
    help: networkRemedy)
  /// Two builds differ.
  public static let difference = Finding.Rule(
    "offline-difference", .error, "two builds of one commit produced different files",
    help: differenceRemedy)

  /// All rules.
  public static let all = [name, address, service, difference]
}

extension Attempt {
  /// The attempt as a finding, without details that differ from run to run, such as times.
  var finding: Finding {
    let asker = program.name.isEmpty ? "a program that had ended" : program.name
    return switch target {
    case .name(let name): Finding(OfflineRules.name, "\(asker) looked up \(name)")
    case .address, .unreadable:
      Finding(OfflineRules.address, "\(asker) tried to reach \(target)")
    case .service(let path): Finding(OfflineRules.service, "\(asker) tried to use \(path)")
    }
  }
}
