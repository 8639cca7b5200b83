import TextFormats

/// A podspec as JSON (CocoaPods-Core, `lib/cocoapods-core/specification/dsl.rb`), for the subspecs that
/// a lock file has. Nothing in it is run.
struct Podspec {
  let document: JSON
  /// The specs that are used: the pod's own, and every level from there to each used subspec.
  private let levels: [JSON]

  /// - Parameter subspecs: the subspecs that are used, by their path below the pod.
  /// - Throws: `ImportError` for anything that is not the spec of a pod of that name with those subspecs.
  init(_ bytes: [UInt8], file: String, name: String, subspecs: [String]) throws(ImportError) {
    guard let document = JSON(bytes) else {
      throw ImportError("\(file):\(JSON.damagedLine(of: bytes) ?? 1)", "is not JSON")
    }
    guard document["name"]?.text == name else {
      throw ImportError(file, "is not the spec of '\(name)'")
    }
    var levels = [document]
    var known: Set<String> = []
    for path in subspecs where !path.isEmpty {
      var spec = document
      var place = ""
      for part in path.split(separator: "/") {
        guard
          let next = spec["subspecs"]?.elements?.first(where: { $0["name"]?.text == String(part) })
        else { throw ImportError(file, "has no subspec '\(path)'") }
        spec = next
        place += "/\(part)"
        if known.insert(place).inserted { levels.append(next) }
      }
    }
    self.document = document
    self.levels = levels
  }

  /// The platforms that attributes may be given for.
  static let platforms = ["ios", "osx", "macos", "tvos", "watchos", "visionos"]

  /// The strings of an attribute in all used specs, also those for one platform.
  func strings(_ keys: String...) -> [String] {
    var found: [String] = []
    for value in values(keys) { Self.collect(value, into: &found) }
    var known: Set<String> = []
    return found.filter { known.insert($0).inserted }
  }

  /// The values of an attribute in all used specs, also those for one platform.
  func values(_ keys: [String]) -> [JSON] {
    levels.flatMap { level in
      ([level] + Self.platforms.compactMap { level[$0] }).flatMap { spec in
        keys.compactMap { spec[$0] }
      }
    }
  }

  private static func collect(_ value: JSON, into found: inout [String]) {
    switch value {
    case .string(let text): found.append(text)
    case .array(let elements): for element in elements { collect(element, into: &found) }
    case .object(let members): for pair in members.pairs { collect(pair.value, into: &found) }
    case .null, .bool, .number: break
    }
  }

  /// What the person must look at, because it is not run or has no equivalent, one sentence each.
  var cautions: [String] {
    var cautions: [String] = []
    for command in strings("prepare_command") {
      cautions.append(
        "has a prepare_command, which was not run; look at what it would have made: "
          + Self.firstLine(of: command))
    }
    for phase in values(["script_phases", "script_phase"]).flatMap({ $0.elements ?? [$0] }) {
      cautions.append(
        "has a script phase, which is not part of any build now: "
          + Self.firstLine(of: phase["name"]?.text ?? phase["script"]?.text ?? "?"))
    }
    if document["source"]?["submodules"] == true {
      cautions.append("wants its submodules, which are not taken")
    }
    return cautions
  }

  /// The first line of a script, shortened.
  private static func firstLine(of text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline)
    let first = lines.first.map { String($0.prefix(80)) } ?? ""
    return lines.count > 1 || first.count < (lines.first?.count ?? 0) ? "\(first) …" : first
  }

  /// The licence, where it is one that SPDX names by the same word.
  var license: String? {
    let text = document["license"]?.text ?? document["license"]?["type"]?.text
    return text.flatMap { Self.licenses.contains($0) ? $0 : nil }
  }

  private static let licenses: Set = [
    "MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "MPL-2.0", "Unlicense",
    "BSL-1.0", "0BSD",
  ]
}
