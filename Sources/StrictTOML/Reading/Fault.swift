/// The first thing that makes a text something other than TOML.
struct Fault: Error, Equatable {
  /// Where it is.
  let position: TextPosition
  /// What is wrong there.
  let problem: String
}
