/// Several errors of one run, all of which must be mended before it can succeed.
public struct VendorErrors: Error, Hashable {
  /// At least two, in the order in which they are to be reported.
  public let errors: [VendorError]

  /// Throws `errors`: nothing for none, a single one as itself.
  static func check(_ errors: [VendorError]) throws {
    if errors.count == 1 { throw errors[0] }
    if errors.count > 1 { throw VendorErrors(errors: errors) }
  }
}
