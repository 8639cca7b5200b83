import SafeFiles

/// The reason why a source or entry is refused; the caller adds the source's name to make it an
/// error.
struct Refusal: Error {
  /// The entry's name as the source has it; nil when the source as a whole is meant.
  var entry: [UInt8]?
  /// What is wrong with it.
  var reason: String
  /// The remedy, if there is one.
  var remedy: String?

  /// A refusal of the source as a whole.
  init(_ reason: String, remedy: String? = nil) {
    self.init(nil, reason, remedy: remedy)
  }

  init(_ entry: [UInt8]?, _ reason: String, remedy: String? = nil) {
    self.entry = entry
    self.reason = reason
    self.remedy = remedy
  }

  /// The error for the source with that name.
  func error(in label: String, code: VendorError.Code = .refusedArchive) -> VendorError {
    let problem = entry.map { "entry \(Self.quoted($0)): \(reason)" } ?? reason
    return VendorError(code, at: label, problem, remedy: remedy)
  }

  /// `name` in single quotes, made printable and shortened if too long.
  static func quoted(_ name: some Collection<UInt8>) -> String {
    "'" + Printable.text(of: name.prefix(limitBytes)) + (name.count > limitBytes ? "…'" : "'")
  }

  private static let limitBytes = 256
}
