import SafeFiles
import VendorKit

@testable import AuditKit

/// What the audit recognises in one text.
enum RecognisedText {
  /// The facts of a file with this content.
  static func facts(_ text: String, named name: String = "LICENSE") -> LicenceFacts {
    var facts = LicenceFacts()
    let file = AuditedFile(
      path: RelativePath(known: name), package: 0, kind: .file, size: text.utf8.count,
      isExecutable: false)
    facts.isLicenceFile = LicenseFile.isLicense(name: Array(name.utf8))
    facts.statements = facts.isLicenceFile ? .all : StatementScope(of: file)
    Array(text.utf8).withUnsafeBytes { bytes in
      let chunk = FileChunk(
        bytes: bytes, offset: 0, firstLine: 1, beginsInsideLine: false, endsInsideLine: false)
      facts.inspect(chunk, of: file)
    }
    facts.recognise(with: RecognitionCache())
    return facts
  }

  /// The licences of that file: expressions in reading order, without repetition.
  static func licences(_ text: String, named name: String) -> [String] {
    var found: [String] = []
    for item in facts(text, named: name).items {
      let parts = item.parts.map { part -> LicenseExpression in
        switch part {
        case .expression(let expression): expression
        case .someBSD: .term(LicenseTerm(identifier: "LicenseRef-some-BSD"))
        case .libpng: .term(LicenseTerm(identifier: "LicenseRef-some-libpng"))
        case .family(let identifiers):
          .term(LicenseTerm(identifier: "LicenseRef-some-\(identifiers[0].prefix { $0 != "-" })"))
        case .excepted(let identifier):
          .term(LicenseTerm(identifier: identifier, exception: "LicenseRef-some"))
        }
      }
      let whole = item.isChoice ? LicenseExpression.any(of: parts) : .all(of: parts)
      let expression = whole?.description ?? ""
      if !found.contains(expression) { found.append(expression) }
    }
    return found
  }
}
