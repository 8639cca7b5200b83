/// The licence information found in one file.
struct LicenceFacts: Sendable {
  /// A tag, as written.
  struct Tag: Hashable, Sendable {
    let text: String
    let line: Int
  }

  /// Whether the file is named like a licence.
  var isLicenceFile = false
  /// Whether the file is a ``PackagePart/isUnnamedScript(ending:head:)``.
  var isScript = false
  /// `SPDX-License-Identifier` tags in the head of the file; at most ``limitTags`` that
  /// repeat another.
  var tags: [Tag] = []
  /// Texts and notices that were recognised; at most ``limitMatches`` that repeat another.
  var items: [LicenceItem] = []
  /// The first of the words that take back a part of a licence in the file, and their line.
  var restriction: (phrase: String, line: Int)?
  /// Which statements about licences count in the file.
  var statements = StatementScope.all
  /// The most similar licence, if a licence file was not recognised.
  var nearest: LicenseRecognizer.Nearest?
  /// The number of words in a licence file, and how many of them were recognised.
  var wordCount = 0
  var recognisedCount = 0
  /// The expression of a licence file that is nothing else.
  var expression: LicenseExpression?
  /// The bytes of `REUSE.toml` and `.reuse/dep5`.
  var manifest: [UInt8]?
  /// The bytes of the package's own description, see ``PackageManifest``.
  var description: [UInt8]?

  /// The words read so far; nil once the file has ended.
  var words: LicenseWords? = LicenseWords()
  /// The offset in the file at which the last collected excerpt ends.
  var takenEnd = 0
  /// Whether the scan is between REUSE-IgnoreStart and REUSE-IgnoreEnd, where tags are ignored.
  var isIgnoring = false

  static let limitTags = 64
  static let limitMatches = 64
  /// The number of bytes at the start of a file that are searched for tags.
  static let limitTagBytes = 64 << 10
  /// The bytes read before and after a licence keyword in a file that is not a licence file.
  static let before = 2 << 10
  static let after = 6 << 10

  /// Whether there is anything in it.
  var isEmpty: Bool {
    tags.isEmpty && items.isEmpty && restriction == nil && manifest == nil && description == nil
      && !isLicenceFile
      && !isScript
  }

  /// Whether a licence file is short and only says which licences there are.
  var isShortStatement: Bool {
    wordCount < 400 && items.allSatisfy { $0.kind == .statement }
  }

  /// Collects the tags and the words of a file's next chunk.
  mutating func inspect(_ chunk: FileChunk, of file: AuditedFile) {
    // Most files contain no licence keyword; a tag contains one too.
    let isNamed = isLicenceFile || file.path.isReadme
    guard isNamed || LicenceExcerpts.mayContain(chunk) else { return }
    if chunk.offset < Self.limitTagBytes { LicenceTags.find(in: chunk, into: &self) }
    if isLicenceFile, chunk.bytes.count == file.size {
      expression = LicenceTags.onlyExpression(in: chunk.bytes)
    }
    if isNamed {
      if chunk.offset < 1 << 20 { words?.append(chunk.bytes, line: chunk.firstLine) }
    } else if chunk.offset < Self.limitTagBytes || chunk.offset + chunk.bytes.count >= file.size {
      LicenceExcerpts.add(
        from: chunk, hasComments: SourceKind.hasSlashComments(ending: file.fileExtension),
        isCode: SourceKind.isSource(ending: file.fileExtension), into: &self)
    }
  }

  /// Whether a licence file is no more than the name of another one, or of a licence.
  private static func namesAnother(_ words: LicenseWords) -> Bool {
    words.hashes.count <= 3
      || words.hashes.count < 20
        && ["see", "refer"].contains { words.hashes.contains(LicenseWords.hash($0)) }
  }

  /// Recognises licences in the collected words and drops the words.
  mutating func recognise(with known: RecognitionCache) {
    guard let words else { return }
    self.words = nil
    if let expression, !words.hashes.isEmpty {
      let all = words.hashes.indices
      items = [
        LicenceItem(
          kind: .statement, parts: [.expression(expression)], words: all,
          lines: words.lines(of: all))
      ]
      return
    }
    guard words.hashes.count >= 2 else { return }
    let outcome = known.outcome(in: words, isWhole: isLicenceFile)
    restriction = outcome.restrictions.min { $0.word < $1.word }.map {
      ($0.phrase, Int(words.lines[$0.word]))
    }
    // However many copies of one licence there are, another one behind them counts.
    var known: [Bool: Set<[LicenseStatement.Part]>] = [:]
    items = outcome.items.filter { $0.kind != .statement || statements.admits($0) }
      .enumerated().filter { index, item in
        known[item.isChoice, default: []].insert(item.parts).inserted || index < Self.limitMatches
      }.map(\.element)
    if isLicenceFile, !Self.namesAnother(words) {
      nearest = outcome.nearest
      wordCount = words.hashes.count
      recognisedCount = outcome.wordCount
    }
  }
}

/// Which of a file's statements about licences are about the file or its package.
enum StatementScope: Sendable {
  /// All: a source's comments, a README.
  case all
  /// Those whose sentence begins with "this": documentation speaks of other licences too.
  case aboutItself
  /// None: a change log tells of the past.
  case none

  /// The scope in a file, by its name.
  init(of file: AuditedFile) {
    let ending = file.fileExtension
    let name = file.name.lowercased()
    // INSTALL and HACKING are documents, Makefile is code.
    let isDocument =
      ending.isEmpty ? file.name == file.name.uppercased() : Self.documents.contains(ending)
    if ["changelog", "changes", "news", "history", "release", "whatsnew", "todo", "announce"]
      .contains(where: name.hasPrefix)
    {
      self = .none
    } else if file.path.isReadme || !isDocument {
      self = .all
    } else {
      self = .aboutItself
    }
  }

  private static let documents: Set<String> = [
    "md", "rst", "txt", "html", "htm", "xml", "adoc", "tex", "texi", "texinfo", "pod", "css",
    "po", "pot", "1", "2", "3", "4", "5", "6", "7", "8", "json", "svg", "xhtml", "roff", "man",
  ]

  func admits(_ item: LicenceItem) -> Bool {
    switch self {
    case .all: true
    case .aboutItself: item.isAboutItself
    case .none: false
    }
  }
}
