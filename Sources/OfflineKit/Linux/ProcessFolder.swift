#if os(Linux)
/// The folder of one process in /proc; every answer may be nil, because it may have ended.
struct ProcessFolder {
  let pid: Int32
  /// Links in `ns` that were read while they could be, by their names.
  private var keptNamespaces: [String: String] = [:]

  init(pid: Int32) { self.pid = pid }

  /// The folder with the process's namespaces as they are now. Later on the process may not allow
  /// looking at them, as one that is not dumpable does not (ptrace(2)).
  func keepingNamespaces() -> ProcessFolder {
    var kept = self
    for name in ["net", "pid"] { kept.keptNamespaces[name] = link("ns/\(name)") }
    return kept
  }

  /// Every visible process of this machine.
  static func all() -> [ProcessFolder] {
    FileSystem.names(in: "/proc").compactMap { Int32($0).map(ProcessFolder.init(pid:)) }
  }

  /// A file of the folder, at most `limit` bytes of it.
  func read(_ name: String, limit: Int = 1 << 20) -> [UInt8]? {
    FileSystem.read("/proc/\(pid)/\(name)", limit: limit, isCut: true)
  }

  /// Where a link of the folder points.
  func link(_ name: String) -> String? { FileSystem.linkTarget(of: "/proc/\(pid)/\(name)") }

  /// The value of a line of `status`, such as `Tgid`.
  func status(_ key: String) -> String? {
    guard let bytes = read("status") else { return nil }
    let prefix = "\(key):\t"
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// The process that a thread belongs to; the process itself if it is not a thread.
  var leader: ProcessFolder {
    status("Tgid").flatMap(Int32.init).map(ProcessFolder.init(pid:)) ?? self
  }

  /// The program that the process runs.
  var program: BuildProgram {
    guard let name = status("Name") else { return .unknown }
    // The last of the numbers is the one in the innermost PID namespace: the build's own.
    let inner = status("NSpid").flatMap { $0.split(separator: "\t").last }.flatMap { Int32($0) }
    // It may have ended meanwhile; its name is known nevertheless.
    var arguments = read("cmdline", limit: 1000) ?? []
    while arguments.last == 0 { arguments.removeLast() }
    return BuildProgram(
      name: name, pid: inner ?? pid, executable: link("exe"),
      commandLine: String(
        decoding: arguments.map { $0 < 0x20 || $0 == 0x7f ? UInt8(ascii: " ") : $0 },
        as: UTF8.self), outerPid: pid)
  }

  /// The process that started it, or that took it over when that one ended.
  var parent: ProcessFolder? {
    status("PPid").flatMap(Int32.init).flatMap { $0 > 0 ? ProcessFolder(pid: $0) : nil }
  }

  /// The processes between this one and the guard, which starts the command and takes orphans over.
  ///
  /// - Parameter command: the build command, where the chain ends if no process in it has ended.
  func ancestry(upTo guardProcess: ProcessFolder, command: ProcessFolder?) -> Attempt.Ancestry {
    var parents: [BuildProgram] = []
    var last = self
    while let parent = last.parent, parent.pid != guardProcess.pid, parent.pid > 1 {
      // No real chain is as long; a loop could arise from process IDs that are used again.
      guard parents.count < Self.ancestryLimit else { break }
      parents.append(parent.program)
      last = parent
    }
    return Attempt.Ancestry(
      parents: parents, isOrphaned: command != nil && last.pid != command?.pid)
  }

  private static let ancestryLimit = 100

  /// The processes that it started, and those that they started.
  var descendants: [ProcessFolder] {
    let processes = Self.all().map { (process: $0, parent: $0.parent?.pid) }
    var found: Set<Int32> = [pid]
    while true {
      let count = found.count
      for (process, parent) in processes where parent.map(found.contains) == true {
        found.insert(process.pid)
      }
      if found.count == count { break }
    }
    return processes.map(\.process).filter { $0.pid != pid && found.contains($0.pid) }
  }

  /// A child of it, if there is one.
  var child: ProcessFolder? { Self.all().first { $0.parent?.pid == pid } }

  /// Whether the process shares a namespace (`net`, `pid`) with `other`.
  func shares(_ namespace: String, with other: ProcessFolder) -> Bool {
    guard let mine = link("ns/\(namespace)") else { return false }
    return mine == other.keptNamespaces[namespace] ?? other.link("ns/\(namespace)")
  }
}
#endif
