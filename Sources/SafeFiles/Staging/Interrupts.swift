import CFileCalls

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What SIGINT and SIGTERM did before they were put off.
struct Interrupts {
  private let old: [(number: Int32, action: sigaction)]

  /// From now on both wait until `release`.
  static func hold() -> Interrupts {
    Interrupts(
      old: [SIGINT, SIGTERM].compactMap { number in
        var noting = sigaction()
        #if canImport(Darwin)
        noting.__sigaction_u.__sa_handler = file_calls_note_interrupt
        #else
        noting.__sigaction_handler.sa_handler = file_calls_note_interrupt
        #endif
        // No call that is under way fails for it.
        noting.sa_flags = Int32(SA_RESTART)
        var old = sigaction()
        // What was ignored from the start, by nohup for one, stays so.
        guard file_calls_ignores(number) == 0 else { return nil }
        let status = sigaction(number, &noting, &old)
        precondition(status == 0, "SIGINT and SIGTERM can be handled by every process")
        return (number, old)
      })
  }

  /// Has them do again what they did, and do it now if one has come meanwhile.
  ///
  /// Swallowed, it would not end the shell's loop or the watch that this run is a part of.
  func release() {
    for (number, action) in old {
      var action = action
      sigaction(number, &action, nil)
    }
    let noted = file_calls_take_noted_interrupt()
    if noted != 0 { raise(noted) }
  }
}
