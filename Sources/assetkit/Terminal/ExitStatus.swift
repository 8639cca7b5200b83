import ArgumentParser

/// The exit statuses of the program; scripts may rely on each.
///
/// The parser's own status for wrong usage, 64, is not listed: the parser ends the process with it.
enum ExitStatus {
  /// Something was found: drift, a mismatch, a broken policy.
  static let found = ExitCode(1)
  /// It could not be done: bad input, I/O, network, nothing to check.
  static let failed = ExitCode(2)
}

/// A command that cleans up when a signal ends it: the programs that it started are ended first,
/// and its unfinished files are removed.
protocol InterruptibleCommand: AsyncParsableCommand {}
