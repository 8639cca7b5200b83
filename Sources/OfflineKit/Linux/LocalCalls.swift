#if os(Linux)
import CSandbox
import Glibc

/// Calls that are performed in processes of their own: those on Unix sockets, and connections that
/// would block.
///
/// A Unix socket that was not bound inside belongs to a process outside, which could use the network
/// for the build. Whether it does cannot be seen; so it is refused and counts.
struct LocalCalls {
  /// The most calls in progress; a further one fails as if the server's queue were full.
  private static let limit = 256

  /// The reading end of the pipe of results.
  let results: Int32
  private let sender: Int32
  private let listener: Int32
  private let allowed: [AllowedSocket]
  private let record: RunRecord
  /// The waiting threads, by the number of their notification.
  private var waiting: [UInt64: Int32] = [:]

  init(listener: Int32, allowed: [AllowedSocket], record: RunRecord) throws(OfflineError) {
    var (results, sender): (Int32, Int32) = (-1, -1)
    let status = csandbox_open_results(&results, &sender)
    guard status == 0 else {
      throw OfflineError(
        .fileSystem, "sandbox", "cannot make a pipe: \(String(cString: strerror(-status)))")
    }
    (self.results, self.sender) = (results, sender)
    self.listener = listener
    self.allowed = allowed
    self.record = record
  }

  func close() {
    Glibc.close(results)
    Glibc.close(sender)
    csandbox_reap_performers()
  }

  /// Has a call performed.
  mutating func start(_ request: inout csandbox_request) {
    guard waiting.count < Self.limit else {
      csandbox_answer(listener, request.id, 0, EAGAIN)
      return
    }
    let files = allowed.map(\.file)
    let status = files.withUnsafeBufferPointer { files in
      var surroundings = csandbox_surroundings(
        listener: listener, results: sender, allowed: files.baseAddress,
        allowed_count: Int32(files.count))
      return csandbox_start(&surroundings, &request)
    }
    if status < 0 {
      csandbox_answer(listener, request.id, 0, -status)
    } else {
      waiting[request.id] = request.thread
    }
  }

  /// Answers the calls whose results have arrived.
  mutating func answer() {
    csandbox_reap_performers()
    var result = csandbox_result()
    while read(results, &result, MemoryLayout<csandbox_result>.size)
      == MemoryLayout<csandbox_result>.size
    {
      guard let thread = waiting.removeValue(forKey: result.id) else { continue }
      if result.is_outside != 0 { refuse(result, ProcessFolder(pid: thread).leader.program) }
      if record.isStopping { return }
      csandbox_answer(listener, result.id, result.value, result.error)
    }
  }

  private func refuse(_ result: csandbox_result, _ program: BuildProgram) {
    let path = withUnsafeBytes(of: result.path) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if HabitualSockets.contains(path) {
      record.notes.add(
        "\(program.name) turned to \(path), of a process outside; it was refused, which is not "
          + "counted: no such service fetches anything")
    } else {
      record.add(.service(path), by: program)
    }
  }
}

/// Sockets of services that the C library turns to by itself, in every other program: to log a line
/// (syslog(3)), or to look up a user (nsswitch.conf(5)). They are refused like all others, and
/// programs do without them; but as attempts they would make findings of builds that fetch nothing.
///
/// The name service cache also looks up hosts. Refused there, a program asks by DNS, which counts.
enum HabitualSockets {
  private static let files: Set<String> = [
    "/dev/log", "/run/systemd/notify",
    // glibc's nscd, SSSD, nss-pam-ldapd, winbind.
    "/run/nscd/socket", "/var/lib/sss/pipes/nss", "/run/nslcd/socket",
    "/run/samba/winbindd/pipe", "/var/run/samba/winbindd/pipe",
  ]
  private static let folders = ["/run/systemd/journal/", "/run/systemd/userdb/"]

  static func contains(_ path: String) -> Bool {
    files.contains(path.hasPrefix("/var/run/") ? String(path.dropFirst(4)) : path)
      || folders.contains { path.hasPrefix($0) }
  }
}
#endif
