/// What one file says of licences.
struct LicenceFacts: Sendable {
  /// A tag, as it stands.
  struct Tag: Hashable, Sendable {
    let text: String
    let line: Int
  }

  /// Whether the file's name says that it carries a licence.
  var isLicenceFile = false
  /// `SPDX-License-Identifier` tags in the head of the file; at most ``limitTags``.
  var tags: [Tag] = []
  /// Texts and notices that were recognised; at most ``limitMatches``.
  var matches: [LicenseMatch] = []
  /// Of a licence file, what came closest.
  var nearest: LicenseRecognizer.Nearest?
  /// How many words a licence file has, and how many of them were recognised.
  var wordCount = 0
  var recognisedCount = 0
  /// The bytes of `REUSE.toml` and `.reuse/dep5`.
  var manifest: [UInt8]?

  /// The words on their way; nil once the file has ended.
  var words: LicenseWords? = LicenseWords()
  /// Where the last stretch that was taken ends in the file.
  var takenEnd = 0
  /// Whether tags are being ignored, between REUSE-IgnoreStart and REUSE-IgnoreEnd.
  var isIgnoring = false

  static let limitTags = 64
  static let limitMatches = 64

  /// Whether there is anything in it.
  var isEmpty: Bool {
    tags.isEmpty && matches.isEmpty && manifest == nil && !isLicenceFile
  }
}
