#if os(Linux)
import Glibc

/// The mounts of this process that give access to the kernel, by the path of each.
struct MountTable {
  /// File systems that are settings of the kernel.
  private(set) var settings: [String] = []
  /// Folders of devices other than /dev.
  private(set) var devices: [String] = []
  /// Folders of processes other than /proc.
  private(set) var processes: [String] = []

  private static let settingTypes: Set<String> = [
    "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "cpuset", "debugfs", "efivarfs",
    "fusectl", "nfsd", "pstore", "resctrl", "rpc_pipefs", "securityfs", "selinuxfs", "smackfs",
    "sysfs", "tracefs", "xenfs",
  ]

  /// The mounts of this process.
  static var current: MountTable {
    let text = FileSystem.read("/proc/self/mountinfo", limit: 16 << 20) ?? []
    return MountTable(reading: String(decoding: text, as: UTF8.self))
  }

  /// Reads the text of /proc/PID/mountinfo (proc_pid_mountinfo(5)).
  init(reading text: String) {
    for line in text.split(separator: "\n") {
      // Before " - " the fifth field is the mount point, after it the first is the type.
      let fields = line.split(separator: " ")
      guard let dash = fields.firstIndex(of: "-"), dash > 4, dash + 1 < fields.count else {
        continue
      }
      let path = Self.unescaped(fields[4])
      switch fields[dash + 1] {
      case "devtmpfs" where path != "/dev" && !path.hasPrefix("/dev/"): devices.append(path)
      case "proc" where path != "/proc" && !path.hasPrefix("/proc/"): processes.append(path)
      case let type where Self.settingTypes.contains(String(type)): settings.append(path)
      default: break
      }
    }
  }

  /// Space, tab, newline and backslash are written as `\040` and so on.
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.count >= 3,
        let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
