/// The first syntax error in a TOML text.
struct Fault: Error, Equatable {
  /// Where it is.
  let position: TextPosition
  /// What is wrong there.
  let problem: String
}
