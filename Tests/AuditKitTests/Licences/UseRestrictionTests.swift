import Findings
import SafeFiles
import TestSupport
import Testing

@testable import AuditKit

/// Words that take back a part of what a licence gives, in its text and beside it.
struct UseRestrictionTests {
  private static func text(of licence: String) async throws -> String? {
    guard let path = try await Checkout.fetched(by: "fetch-licence-texts") else { return nil }
    return String(
      decoding: try DirectoryHandle(path: path).readFile(
        RelativePath("\(licence).txt"), limitBytes: 1 << 20), as: UTF8.self)
  }

  private static func restrictions(_ name: String, _ text: String) throws -> [String] {
    try LicenceGroupTests.rules(["Vendor/z/\(name)": text]).filter { $0 == "licence-restricted" }
  }

  @Test(arguments: [
    ("MIT", "without restriction", "for non-commercial purposes only"),
    ("MIT", "to any person", "to any non-commercial person"),
    ("MIT", "to any person", "to any person for academic use only"),
    ("Zlib", "including commercial applications", "excluding commercial applications"),
    ("ISC", "for any purpose", "for any noncommercial purpose"),
    ("BSD-2-Clause", "with or without modification", "without modification"),
    (
      "BSD-2-Clause", "THIS SOFTWARE IS",
      "3. Use for commercial purposes is prohibited.\n\nTHIS SOFTWARE IS"
    ),
  ])
  func aTextWithAnotherWordIsRestricted(
    licence: String, words: String, other: String
  ) async throws {
    guard let text = try await Self.text(of: licence) else { return }
    let changed = text.replacing(words, with: other)
    #expect(changed != text)
    #expect(try Self.restrictions("LICENSE", changed) == ["licence-restricted"])
    #expect(try Self.restrictions("a.c", "/* \(changed) */\nint a;\n") == ["licence-restricted"])
  }

  @Test(arguments: [
    "\"Commons Clause\" License Condition v1.0. The License does not grant the right to Sell.",
    "The software may be used for non-commercial purposes only.",
    "For academic research only.", "Licensed for evaluation only.",
    "You may not offer the software to others as a hosted service.",
    "The files in src are proprietary.", "Not for commercial use.",
  ])
  func aLicenceFileThatSaysMoreIsRestricted(sentence: String) async throws {
    guard let text = try await Self.text(of: "Apache-2.0") else { return }
    #expect(
      try Self.restrictions("LICENSE", "\(text)\n\n\(sentence)\n") == ["licence-restricted"])
    #expect(
      try Self.restrictions("LICENSE", "\(sentence)\n\n\(text)\n") == ["licence-restricted"])
    // Documentation and code may speak of such things.
    #expect(try Self.restrictions("README", "Licensed under the MIT License. \(sentence)\n") == [])
  }

  @Test(arguments: [
    "You may use it for commercial and non-commercial purposes.",
    "It is free for any use, commercial or not.", "It may be used in commercial products.",
    "No fee is asked. Commercial use is welcome.",
    "Retain all proprietary notices. Research was supported by a grant.",
    "Redistribution with or without modification is permitted.",
  ])
  func aLicenceFileThatTakesNothingBackIsNot(sentence: String) throws {
    #expect(
      try Self.restrictions("LICENSE", "Licensed under the MIT License.\n\(sentence)\n") == [])
  }

  /// What the texts of the list say themselves is what they are known for.
  @Test func noTextOfTheListIsRestricted() async throws {
    guard let path = try await Checkout.fetched(by: "fetch-licence-texts") else { return }
    let folder = try DirectoryHandle(path: path)
    var files: [String: String] = [:]
    for licence in LicensePreset.allCases.flatMap(\.licenses) {
      guard let bytes = try? folder.readFile(RelativePath("\(licence).txt"), limitBytes: 1 << 20)
      else { continue }
      files["Vendor/z/\(licence)/LICENSE"] = String(decoding: bytes, as: UTF8.self)
    }
    #expect(files.count > 200)
    let found = try LicenceGroupTests.findings(files).filter { $0.rule.id == "licence-restricted" }
    #expect(found.map { "\($0.path!): \($0.message)" } == [])
  }
}
