/// A wrap file of Meson (mesonbuild.com, "Wrap dependency system manual"): sections of keys and values
/// as Python's configparser reads them, without interpolation.
struct MesonWrap {
  /// The kinds of wrap that name a source.
  enum Kind: String {
    case file = "wrap-file"
    case git = "wrap-git"
  }

  /// A value and its line, from 1.
  struct Value {
    var text: String
    var line: Int
  }

  let file: String
  let kind: Kind
  private var values: [String: Value] = [:]

  subscript(key: String) -> String? { values[key]?.text }

  /// Where the value of a key stands, for messages.
  func location(of key: String) -> String { values[key].map { "\(file):\($0.line)" } ?? file }

  private static let maxBytes = 1 << 20

  /// - Parameter file: the name for messages.
  /// - Throws: `ImportError` for what is no wrap file, and for kinds that are neither a file nor git.
  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    self.file = file
    guard bytes.count <= Self.maxBytes else {
      throw ImportError(file, "has more than \(Self.maxBytes) bytes")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ImportError(file, "is not UTF-8")
    }
    var kind: Kind?
    var isWrap = false
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let place = "\(file):\(index + 1)"
      let content = Self.trimmed(line)
      guard let first = content.first, first != "#", first != ";" else { continue }
      if first == "[" {
        guard content.last == "]" else { throw ImportError(place, "has no ']'") }
        let name = String(content.dropFirst().dropLast())
        isWrap = name.hasPrefix("wrap")
        guard isWrap else { continue }
        guard kind == nil else { throw ImportError(place, "begins a second wrap") }
        guard let known = Kind(rawValue: name) else {
          throw ImportError(
            place, "is a wrap of the kind '\(name)', expected wrap-file or wrap-git",
            remedy: "vendor it with 'assetkit vendor add'")
        }
        kind = known
        continue
      }
      guard isWrap else { continue }
      guard let equals = content.firstIndex(where: { $0 == "=" || $0 == ":" }) else {
        throw ImportError(place, "has no '='")
      }
      let key = Self.trimmed(content[..<equals]).lowercased()
      let value = String(Self.trimmed(content[content.index(after: equals)...]))
      guard values.updateValue(Value(text: value, line: index + 1), forKey: key) == nil else {
        throw ImportError(place, "repeats the key '\(key)'")
      }
    }
    guard let kind else {
      throw ImportError(file, "has no section [wrap-file] or [wrap-git]")
    }
    self.kind = kind
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return text
  }

  /// A list of values, which are separated by commas.
  func list(_ key: String) -> [String] {
    (self[key] ?? "").split(separator: ",").map { String(Self.trimmed($0)) }
      .filter { !$0.isEmpty }
  }
}
