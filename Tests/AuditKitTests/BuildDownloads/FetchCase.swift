import Testing

/// A build file with the downloads that must be found in it, or a twin that only looks like one.
struct FetchCase: Sendable, CustomTestStringConvertible {
  let file: String
  let text: String
  /// Line and means of each site that must be found; none for a harmless twin.
  var sites: [String] = []
  var testDescription: String { "\(file): \(text.prefix(60))" }

  static let all =
    shell + make + cmake + others + described + wrappers + variables + local + python
    + otherLanguages + windows + services
}
