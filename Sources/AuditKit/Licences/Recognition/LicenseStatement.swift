/// A notice that names licences instead of giving their texts: "distributed under the MIT license".
struct LicenseStatement: Hashable, Sendable {
  /// One of the licences that it names.
  enum Part: Hashable, Sendable {
    /// A licence, with its version.
    case expression(LicenseExpression)
    /// A BSD licence, whichever text of it the package has.
    case someBSD
    /// The licence of libpng, whichever version of it the package has.
    case libpng
    /// A licence of the list, whichever version of it the package has.
    case family([String])
    /// A GNU licence with an exception that the notice does not name so that one could tell which it is.
    case excepted(String)
  }

  /// The licences in reading order.
  var parts: [Part]
  /// Whether one of them is enough.
  var isChoice: Bool
  /// Whether it speaks of the file or the package that it is in: "This library is …", or a sentence
  /// that begins with "Licensed under".
  let isAboutItself: Bool
  /// Whether it names a GNU licence, or the MPL, without a version.
  let isVague: Bool
  /// Whether it goes on with the name of a licence file: "the FreeType project license, LICENSE.TXT".
  let namesFile: Bool
  /// The range of words it covers in the file's words.
  let words: Range<Int>
  /// The lines it covers.
  var lines: ClosedRange<Int>
}

extension LicenseStatement.Part {
  /// A licence of the list without an exception.
  static func term(_ identifier: String) -> Self {
    .expression(.term(LicenseTerm(identifier: identifier)))
  }
}
