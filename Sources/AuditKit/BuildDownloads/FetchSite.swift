/// A place in a build file that downloads something.
struct FetchSite: Hashable, Sendable {
  /// The line, from 1.
  let line: Int
  /// What downloads: a program, a function, a section of a file.
  let means: String
  /// What is downloaded, as written; nil if unknown.
  let target: String?
  /// Who runs it, if that differs from the rest of the file.
  var occasion: BuildOccasion?
}
