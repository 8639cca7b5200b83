#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What SIGINT and SIGTERM did before they were ignored.
struct Interrupts {
  private let old: [(number: Int32, action: sigaction)]

  /// Ignores both from now on.
  static func ignore() -> Interrupts {
    Interrupts(
      old: [SIGINT, SIGTERM].compactMap { number in
        var ignoring = sigaction()
        #if canImport(Darwin)
        ignoring.__sigaction_u.__sa_handler = SIG_IGN
        #else
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
        #endif
        var old = sigaction()
        return sigaction(number, &ignoring, &old) == 0 ? (number, old) : nil
      })
  }

  /// Has them do again what they did.
  func restore() {
    for (number, action) in old {
      var action = action
      sigaction(number, &action, nil)
    }
  }
}
