import TestSupport
import Testing
import TextFormats

/// A topic has exactly the keys that the program accepts in the file.
struct TopicKeysTests {
  /// Keys of the policy where it stood before there was `[audit]`.
  static let formerKeys = ["licences", "require-reviews", "exception", "review", "severity"]

  @Test func keysOfTheProjectAreThoseThatItsReaderKnows() async throws {
    try await compare(
      ["assetkit.toml", "presets", "policy"], file: "assetkit.toml", reader: ["icons", "--check"],
      besides: Self.formerKeys)
    let last = try await HelpTopics().parts(of: "policy").last?["paragraph"]?.text
    #expect(last?.hasSuffix(": \(Self.formerKeys.joined(separator: ", ")).") == true)
  }

  @Test func keysOfTheLockAreThoseThatItsReaderKnows() async throws {
    try await compare(["vendor.lock"], file: "vendor.lock", reader: ["vendor", "list"])
  }

  /// Asks the reader, table by table, what it expects in place of a key that nobody has.
  private func compare(
    _ topics: [String], file: String, reader: [String], besides former: [String] = []
  ) async throws {
    let tables = try await HelpTopics().tables(of: topics)
    #expect(Set(tables.map(\.path)).count == tables.count)
    for table in tables {
      let known = try await knownKeys(of: table, among: tables, file: file, reader: reader)
      let told = table.names + (table.path.isEmpty ? former : [])
      #expect(told.sorted() == known.sorted(), "[\(table.path)]")
      for key in table.keys {
        let name = try #require(key["name"]?.text)
        #expect(key["meaning"]?.text?.isEmpty == false, "[\(table.path)] \(name)")
        // Every table has its keys explained, but for those whose keys are free.
        let path = table.path.isEmpty ? name : "\(table.path).\(name)"
        if ["table", "tables"].contains(key["type"]?.text), path != "icons.at" {
          #expect(tables.contains { $0.path == path }, "\(path)")
        }
      }
    }
  }

  private func knownKeys(
    of table: HelpTopics.Table, among tables: [HelpTopics.Table], file: String, reader: [String]
  ) async throws -> [String] {
    // The tables around it, from the outside in.
    let headers = tables.filter { outer in
      !outer.path.isEmpty && (outer.path == table.path || table.path.hasPrefix(outer.path + "."))
    }.sorted { $0.path.count < $1.path.count }
      .map { $0.isArray ? "[[\($0.path)]]" : "[\($0.path)]" }
    let key = "the-key-of-nobody"
    let lines = ["version = 1"] + headers + ["\(key) = 1"]
    let folder = try TemporaryFolder([file: lines.joined(separator: "\n") + "\n"])
    let outcome = try await Program.run(reader, in: folder.path)
    #expect(outcome.status == 2)
    let message = try #require(
      outcome.errors.split(separator: "\n").first { $0.contains("\(key) is unknown; ") },
      "\(outcome.errors)")
    let list = try #require(message.split(separator: "expected one of ").dropFirst().first)
    return list.split(separator: ", ").map(String.init)
  }
}
