import SafeFiles
import TestSupport
import Testing

@testable import AuditKit

/// Every text of the SPDX list, alone and joined to another, is recognised as itself.
///
/// The texts are fetched once from PyPI by `Scripts/fetch-licence-texts`;
/// `ASSETKIT_SKIP_NETWORK_TESTS=1` leaves the test out and says so.
struct LicenseTextsTests {
  private static let shards = 8

  private struct Text {
    let identifier: String
    let text: String
  }

  /// Every text, in an order in which neighbours are not related.
  private static func texts() async throws -> [Text] {
    guard let path = try await Checkout.fetched(by: "fetch-licence-texts") else { return [] }
    let folder = try DirectoryHandle(path: path)
    let texts = try folder.entries().map { entry in
      let name = try entry.path()
      return Text(
        identifier: String(entry.description.dropLast(".txt".count)),
        text: String(decoding: try folder.readFile(name, limitBytes: 1 << 20), as: UTF8.self))
    }
    #expect(texts.count > 700)
    return texts.sorted { LicenseWords.hash($0.identifier) < LicenseWords.hash($1.identifier) }
  }

  private static func check(_ texts: [Text], sourceLocation: SourceLocation = #_sourceLocation) {
    let facts = RecognisedText.facts(texts.map(\.text).joined(separator: "\n\n"))
    let names = texts.map(\.identifier)
    var words = LicenseWords()
    Array(texts.map(\.text).joined(separator: "\n\n").utf8).withUnsafeBytes {
      words.append($0, line: 1)
    }
    let found = LicenseRecognizer().outcome(in: words).matches.filter { $0.kind == .text }
    let isRight =
      found.count == names.count
      && zip(found, names).allSatisfy { $0.identifiers.contains($1) }
    #expect(isRight, "\(names): \(found)", sourceLocation: sourceLocation)
    // Nothing else is said of the file, and no large part of it is called unknown.
    #expect(facts.items.count == names.count, "\(names)", sourceLocation: sourceLocation)
    let rest = facts.wordCount - facts.recognisedCount
    #expect(rest <= 60 || rest * 4 <= facts.wordCount, "\(names)", sourceLocation: sourceLocation)
  }

  @Test(arguments: 0..<shards) func eachIsItself(shard: Int) async throws {
    let texts = try await Self.texts()
    for index in stride(from: shard, to: texts.count, by: Self.shards) {
      Self.check([texts[index]])
    }
  }

  @Test(arguments: 0..<shards) func twoInOneFileAreBoth(shard: Int) async throws {
    let texts = try await Self.texts()
    for index in stride(from: shard, to: texts.count, by: Self.shards) {
      Self.check([texts[index], texts[(index + 1) % texts.count]])
    }
  }

  /// One word can be all that two licences differ in.
  @Test(arguments: [
    ("HPND-sell-variant", "sell"), ("MIT", "sublicense"), ("ISC", "modify"),
    ("BSD-3-Clause", "endorse"),
  ])
  func aTextThatGrantsLessIsAnotherLicence(identifier: String, word: String) async throws {
    let texts = try await Self.texts()
    guard let text = texts.first(where: { $0.identifier == identifier })?.text else {
      return #expect(texts.isEmpty)
    }
    let less = text.replacing(word, with: "")
    #expect(less != text)
    let found = RecognisedText.facts(less).items.flatMap(\.identifiers)
    #expect(!found.contains(identifier), "\(found)")
  }

  #if os(Linux)
  /// Debian's own copies, some of which are laid out or dated otherwise than the list's.
  @Test(
    arguments: [
      ("Apache-2.0", "Apache-2.0"), ("Artistic", "Artistic-1.0-Perl"), ("BSD", "BSD-3-Clause"),
      ("CC0-1.0", "CC0-1.0"), ("GFDL-1.2", "GFDL-1.2-only"), ("GFDL-1.3", "GFDL-1.3-only"),
      ("GPL-1", "GPL-1.0-only"), ("GPL-2", "GPL-2.0-only"), ("GPL-3", "GPL-3.0-only"),
      ("LGPL-2", "LGPL-2.0-only"), ("LGPL-2.1", "LGPL-2.1-only"), ("LGPL-3", "LGPL-3.0-only"),
      ("MPL-1.1", "MPL-1.1"), ("MPL-2.0", "MPL-2.0"),
    ])
  func commonLicences(name: String, identifier: String) throws {
    let folder = try DirectoryHandle(path: "/usr/share")
    guard
      let bytes = try? folder.readFile(
        RelativePath("common-licenses/\(name)"), limitBytes: 1 << 20)
    else { return print("skipped: no /usr/share/common-licenses/\(name), this is not Debian") }
    let facts = RecognisedText.facts(String(decoding: bytes, as: UTF8.self))
    #expect(facts.items.count == 1)
    #expect(facts.items.first?.identifiers == [identifier])
    let rest = facts.wordCount - facts.recognisedCount
    #expect(rest <= 60 || rest * 4 <= facts.wordCount)
  }
  #endif
}
