import ArgumentParser

/// A command that a signal does not end at once: the programs that it has started end first, and what
/// it was at work on is removed.
protocol InterruptibleCommand: AsyncParsableCommand {}
