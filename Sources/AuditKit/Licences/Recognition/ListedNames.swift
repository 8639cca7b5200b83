/// The names that the SPDX list itself gives: identifiers and full names, as notices write them.
///
/// "AFL-2.1" is also "AFL v2.1", "AFL version 2.1"; "Academic Free License v2.1" is also "Academic Free
/// License 2.1" and, of a version whose last number is 0, without that. Without a version the names of
/// several licences are one, that of their family.
struct ListedNames {
  /// A licence by its words; the hashes are those of ``LicenseWords``.
  typealias Spelling = (words: [UInt32], subject: LicenseNames.Subject, isWord: Bool)

  private(set) var spellings: [Spelling] = []
  private var known: Set<[UInt32]>

  /// - Parameter known: the words of names that are given otherwise.
  init(besides known: Set<[UInt32]>) {
    self.known = known
    var families: [[String]: [String: String]] = [:]
    for entry in LicenseList.current
    where LicenseList.gnuFamily(of: entry.identifier) == nil
      || entry.identifier.contains("invariants")
    {
      // "Artistic License 1.0" is what Perl's modules call the text of Artistic-1.0-Perl.
      if entry.identifier.hasPrefix("Artistic-1.0") { continue }
      // Their names without a version, and the version in an address, belong together.
      if ["MPL-1.0", "MPL-1.1", "MPL-2.0", "Apache-1.0", "Apache-1.1", "Apache-2.0"].contains(
        entry.identifier)
      {
        continue
      }
      let identifier = Wording(entry.identifier)
      let wordings = [Wording(entry.name), identifier].compactMap(\.self)
      for wording in wordings {
        for words in wording.spellings {
          add(words, .license(entry.identifier), isWord: words.count == 1)
        }
        guard let version = wording.version, wording.tail.isEmpty else { continue }
        for base in wording.bases {
          families[base, default: [:]][version.joined(separator: ".")] = entry.identifier
          if version.count == 2, version[1] == "0" {
            families[base, default: [:]][version[0]] = entry.identifier
          }
        }
      }
    }
    families[["openldap", "public", "license"]] = families[["open", "ldap", "public", "license"]]
    for (base, versions) in families {
      let identifiers = Set(versions.values)
      let only = identifiers.count == 1 ? identifiers.first : nil
      // "…/mit-license.php" is an address.
      add(base, only.map { .license($0) } ?? .family(versions), isWord: base.count == 1)
    }
  }

  private mutating func add(
    _ words: [String], _ subject: LicenseNames.Subject, isWord: Bool
  ) {
    let hashes = words.map(LicenseWords.hash)
    guard known.insert(hashes).inserted else { return }
    spellings.append((hashes, subject, isWord))
  }
}

/// A name in parts: "Academic Free License", 2.1.
struct Wording {
  /// The words before the version, without "version".
  let base: [String]
  /// The version's parts; nil if there is none.
  let version: [String]?
  /// The words after the version: "Austria", "only".
  let tail: [String]

  /// nil for a name without words.
  init?(_ name: String) {
    var words = Self.words(of: name)
    if words.first == "the", words.count > 1 { words.removeFirst() }
    guard !words.isEmpty else { return nil }
    let start = words.indices.first { index in
      index > 0 && Self.isVersion(words[index])
        && !(index + 1 < words.count && words[index + 1] == "clause")
    }
    guard let start else {
      (base, version, tail) = (words, nil, [])
      return
    }
    let end = words[(start + 1)...].prefix(2).prefix { $0.first?.isNumber ?? false }.endIndex
    var version = Array(words[start..<end])
    version[0] = String(version[0].drop { $0 == "v" })
    self.version = version
    base = Array(words[..<start].reversed().drop { $0 == "version" || $0 == "v" }.reversed())
    let rest = Array(words[end...])
    tail = rest == ["license"] ? [] : rest
  }

  private static func isVersion(_ word: String) -> Bool {
    let digits = word.drop { $0 == "v" }
    guard word.count - digits.count <= 1, let first = digits.first, first.isNumber else {
      return false
    }
    return digits.count <= 3
  }

  /// The words without the version, with and without "license" at the end; one word needs it.
  var bases: [[String]] {
    let isNamed = base.last == "license"
    let bare = isNamed ? Array(base.dropLast()) : base
    return bare.count > 1 || !isNamed ? [bare + ["license"], bare] : [base]
  }

  /// All ways to write it.
  var spellings: [[String]] {
    guard let version else { return tail.isEmpty ? bases : [base + tail] }
    var forms = [version]
    if version.count == 2, version[1] == "0" { forms.append([version[0]]) }
    return bases.flatMap { base in
      forms.flatMap { form in
        [form, ["version"] + form, ["v"] + form, ["v" + form[0]] + form.dropFirst()].map {
          base + $0 + tail
        }
      }
    }
  }

  /// The words as ``LicenseWords`` has them.
  private static func words(of name: String) -> [String] {
    var bytes: [UInt8] = []
    for scalar in name.unicodeScalars {
      // Quotes and dashes, which folding makes blanks.
      let isMark = scalar.value >= 0x2000 && scalar.value < 0x3000 || scalar.value < 0xC0
      bytes += scalar.isASCII || !isMark ? Array(String(scalar).utf8) : [UInt8(ascii: " ")]
    }
    return bytes.map(\.lowercased).split { !FoldedLine.isWordByte($0) }.map { word in
      let word = String(decoding: word, as: UTF8.self)
      return word == "licence" ? "license" : word
    }
  }
}
