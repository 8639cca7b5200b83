/// The licence information found in one file.
struct LicenceFacts: Sendable {
  /// A tag, as written.
  struct Tag: Hashable, Sendable {
    let text: String
    let line: Int
  }

  /// Whether the file is named like a licence.
  var isLicenceFile = false
  /// `SPDX-License-Identifier` tags in the head of the file; at most ``limitTags``.
  var tags: [Tag] = []
  /// Texts and notices that were recognised; at most ``limitMatches``.
  var matches: [LicenseMatch] = []
  /// The most similar licence, if a licence file was not recognised.
  var nearest: LicenseRecognizer.Nearest?
  /// The number of words in a licence file, and how many of them were recognised.
  var wordCount = 0
  var recognisedCount = 0
  /// The bytes of `REUSE.toml` and `.reuse/dep5`.
  var manifest: [UInt8]?

  /// The words read so far; nil once the file has ended.
  var words: LicenseWords? = LicenseWords()
  /// The offset in the file at which the last collected stretch ends.
  var takenEnd = 0
  /// Whether the scan is between REUSE-IgnoreStart and REUSE-IgnoreEnd, where tags are ignored.
  var isIgnoring = false

  static let limitTags = 64
  static let limitMatches = 64

  /// Whether there is anything in it.
  var isEmpty: Bool {
    tags.isEmpty && matches.isEmpty && manifest == nil && !isLicenceFile
  }
}
