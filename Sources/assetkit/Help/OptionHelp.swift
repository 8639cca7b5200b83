import ArgumentParser
import TextFormats

/// What the parser's help says of the options of `assetkit icons`, which keys of `[[icons]]` share.
enum OptionHelp {
  /// The texts by the key, with values and defaults as the help of the command has them.
  static let icons: [String: String] = {
    let document = JSON(Array(Icons._dumpHelp().utf8))
    var texts: [String: String] = [:]
    for argument in document?["command"]?["arguments"]?.elements ?? [] {
      for name in argument["names"]?.elements ?? [] {
        guard let name = name["name"]?.text else { continue }
        texts[name] = text(of: argument)
      }
    }
    for field in IconKeys.options {
      texts[field.name] = texts[String(IconKeys.option(for: field.name).dropFirst(2))]
    }
    return texts
  }()

  private static func text(of argument: JSON) -> String? {
    guard let text = argument["abstract"]?.text, argument["kind"]?.text == "option" else {
      return argument["abstract"]?.text
    }
    let values = argument["allValues"]?.elements?.compactMap(\.text) ?? []
    let listed = values.isEmpty ? nil : "values: \(values.joined(separator: ", "))"
    // Defaults that the parser does not know stand at the end of the help.
    if let listed, text.contains(" (default: ") {
      return text.replacing(" (default: ", with: " (\(listed); default: ")
    }
    let notes = [listed, argument["defaultValue"]?.text.map { "default: \($0)" }].compactMap { $0 }
    return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: "; ")))"
  }
}
