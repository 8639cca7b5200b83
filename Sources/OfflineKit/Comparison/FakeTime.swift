#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The library libfaketime, which gives dynamically linked programs another date.
struct FakeTime {
  /// Its path.
  let library: String

  /// The installed library; nil where there is none that works.
  ///
  /// - Parameter offset: how far ahead to try it, in seconds.
  init?(offset: Int, environment: BuildEnvironment) throws(OfflineError) {
    let folders =
      ["/usr/lib", "/usr/lib64", "/usr/local/lib"]
      + FileSystem.names(in: "/usr/lib").filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)" }
    let paths = folders.map { "\($0)/faketime/libfaketimeMT.so.1" }
    guard let library = paths.first(where: FileSystem.exists) else { return nil }
    self.library = library
    var environment = environment
    for (name, value) in variables(offset: offset) { environment[name] = value }
    let date = try ProgramOutput.of(["date", "+%s"], environment) ?? ""
    guard let seconds = Int(date.dropLast()), seconds - Int(time(nil)) > offset / 2 else {
      return nil
    }
  }

  /// What tells the library to be that far ahead.
  ///
  /// Timers and the times of files stay true, and builds share nothing through /dev/shm.
  func variables(offset: Int) -> [(name: String, value: String)] {
    [
      ("LD_PRELOAD", library), ("FAKETIME", "+\(offset)s"), ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
      ("DONT_FAKE_MONOTONIC", "1"), ("NO_FAKE_STAT", "1"), ("FAKETIME_DISABLE_SHM", "1"),
    ]
  }
}
