import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Defers the signals that end a program until the current work is finished or cleaned up.
///
/// While they are held, a signal is noted and passed on at once to every running ``Child``; long work
/// calls ``check()`` from time to time, which throws then. A second signal kills the children.
/// Signals that were ignored before, as under nohup, stay ignored.
public struct Interrupts {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// What the signals did before they were held.
  private let old: [(number: Int32, action: sigaction)]

  /// Holds the signals until `release`; may be nested.
  public static func hold() -> Interrupts {
    Interrupts(
      old: numbers.compactMap { number in
        var noting = sigaction()
        #if canImport(Darwin)
        noting.__sigaction_u.__sa_handler = file_calls_note_interrupt
        #else
        noting.__sigaction_handler.sa_handler = file_calls_note_interrupt
        #endif
        // System calls in progress are restarted instead of failing.
        noting.sa_flags = Int32(SA_RESTART)
        var old = sigaction()
        guard file_calls_ignores(number) == 0 else { return nil }
        let status = sigaction(number, &noting, &old)
        precondition(status == 0, "these signals can be handled by every process")
        return (number, old)
      })
  }

  /// Restores what the signals did before, and raises the one that came meanwhile, if any.
  ///
  /// If it were swallowed, a shell loop around this run would continue.
  public func release() {
    for (number, action) in old {
      var action = action
      sigaction(number, &action, nil)
    }
    file_calls_raise_noted_interrupt()
  }

  /// Whether a signal has come since they are held.
  public static var isPending: Bool { file_calls_noted_interrupt() != 0 }

  /// Throws if a signal has come.
  ///
  /// - Throws: `FileError` with `interrupted`.
  public static func check() throws(FileError) {
    guard isPending else { return }
    throw FileError(
      .interrupted, at: "signal \(file_calls_noted_interrupt())", "interrupted the run")
  }

  /// A child process that is ended together with this process.
  public struct Child {
    private let slot: Int32

    /// Registers a process, or the group that it leads, to receive interrupts.
    ///
    /// - Precondition: at most 64 children at a time.
    public init(_ process: Int32, isGroupLeader: Bool) {
      slot = file_calls_add_child(isGroupLeader ? -process : process)
      precondition(slot >= 0, "too many child processes at a time")
    }

    /// Unregisters the process, which has ended.
    public func forget() { file_calls_remove_child(slot) }
  }
}
