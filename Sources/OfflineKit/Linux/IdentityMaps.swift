#if os(Linux)
import Glibc

/// The user and group ID maps of the guard's namespace (user_namespaces(7)).
struct IdentityMaps {
  private let user: String
  private let group: String
  private let isSingle: Bool

  /// The maps to be tried in turn for a command that sees itself as `account`, or as the caller.
  static func candidates(for account: Variation.Account?) -> [IdentityMaps] {
    account.map { [single(user: $0.id, group: $0.id)] } ?? unchanged
  }

  /// The maps that keep IDs unchanged, to be tried in turn: root may map every ID that exists here,
  /// any other caller only its own.
  private static var unchanged: [IdentityMaps] {
    let own = single(user: geteuid(), group: getegid())
    guard geteuid() == 0, let users = known("uid"), let groups = known("gid") else { return [own] }
    return [IdentityMaps(user: users, group: groups, isSingle: false), own]
  }

  /// The map of the caller alone, to these IDs.
  private static func single(user: UInt32, group: UInt32) -> IdentityMaps {
    IdentityMaps(
      user: "\(user) \(geteuid()) 1", group: "\(group) \(getegid()) 1", isSingle: true)
  }

  /// Every ID that exists here, mapped to itself.
  private static func known(_ kind: String) -> String? {
    guard let bytes = FileSystem.read("/proc/self/\(kind)_map", limit: 4096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.allSatisfy(\.isWhitespace) ? nil : identity(text)
  }

  /// The maps of a namespace below this one in which every ID is the same as in this one.
  var below: (user: String, group: String) { (Self.identity(user), Self.identity(group)) }

  /// The groups of the first range, as `net.ipv4.ping_group_range` has them (icmp(7)).
  var pingGroups: String {
    let range = group.split(separator: "\n")[0].split(separator: " ").compactMap { UInt64($0) }
    // The kernel takes no number above this.
    let last = min(range[0] + range[2] - 1, UInt64(Int32.max))
    return "\(range[0]) \(last)"
  }

  private static func identity(_ map: String) -> String {
    map.split(separator: "\n").map { line in
      let columns = line.split(separator: " ")
      return "\(columns[0]) \(columns[0]) \(columns[2])"
    }
    .joined(separator: "\n")
  }

  /// Writes the maps for the namespace of `process`; possible once.
  ///
  /// - Returns: 0 or an errno.
  func write(to process: Int32) -> Int32 {
    if isSingle {
      // Without it the kernel lets only root write a group map. The file does not exist before
      // Linux 3.19; there, writing the group map reports what is wrong.
      _ = FileSystem.overwrite("/proc/\(process)/setgroups", with: "deny")
    }
    let status = FileSystem.overwrite("/proc/\(process)/uid_map", with: user)
    return status != 0 ? status : FileSystem.overwrite("/proc/\(process)/gid_map", with: group)
  }
}
#endif
