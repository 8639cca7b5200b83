/// One licence in an expression: an identifier, "or later", and an exception.
public struct LicenseTerm: Hashable, Sendable {
  /// `MIT`, `LicenseRef-acme`, `DocumentRef-spdx:LicenseRef-1`; listed ones in the list's own case.
  public var identifier: String
  /// Whether a `+` follows. The GNU licences say it in the identifier instead, see ``LicenseList``.
  public var allowsLaterVersions: Bool
  /// What follows `WITH`: `Classpath-exception-2.0`, `AdditionRef-acme`.
  public var exception: String?

  /// A term of its parts, taken as they stand.
  public init(identifier: String, allowsLaterVersions: Bool = false, exception: String? = nil) {
    self.identifier = identifier
    self.allowsLaterVersions = allowsLaterVersions
    self.exception = exception
  }

  /// Whether the licence is one that only its document explains (`LicenseRef-`, `DocumentRef-`).
  public var isReference: Bool {
    identifier.hasPrefix("LicenseRef-") || identifier.hasPrefix("DocumentRef-")
  }
}

extension LicenseTerm: CustomStringConvertible {
  /// The term as SPDX writes it.
  public var description: String {
    let plus = allowsLaterVersions ? "+" : ""
    return exception.map { "\(identifier)\(plus) WITH \($0)" } ?? identifier + plus
  }
}

extension LicenseTerm: Comparable {
  /// Bytewise by what is printed, so that the order is the same everywhere.
  public static func < (left: LicenseTerm, right: LicenseTerm) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}
