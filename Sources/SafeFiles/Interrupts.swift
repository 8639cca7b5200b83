import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Puts off the signals that ask a program to end until what is under way is finished or tidied up.
///
/// While they are held, a signal is noted and passed on at once to every running ``Child``; long work
/// asks ``check()`` from time to time and gives up. A second signal kills the children. Signals that
/// were ignored before, as under nohup, stay ignored.
public struct Interrupts {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// What the signals did before they were held.
  private let old: [(number: Int32, action: sigaction)]

  /// From now on they wait until `release`; may be nested.
  public static func hold() -> Interrupts {
    Interrupts(
      old: numbers.compactMap { number in
        var noting = sigaction()
        #if canImport(Darwin)
        noting.__sigaction_u.__sa_handler = file_calls_note_interrupt
        #else
        noting.__sigaction_handler.sa_handler = file_calls_note_interrupt
        #endif
        // No call that is under way fails for it.
        noting.sa_flags = Int32(SA_RESTART)
        var old = sigaction()
        guard file_calls_ignores(number) == 0 else { return nil }
        let status = sigaction(number, &noting, &old)
        precondition(status == 0, "these signals can be handled by every process")
        return (number, old)
      })
  }

  /// Has them do again what they did, and do it now if one has come meanwhile.
  ///
  /// Swallowed, it would not end the shell's loop or the watch that this run is a part of.
  public func release() {
    for (number, action) in old {
      var action = action
      sigaction(number, &action, nil)
    }
    file_calls_raise_noted_interrupt()
  }

  /// Whether one has come since they are held.
  public static var isPending: Bool { file_calls_noted_interrupt() != 0 }

  /// Gives up what is under way when one has come.
  ///
  /// - Throws: `FileError` with `interrupted`.
  public static func check() throws(FileError) {
    guard isPending else { return }
    throw FileError(.interrupted, at: "signal \(file_calls_noted_interrupt())", "ends the run")
  }

  /// A program that was started here and ends with this one.
  public struct Child {
    private let slot: Int32

    /// Passes interrupts on to a process, or to the group that it leads.
    ///
    /// - Precondition: at most 64 children at a time.
    public init(_ process: Int32, isGroupLeader: Bool) {
      slot = file_calls_add_child(isGroupLeader ? -process : process)
      precondition(slot >= 0, "too many programs at a time")
    }

    /// Ends that; the process has ended.
    public func forget() { file_calls_remove_child(slot) }
  }
}
