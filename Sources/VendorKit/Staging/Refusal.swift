import SafeFiles

/// Why one entry of a source is not taken; the code that knows the source's name makes it an error.
struct Refusal: Error {
  /// The entry's name as the source has it; nil when the source as a whole is meant.
  var entry: [UInt8]?
  /// What is wrong with it.
  var reason: String
  /// What to do about it, where something can be done.
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

  /// The error for a source that messages call `label`.
  func error(in label: String, code: VendorError.Code = .refusedArchive) -> VendorError {
    let problem = entry.map { "entry \(Self.quoted($0)): \(reason)" } ?? reason
    return VendorError(code, at: label, problem, remedy: remedy)
  }

  /// `name` in single quotes, safe on a terminal and cut where it is endless.
  static func quoted(_ name: some Collection<UInt8>) -> String {
    "'" + Printable.text(of: name.prefix(limitBytes)) + (name.count > limitBytes ? "…'" : "'")
  }

  private static let limitBytes = 256
}
