/// What a small program prints.
enum ProgramOutput {
  /// The output of a program, whatever its exit status; nil when it is not installed.
  static func of(
    _ arguments: [String], _ environment: BuildEnvironment
  ) throws(OfflineError) -> String? {
    let command = BuildCommand(arguments, environment: environment, directory: "/")
    guard command.executable != nil else { return nil }
    let file = try ScratchFile()
    let outcome = try Sandbox(output: file.descriptor).run(command)
    if let signal = outcome.interruption { throw OfflineError.interrupted(by: signal) }
    return try file.text()
  }
}
