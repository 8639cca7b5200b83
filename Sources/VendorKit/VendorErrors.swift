/// Several errors of one run, all of which must be mended before it can succeed.
public struct VendorErrors: Error, Hashable {
  /// At least two, in the order in which they are to be reported.
  public let errors: [VendorError]

  /// Throws `errors`: nothing for none, a single one as itself.
  static func check(_ errors: [VendorError]) throws {
    if errors.count == 1 { throw errors[0] }
    if errors.count > 1 { throw VendorErrors(errors: errors) }
  }

  /// The values for all of `inputs`; throws what was thrown for any, together.
  static func collecting<Input, Output>(
    _ inputs: [Input], _ value: (Input) throws -> Output
  ) throws -> [Output] {
    var errors: [VendorError] = []
    var outputs: [Output] = []
    for input in inputs {
      do {
        outputs.append(try value(input))
      } catch let error as VendorError {
        errors.append(error)
      }
    }
    try check(errors)
    return outputs
  }
}
