import ArgumentParser

/// The names of a command's options.
enum OptionNames {
  /// Every long name of an option of `command`, as it is written: `--output`.
  ///
  /// The parser tells them only in its help, where each option begins a line.
  static func all(
    of command: any ParsableCommand.Type, in root: any ParsableCommand.Type
  ) -> [String] {
    root.helpMessage(for: command, includeHidden: true, columns: 1000).split(separator: "\n")
      .map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("-") }
      .flatMap { line in
        line.split(whereSeparator: { ", /".contains($0) }).prefix { $0.hasPrefix("-") }
      }
      .filter { $0.hasPrefix("--") }.map(String.init)
  }
}
