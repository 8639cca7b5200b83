/// A colour in an Android values file (Android developers, "More resource types", Color).
struct ColorResource {
  /// Where its value is in the file.
  private let place: Range<Int>
  private let file: [UInt8]

  /// The colour called `name`; nil where the file does not define it.
  init?(_ name: String, in file: [UInt8]) {
    let text = XMLText(file).text
    let names = ["\"", "'"].map { Array("name=\($0)\(name)\($0)".utf8) }
    var rest = text[...]
    while let start = rest.firstRange(of: "<color".utf8),
      let end = rest[start.upperBound...].firstIndex(of: UInt8(ascii: ">"))
    {
      let tag = rest[start.upperBound..<end]
      rest = rest[(end + 1)...]
      guard names.contains(where: { tag.firstRange(of: $0) != nil }),
        tag.last != UInt8(ascii: "/"), let close = rest.firstRange(of: "</color".utf8)
      else { continue }
      place = rest.startIndex..<close.lowerBound
      self.file = file
      return
    }
    return nil
  }

  /// The file with `color`, `#RRGGBB`, as the value; unchanged where it is that already.
  func replaced(by color: String) -> [UInt8] {
    let isSame = String(decoding: file[place], as: UTF8.self).lowercased() == color.lowercased()
    return isSame
      ? file : file[..<place.lowerBound] + Array(color.utf8) + file[place.upperBound...]
  }
}
