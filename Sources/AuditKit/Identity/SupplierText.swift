/// Who makes something, as people write it: `NAME`, or `NAME <ADDRESS>` with an address of the web or of
/// e-mail.
struct SupplierText {
  let name: String
  /// A web address.
  private(set) var url: String?
  /// An e-mail address.
  private(set) var email: String?

  /// Reads any text; one without a valid address is a name as a whole.
  init(_ text: String) {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
      name = text
      return
    }
    let address = String(text[text.index(after: open)...].dropLast())
    // An address with other characters would make a document invalid (RFC 3986, 2).
    let isPlain = address.utf8.allSatisfy {
      (0x21..<0x7F).contains($0) && !"\"<>\\^`{|}".utf8.contains($0)
    }
    if isPlain, address.contains("://") {
      url = address
    } else if isPlain, address.contains("@") {
      email = address
    } else {
      name = text
      return
    }
    let before = text[..<open].split(separator: " ").joined(separator: " ")
    name = before.isEmpty ? address : before
  }

  /// What is wrong with `text`, as the end of a sentence that begins with it; nil where it is valid.
  static func problem(with text: String) -> String? {
    if text.allSatisfy(\.isWhitespace) { return "is empty" }
    let supplier = SupplierText(text)
    let hasAddress = supplier.url != nil || supplier.email != nil
    return !hasAddress && text.contains { "<>".contains($0) }
      ? "has no valid address between '<' and '>' at its end" : nil
  }
}
