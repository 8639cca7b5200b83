import Foundation
import TestSupport
import Testing

@testable import TextFormats

/// The language's public test suite (github.com/toml-lang/toml-test), for TOML 1.0: what is valid
/// means what the suite says, and what is not is refused at a place.
struct TOMLSuiteTests {
  /// The paths of the documents of a kind; none where tests may not use the network.
  static func files(_ kind: String) async throws -> [String] {
    guard let folder = try await Checkout.fetched(by: "fetch-toml-suite") else { return [] }
    return try await Command.shell("find $PWD -name '*.toml' | sort", in: "\(folder)/\(kind)")
      .split(separator: "\n").map(String.init)
  }

  /// What TOML 1.1 allows first: the escape `\e`.
  private static let later = ["string/escape-esc.toml"]

  private static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func thereAreAsManyAsEver() async throws {
    let counts = [try await Self.files("valid").count, try await Self.files("invalid").count]
    #expect(counts == [0, 0] || counts == [100, 234])
  }

  @Test(arguments: try await files("valid")) func saysWhatTheSuiteSays(_ file: String) throws {
    let text = try Self.read(file)
    if Self.later.contains(where: { file.hasSuffix($0) }) {
      #expect(throws: TOMLError.self) { try TOMLDocument.tree(of: text, named: file) }
      return
    }
    let tree = try TOMLDocument.tree(of: text, named: file)
    let expected = try JSONSerialization.jsonObject(
      with: Data(try Self.read("\(file.dropLast(5)).json")))
    #expect(Self.tagged(TOMLTree.root, in: tree) == Self.normal(expected))
  }

  @Test(arguments: try await files("invalid")) func isRefusedAtAPlace(_ file: String) throws {
    let text = try Self.read(file)
    let error = try #require(throws: TOMLError.self) {
      _ = try TOMLDocument.tree(of: text, named: file)
    }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let problem = error.problems[0]
    let line = try #require(problem.line)
    #expect((1...lines.count).contains(line))
    // What is not UTF-8 has a line and no column.
    if let column = problem.column {
      #expect((1...lines[line - 1].count + 1).contains(column), "\(error)")
    } else {
      #expect(problem.text == "is not UTF-8")
    }
  }

  /// A value as the suite's JSON has it, in one comparable form.
  private static func tagged(_ id: TOMLTree.ID, in tree: TOMLTree) -> Tagged {
    switch tree[id].content {
    case .string(let value): return .value("string", value)
    case .integer(let value): return .value("integer", String(value))
    case .float(let value): return .value("float", float(value))
    case .boolean(let value): return .value("bool", String(value))
    case .moment(let kind, let text):
      let name =
        switch kind {
        case .offsetDateTime: "datetime"
        case .localDateTime: "datetime-local"
        case .localDate: "date-local"
        case .localTime: "time-local"
        }
      return .value(name, moment(text))
    case .array, .arrayOfTables:
      return .array(tree.children(of: id).map { tagged($0, in: tree) })
    case .table:
      var members: [String: Tagged] = [:]
      for child in tree.children(of: id) { members[tree[child].key] = tagged(child, in: tree) }
      return .table(members)
    }
  }

  private static func normal(_ json: Any) -> Tagged {
    if let elements = json as? [Any] { return .array(elements.map(normal)) }
    guard let members = json as? [String: Any] else { return .value("no JSON of the suite", "") }
    guard members.count == 2, let type = members["type"] as? String,
      let value = members["value"] as? String
    else { return .table(members.mapValues(normal)) }
    switch type {
    case "float": return .value(type, Double(value).map(float) ?? value)
    case "datetime", "datetime-local", "date-local", "time-local":
      return .value(type, moment(value))
    default: return .value(type, value)
    }
  }

  /// One spelling of a float; the suite does not tell the two zeros apart.
  private static func float(_ value: Double) -> String { value == 0 ? "0" : "\(value)" }

  /// One spelling of a date or a time: `T` and `Z`, no zeros at the end of a fraction.
  private static func moment(_ text: String) -> String {
    text.uppercased().replacing(" ", with: "T")
      .replacing(/(\.[0-9]*?)0+(?![0-9])/) { $0.output.1 }
  }

  private enum Tagged: Equatable {
    case value(String, String)
    case array([Tagged])
    case table([String: Tagged])
  }
}
