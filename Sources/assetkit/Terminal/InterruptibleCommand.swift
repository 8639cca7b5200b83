import ArgumentParser

/// A command that cleans up when a signal ends it: the programs that it started are ended first,
/// and its unfinished files are removed.
protocol InterruptibleCommand: AsyncParsableCommand {}
