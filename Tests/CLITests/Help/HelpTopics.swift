import TestSupport
import Testing
import TextFormats

/// The topics as `assetkit help --json` prints them.
struct HelpTopics {
  /// A table of a file and its keys.
  struct Table {
    let path: String
    let isArray: Bool
    let keys: [JSON]

    var names: [String] { keys.compactMap { $0["name"]?.text } }
  }

  let topics: [JSON]

  init() async throws {
    let outcome = try await Program.run(["help", "--json"])
    let document = try #require(JSON(Array(outcome.output.utf8)))
    topics = try #require(document["topics"]?.elements)
  }

  func parts(of name: String) throws -> [JSON] {
    let topic = try #require(topics.first { $0["name"]?.text == name })
    return try #require(topic["parts"]?.elements)
  }

  /// The tables that these topics explain.
  func tables(of names: [String]) throws -> [Table] {
    try names.flatMap(parts).compactMap { $0["table"] }.map { table in
      Table(
        path: try #require(table["path"]?.text), isArray: table["is-array"] == true,
        keys: try #require(table["items"]?.elements))
    }
  }
}
