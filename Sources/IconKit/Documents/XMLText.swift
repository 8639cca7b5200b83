/// The text of an XML file of a few kilobytes, as far as the resources of Android need it.
struct XMLText {
  private let file: [UInt8]
  /// The file with spaces in place of comments.
  let text: [UInt8]

  init(_ file: [UInt8]) {
    var text = file
    var start = text.startIndex
    while let open = text[start...].firstRange(of: "<!--".utf8) {
      let end = text[open.upperBound...].firstRange(of: "-->".utf8)?.upperBound ?? text.endIndex
      for i in open.lowerBound..<end { text[i] = UInt8(ascii: " ") }
      start = end
    }
    self.file = file
    self.text = text
  }

  /// The values of every attribute called `name`, with its prefix.
  func values(of name: String) -> [String] {
    var values: [String] = []
    var rest = text[...]
    while let found = rest.firstRange(of: "\(name)=".utf8) {
      rest = rest[found.upperBound...]
      guard let quote = rest.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote),
        let end = rest.dropFirst().firstIndex(of: quote)
      else { continue }
      values.append(String(decoding: rest[rest.startIndex + 1..<end], as: UTF8.self))
      rest = rest[(end + 1)...]
    }
    return values
  }

  /// The file, an adaptive icon, with the images that `other` has for its layers; nil where one of
  /// its layers is more than an element that names an image.
  func withLayers(of other: XMLText) -> [UInt8]? {
    var changes: [(place: Range<Int>, bytes: [UInt8])] = []
    for layer in ["background", "foreground", "monochrome"] {
      guard let new = other.image(of: layer) else { continue }
      let name = other.text[new]
      if let old = image(of: layer) {
        changes.append((old, Array(name)))
        continue
      }
      guard !has(layer), let end = text.firstRange(of: "</adaptive-icon".utf8) else { return nil }
      let line = Array("    <\(layer) android:drawable=\"".utf8) + name + Array("\"/>\n".utf8)
      changes.append((end.lowerBound..<end.lowerBound, line))
    }
    var result = file
    // From the end, so that the places before stay.
    for change in changes.sorted(by: { $0.place.lowerBound > $1.place.lowerBound }) {
      result.replaceSubrange(change.place, with: change.bytes)
    }
    return result
  }

  /// Where the first element called `layer` names its image.
  private func image(of layer: String) -> Range<Int>? {
    guard let start = text.firstRange(of: "<\(layer)".utf8)?.upperBound,
      let end = text[start...].firstIndex(of: UInt8(ascii: ">")),
      let name = text[start..<end].firstRange(of: "android:drawable=\"".utf8)?.upperBound,
      let close = text[name..<end].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return name..<close
  }

  /// Whether it has an element of this name.
  func has(_ element: String) -> Bool { text.firstRange(of: "<\(element)".utf8) != nil }
}
