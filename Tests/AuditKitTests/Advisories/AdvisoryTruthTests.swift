import Findings
import SafeFiles
import TestSupport
import Testing
import TextFormats

@testable import AuditKit

/// 51 advisories as public databases have them, each with a package at an edge of what it says, and the
/// verdict that a person reached by reading it.
///
/// `fixtures/advisories.json` has identifiers, ranges and versions as facts; its records are written here.
struct AdvisoryTruthTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let place: Int
    let entry: JSON

    subscript(key: String) -> String? { entry[key]?.text }
    var testDescription: String {
      "\(place): \(self["advisory"] ?? "?"), \(self["why"] ?? "?")"
    }
  }

  static let cases: [Case] = {
    do {
      let text = try DirectoryHandle(path: Checkout.path).readFile(
        RelativePath("fixtures/advisories.json"), limitBytes: 1 << 20)
      return (JSON(text)?.elements ?? []).enumerated().map { Case(place: $0 + 1, entry: $1) }
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  @Test func thereAreFiftyOne() {
    #expect(Self.cases.count == 51)
  }

  @Test(arguments: cases) func isDecidedAsAReaderWould(_ truth: Case) throws {
    let package = try #require(truth.entry["package"])
    var database = AdvisoryDatabase(subjects: [
      AdvisorySubject(
        name: try #require(package["name"]?.text), purl: package["purl"]?.text,
        version: package["version"]?.text, commit: package["commit"]?.text,
        ref: package["ref"]?.text, source: package["source"]?.text ?? "")
    ])
    for record in try #require(truth.entry["records"]?.elements) {
      database.add(Array(record.text().utf8), name: truth["advisory"] ?? "")
    }
    #expect(database.unreadable.isEmpty)
    let match = database.matches.first
    #expect(database.matches.count <= 1)
    switch match?.verdict {
    case nil, .unaffected: #expect(truth["expected"] == "unaffected")
    case .undecided(let reason): #expect(truth["expected"] == "undecided", "\(reason)")
    case .affected(let fixed):
      #expect(truth["expected"] == "affected")
      #expect(fixed == truth.entry["fixed"]?.elements?.compactMap(\.text))
    }
    if let match {
      #expect(match.names.contains(truth["advisory"] ?? ""))
      if let score = truth["score"] { #expect(match.score?.description == score) }
    }
  }
}
