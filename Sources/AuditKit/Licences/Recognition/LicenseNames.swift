/// The names by which notices refer to licences, and what each version of them is on the SPDX list.
struct LicenseNames: Sendable {
  /// What a name refers to.
  enum Subject: Hashable, Sendable {
    /// A licence without versions, or with one that everybody means.
    case license(String)
    /// A licence by its version; `""` is what is meant without one.
    case versions([String: String])
    /// Licences of the list by their versions; without one, whichever text of them the package has.
    case family([String: String])
    /// A GNU licence: its name, its versions, and the earliest, which is meant together with all
    /// later ones if a notice names no version (GPL-2.0, section 9).
    case gnu(String, versions: Set<String>, earliest: String)
    /// Creative Commons Attribution, with the parts of its identifier.
    case creativeCommons(String)
    /// A BSD licence, whichever text of it the package has.
    case someBSD
    /// The licence of libpng, whichever version of it the package has.
    case libpng
    /// A fixed expression: "the same terms as Perl".
    case choice([String])
  }

  /// A name in a text.
  struct Name: Sendable {
    let subject: Subject
    /// The version that is part of the name: `GPLv2`.
    let version: String?
    /// The number of words.
    let count: Int
    /// Whether it needs no words around it that make it a notice.
    let isNotice: Bool
    /// Whether it is a word like any other, which must go on with "license" or stand beside "or".
    var isWord = false
    /// Whether it may mean something else than a licence where no licence is spoken of: "Python 2.0".
    var isWeak = false
  }

  /// All names.
  static let standard = LicenseNames()

  private var names: [UInt32: [(words: [UInt32], name: Name)]] = [:]
  /// Their first words.
  private var filter = WordFilter()

  /// The longest name that begins at `index`; nil if there is none.
  func name(in hashes: [UInt32], at index: Int) -> Name? {
    guard filter.mayContain(hashes[index]) else { return nil }
    return names[hashes[index]]?.first { words, name in
      hashes[index...].starts(with: words)
        && (!name.isWord || Self.isName(hashes, index..<(index + words.count)))
    }?.name
  }

  /// Whether what is around a word shows that it is the name of a licence.
  private static func isName(_ hashes: [UInt32], _ word: Range<Int>) -> Bool {
    let next = hashes[word.upperBound...].first
    return next == NoticeWords.license || next == NoticeWords.or
      || word.lowerBound > 0 && hashes[word.lowerBound - 1] == NoticeWords.or
  }

  private init() {
    for (subject, spellings) in Self.spellings {
      for spelling in spellings { add(spelling, subject) }
    }
    for (family, subject) in Self.families {
      for spelling in family { add(spelling, subject) }
    }
    for (word, subject) in [("gpl", Self.gpl), ("lgpl", Self.lgpl), ("agpl", Self.agpl)] {
      for version in ["1", "2", "3"] {
        for mark in ["", "v"] { add("\(word)\(mark)\(version)", subject, version: version) }
      }
    }
    for version in ["1", "2"] {
      for mark in ["", "v"] {
        add("apache\(mark)\(version)", Self.apache, version: version)
        add("mpl\(mark)\(version)", Self.mozilla, version: version)
      }
    }
    for (spelling, subject) in Self.notices { add(spelling, subject, isNotice: true) }
    for (parts, spellings) in Self.creativeCommons {
      let subject = Subject.creativeCommons(parts)
      let words = parts.lowercased().split(separator: "-").joined(separator: " ")
      for start in ["cc", "creative commons", "creative commons cc"] {
        add("\(start) \(words)", subject)
      }
      for spelling in spellings {
        for start in ["creative commons attribution", "cc attribution"] {
          add("\(start)\(spelling)", subject)
        }
      }
      add("creativecommons org licenses \(words)", subject, isNotice: true)
    }
    let known = Set(names.values.joined().map(\.words))
    for spelling in ListedNames(besides: known).spellings {
      let name = Name(
        subject: spelling.subject, version: nil, count: spelling.words.count, isNotice: false,
        isWord: spelling.isWord, isWeak: !spelling.words.contains(NoticeWords.license))
      names[spelling.words[0], default: []].append((spelling.words, name))
      filter.insert(spelling.words[0])
    }
    for key in names.keys { names[key]?.sort { $0.words.count > $1.words.count } }
  }

  private mutating func add(
    _ spelling: String, _ subject: Subject, version: String? = nil, isNotice: Bool = false
  ) {
    let words = spelling.split(separator: " ").map { LicenseWords.hash(String($0)) }
    let name = Name(subject: subject, version: version, count: words.count, isNotice: isNotice)
    names[words[0], default: []].append((words, name))
    filter.insert(words[0])
  }

  // MARK: - The names

  private static let gpl = Subject.gnu("GPL", versions: ["1.0", "2.0", "3.0"], earliest: "1.0")
  private static let lgpl = Subject.gnu("LGPL", versions: ["2.0", "2.1", "3.0"], earliest: "2.0")
  private static let agpl = Subject.gnu("AGPL", versions: ["1.0", "3.0"], earliest: "3.0")
  private static let gfdl = Subject.gnu("GFDL", versions: ["1.1", "1.2", "1.3"], earliest: "1.1")
  private static let apache = Subject.versions(
    [
      "2": "Apache-2.0", "2.0": "Apache-2.0", "1.1": "Apache-1.1", "1.0": "Apache-1.0",
      "": "Apache-2.0",
    ])
  /// MPL-1.1 was the current version for most of the time in which notices named none.
  private static let mozilla = Subject.versions(
    ["1.0": "MPL-1.0", "1.1": "MPL-1.1", "2": "MPL-2.0", "2.0": "MPL-2.0", "": "MPL-1.1"])

  private static let families: [([String], Subject)] = [
    (
      [
        "gnu general public license", "general public license", "gnu gpl", "gpl",
        "gnu public license", "gnu general public licenses",
      ], gpl
    ),
    (
      [
        "gnu lesser general public license", "lesser general public license",
        "gnu library general public license", "library general public license", "gnu lgpl", "lgpl",
        "gnu lesser public license", "gnu library public license",
        "gnu library or lesser general public license",
        "gnu lesser or library general public license", "gnu lesser gpl", "lesser gpl",
        "library gpl", "gnu library gpl", "gnu lesser general public licenses",
      ], lgpl
    ),
    (
      [
        "gnu affero general public license", "affero general public license", "gnu agpl", "agpl",
        "affero gpl",
      ], agpl
    ),
    (["gnu free documentation license", "gnu fdl", "gfdl"], gfdl),
    (
      [
        "apache license", "apache software license", "apache public license", "apache",
        "apache licenses", "asf license",
      ], apache
    ),
    (["mozilla public license", "mozilla public licenses", "mpl"], mozilla),
  ]

  private static let spellings: [(Subject, [String])] = [
    (
      .license("MIT"),
      [
        "mit", "mit license", "expat license", "mit expat license", "expat mit license", "mit x11",
        "mit x", "x11 mit", "mit style", "mit like", "mit open source", "mit expat", "expat",
        "mit licenses",
      ]
    ),
    (.license("X11"), ["x11 license", "x license", "x consortium license"]),
    (
      .license("BSD-3-Clause"),
      [
        "bsd 3 clause", "3 clause bsd", "bsd three clause", "three clause bsd", "new bsd",
        "revised bsd", "modified bsd", "modified 3 clause bsd", "bsd new", "3 clause new bsd",
        "3 clause modified bsd",
        "bsd 3clause", "bsd3", "eclipse distribution license", "bsd 3", "bsd 3c",
        "new style bsd", "3 clause revised bsd",
      ]
    ),
    (
      .license("BSD-2-Clause"),
      [
        "bsd 2 clause", "2 clause bsd", "bsd two clause", "two clause bsd", "simplified bsd",
        "freebsd license", "2 clause simplified bsd", "bsd 2clause", "bsd2", "bsd 2",
        "2 clause freebsd",
      ]
    ),
    (
      .license("BSD-4-Clause"),
      [
        "bsd 4 clause", "4 clause bsd", "original bsd", "four clause bsd", "old bsd",
        "bsd like with advertising clause", "bsd style with advertising clause",
      ]
    ),
    (.license("0BSD"), ["0bsd", "zero clause bsd", "bsd zero clause", "bsd 0 clause"]),
    (
      .someBSD,
      ["bsd", "bsd license", "bsd style", "bsd like", "bsd type", "berkeley", "bsd licenses"]
    ),
    (.libpng, ["libpng license"]),
    (
      .license("Zlib"),
      [
        "zlib license", "zlib libpng license", "zlib png license", "libpng zlib license", "zlib",
        "zlib libpng",
      ]
    ),
    (
      .license("BSL-1.0"),
      ["boost software license", "boost license", "boost software licenses", "boost"]
    ),
    (
      .license("CC0-1.0"),
      [
        "cc0", "creative commons zero", "creative commons cc0", "creative commons 0",
        "creative commons public domain dedication", "cc zero", "cc 0",
      ]
    ),
    (
      .license("NCSA"),
      [
        "university of illinois open source license", "university of illinois open source licenses",
        "university of illinois ncsa open source license", "illinois open source license",
        "ncsa open source license", "university of illinois ncsa", "ncsa license",
        "ncsa university of illinois open source license",
      ]
    ),
    (.license("ISC"), ["isc license", "isc"]),
    (.license("Unlicense"), ["unlicense"]),
    (
      .versions(["2": "Artistic-2.0", "2.0": "Artistic-2.0", "": "Artistic-1.0-Perl"]),
      ["artistic license", "perl artistic license", "artistic"]
    ),
    (
      .versions(["1.0": "CDDL-1.0", "1.1": "CDDL-1.1", "": "CDDL-1.0"]),
      ["common development and distribution license", "cddl"]
    ),
    (.versions(["1.0": "CPL-1.0", "": "CPL-1.0"]), ["common public license"]),
    (.license("OpenSSL"), ["openssl license", "openssl licenses", "openssl"]),
    (
      .license("PSF-2.0"),
      ["psf license", "python software foundation license", "psf license agreement"]
    ),
    (.license("OFL-1.1"), ["sil open font license", "open font license", "sil ofl", "ofl"]),
    (.license("WTFPL"), ["wtfpl", "do what the fuck you want to public license"]),
    (.license("FTL"), ["freetype project license", "freetype license"]),
    (
      .license("CNRI-Python"),
      ["cnri s python 1 6 license", "cnri python 1 6 license", "cnri s python license"]
    ),
    (.license("OLDAP-2.8"), ["openldap license 2 8"]),
    (
      .license("IJG"),
      ["independent jpeg group license", "ijg license", "ijg independent jpeg group license"]
    ),
    (.license("HIDAPI"), ["hidapi license"]),
    (.license("BlueOak-1.0.0"), ["blue oak model license"]),
  ]

  /// The parts of the identifiers, and what follows "Attribution" in the names.
  private static let creativeCommons: [(String, [String])] = {
    let commercial = [" noncommercial", " non commercial"]
    let alike = [" sharealike", " share alike"]
    let derivatives = [" noderivs", " noderivatives", " no derivs", " no derivatives"]
    func joined(_ left: [String], _ right: [String]) -> [String] {
      left.flatMap { first in right.map { first + $0 } }
    }
    return [
      ("BY", [""]), ("BY-SA", alike), ("BY-ND", derivatives), ("BY-NC", commercial),
      ("BY-NC-SA", joined(commercial, alike)),
      ("BY-NC-ND", joined(commercial, derivatives) + joined(derivatives, commercial)),
    ]
  }()

  private static let perl = Subject.choice(["Artistic-1.0-Perl", "GPL-1.0-or-later"])

  /// Names that are notices by themselves.
  private static let notices: [(String, Subject)] = [
    ("same terms as perl", perl), ("same terms as the perl", perl),
    ("same license as perl", perl), ("same licenses as perl", perl),
    ("same terms of perl", perl), ("same license terms as perl", perl),
    ("terms of the perl programming language system itself", perl),
    ("same terms as ruby", .choice(["Ruby", "BSD-2-Clause"])),
    ("same license as ruby", .choice(["Ruby", "BSD-2-Clause"])),
    (
      "this readme file must be included with this copyright and no warranty notice unaltered",
      .license("IJG")
    ),
    ("creativecommons org publicdomain zero 1 0", .license("CC0-1.0")),
    ("cc0 1 0 universal", .license("CC0-1.0")),
    (
      "waive all copyright and related or neighboring rights to this work", .license("CC0-1.0")
    ),
    ("copy of the cc0 public domain dedication", .license("CC0-1.0")),
    (
      "for conditions of distribution and use see the accompanying readme", .license("IJG")
    ),
  ]
}
