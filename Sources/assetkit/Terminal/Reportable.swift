/// A failure that a person can act on. Each kit's error type already has these three parts.
protocol Reportable: Error {
  /// Where it went wrong: a file, an option, a package.
  var location: String { get }
  /// What is wrong there; expected and actual where both are known.
  var problem: String { get }
  /// What to do about it, where something can be done.
  var remedy: String? { get }
}
