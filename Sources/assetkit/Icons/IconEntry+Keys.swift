import ArgumentParser
import IconKit
import TextFormats

extension IconEntry {
  /// The keys of an entry together with those of the entry that it is like.
  struct Keys {
    let name: String
    /// The entry's own table.
    let node: TOMLNode
    private let values: [String: TOMLNode]

    subscript(key: String) -> TOMLNode? { values[key] }

    /// The keys that come from the entry that this one is like, as they may suit only that.
    var inherited: Set<String> { Set(values.keys).subtracting((node.pairs ?? []).map(\.key)) }

    /// The keys of each of `nodes`.
    ///
    /// - Throws: `TOMLError` for a name that is missing, taken or unknown, and for a circle.
    static func all(of nodes: [TOMLNode]) throws(TOMLError) -> [Keys] {
      var indexByName: [String: Int] = [:]
      var names: [String] = []
      for (index, node) in nodes.enumerated() {
        guard let name = node["name"]?.string ?? node["master"].map({ stem(of: $0.string) }) else {
          throw node.error("has no name; an entry without a master of its own needs one")
        }
        guard !name.isEmpty, !name.contains(","), name.utf8.allSatisfy({ $0 >= 32 && $0 != 127 })
        else {
          let text = TOMLValue.string(name).text
          throw (node["name"] ?? node).error(
            "\(text) is not a name; it is empty, or has a comma or a control character")
        }
        if let other = indexByName.updateValue(index, forKey: name) {
          throw (node["name"] ?? node).error(
            "'\(name)' is already the name of icons[\(other)]; give one of them another name")
        }
        names.append(name)
      }
      var all: [Keys] = []
      for (index, node) in nodes.enumerated() {
        let values = try values(of: index, nodes, indexByName)
        all.append(Keys(name: names[index], node: node, values: values))
      }
      return all
    }

    /// The most entries of a chain of 'like'.
    private static let limitChain = 16

    private static func values(
      of index: Int, _ nodes: [TOMLNode], _ indexByName: [String: Int]
    ) throws(TOMLError) -> [String: TOMLNode] {
      var chain = [index]
      while let last = chain.last, let like = nodes[last]["like"] {
        guard let base = indexByName[like.string] else {
          let hint =
            NearestName.suggestion(for: like.string, among: indexByName.keys.sorted())
            .map { "; \($0)" } ?? ""
          throw like.error("there is no entry '\(like.string)'\(hint)")
        }
        guard !chain.contains(base) else {
          throw like.error(
            "'\(like.string)' is like this entry itself; entries cannot go in a circle")
        }
        guard chain.count < limitChain else {
          throw like.error("is the end of a chain of more than \(limitChain) entries")
        }
        chain.append(base)
      }
      var values: [String: TOMLNode] = [:]
      for index in chain.reversed() {
        let own = Dictionary(uniqueKeysWithValues: nodes[index].pairs ?? [])
        if own["master"] != nil {
          // Another master was not drawn from the same file.
          values["drawn-from"] = nil
          values["drawn-from-sha256"] = nil
        }
        values.merge(own) { _, own in own }
      }
      return values
    }

    private static func stem(of path: String) -> String {
      let name = path.split(separator: "/").last ?? ""
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return String(name) }
      return String(name[..<dot])
    }

    /// Runs `body`; what it says of options becomes an error at the key of the first one.
    func locating<Value>(_ body: () throws -> Value) throws -> Value {
      do {
        return try body()
      } catch let error as ValidationError {
        throw located(error.message)
      } catch let error as IconError where error.code == .options {
        let remedy = error.remedy.map { "; \($0)" } ?? ""
        throw located("\(error.location) \(error.problem)\(remedy)")
      }
    }

    private func located(_ message: String) -> TOMLError {
      var message = message
      var first: (place: String.Index, node: TOMLNode)?
      for field in IconKeys.options {
        let option = IconKeys.option(for: field.name)
        guard let range = message.firstRange(of: option) else { continue }
        if let node = values[field.name], range.lowerBound < first?.place ?? message.endIndex {
          first = (range.lowerBound, node)
        }
        message = message.replacing(option, with: "'\(field.name)'")
      }
      return (first?.node ?? node).error(message.last == "." ? String(message.dropLast()) : message)
    }
  }
}
