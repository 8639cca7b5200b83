import CSandbox

/// Ends this process the way `signal` ends one that does not handle it.
///
/// Called last by a program whose command was ended by a signal, so that its own caller sees the
/// same. Returns only for a signal whose default is to do nothing.
public func endProcess(bySignal signal: Int32) {
  csandbox_die_of_signal(signal)
}
