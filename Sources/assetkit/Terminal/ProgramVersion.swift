/// The version of this program.
enum ProgramVersion {
  /// As `--version` prints it and reports name it.
  static let text = "0.1.0"
}
