#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The program diffoscope, which shows in detail how files differ.
struct Diffoscope {
  /// The file that it writes, as HTML where the name ends so, otherwise as text.
  let report: String
  private let environment: BuildEnvironment

  /// - Throws: `OfflineError` where the program is not installed.
  init(writing report: String, environment: BuildEnvironment) throws(OfflineError) {
    self.report = report
    self.environment = environment
    guard BuildCommand(["diffoscope"], environment: environment, directory: "/").executable != nil
    else {
      throw OfflineError(
        .commandNotStarted, "diffoscope", "is not installed",
        remedy: "install it (pip install diffoscope, apt-get install diffoscope-minimal)")
    }
  }

  /// Compares the two versions of `paths`, and of nothing else.
  ///
  /// - Returns: a note where it could not write the report.
  func compare(
    _ paths: [String], first: String, second: String, in work: WorkFolder
  ) throws(OfflineError) -> String? {
    let folders = ["differences/first", "differences/second"]
    for (folder, origin) in zip(folders, [first, second]) {
      _ = try work.makeFolder(folder)
      for path in paths where FileSystem.exists("\(origin)/\(path)") {
        let parent = path.split(separator: "/").dropLast().joined(separator: "/")
        let place = try work.makeFolder(parent.isEmpty ? folder : "\(folder)/\(parent)")
        let name = path.split(separator: "/").last ?? ""
        // Another name of the same file, not followed where it is a link. A folder that only one build
        // made has none.
        linkat(AT_FDCWD, "\(origin)/\(path)", AT_FDCWD, "\(place)/\(name)", 0)
      }
    }
    defer { work.remove("differences") }
    let format = report.hasSuffix(".html") || report.hasSuffix(".htm") ? "--html" : "--text"
    let command = BuildCommand(
      ["diffoscope", format, report, "first", "second"], environment: environment,
      directory: "\(work.path)/differences")
    let outcome = try Sandbox(output: STDERR_FILENO).run(command)
    if let signal = outcome.interruption { throw OfflineError.interrupted(by: signal) }
    // 1: the files differ.
    if outcome.ending == .exited(1) || outcome.ending == .exited(0) { return nil }
    return "diffoscope ended with \(outcome.ending); \(report) may be incomplete"
  }
}
