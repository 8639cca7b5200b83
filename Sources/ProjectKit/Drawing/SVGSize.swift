/// The size of an SVG, as its root element says (SVG 2, "The 'width' and 'height' properties").
enum SVGSize {
  /// Width and height in CSS pixels; those of `viewBox` where there is no width or height, or they are
  /// parts of what is around; nil where there is none of them.
  static func size(of svg: [UInt8]) -> SIMD2<Double>? {
    guard let tag = rootTag(svg) else { return nil }
    let box = attribute("viewBox", in: tag)?
      .split { $0 == UInt8(ascii: ",") || $0 <= 0x20 }.map { Double(text($0)) }
    var natural: SIMD2<Double>?
    if let box, box.count == 4, let width = box[2], let height = box[3], width > 0, height > 0,
      width.isFinite, height.isFinite
    {
      natural = SIMD2(width, height)
    }
    let width = attribute("width", in: tag).flatMap(length)
    let height = attribute("height", in: tag).flatMap(length)
    switch (width, height) {
    case (let width?, let height?): return SIMD2(width, height)
    case (let width?, nil): return natural.map { SIMD2(width, width * $0.y / $0.x) }
    case (nil, let height?): return natural.map { SIMD2(height * $0.x / $0.y, height) }
    case (nil, nil): return natural
    }
  }

  /// The attributes of the first element called `svg`, with whatever prefix.
  private static func rootTag(_ svg: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = svg[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if rest.starts(with: "!--".utf8) {
        while !rest.isEmpty, !rest.starts(with: "-->".utf8) { rest = rest.dropFirst() }
        continue
      }
      let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      guard name.split(separator: UInt8(ascii: ":")).last?.elementsEqual("svg".utf8) == true else {
        continue
      }
      return rest[name.endIndex...].prefix { $0 != UInt8(ascii: ">") }
    }
    return nil
  }

  private static func attribute(_ name: String, in tag: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = tag
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let found = rest[..<equals].split { $0 <= 0x20 }.last ?? []
      rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
      guard let quote = rest.first else { return nil }
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest[value.endIndex...].dropFirst()
      if found.elementsEqual(name.utf8) { return value }
    }
    return nil
  }

  /// A length in CSS pixels (CSS Values 4, "Absolute lengths"); nil for other units and for nothing.
  private static func length(_ value: ArraySlice<UInt8>) -> Double? {
    let value = text(value.drop { $0 <= 0x20 }.prefix { $0 > 0x20 })
    let units: [(String, Double)] = [
      ("px", 1), ("pt", 4.0 / 3), ("pc", 16), ("in", 96), ("cm", 96 / 2.54), ("mm", 96 / 25.4),
    ]
    let unit = units.first { value.hasSuffix($0.0) }
    guard let number = Double(unit.map { value.dropLast($0.0.count) } ?? value[...]),
      number.isFinite, number > 0
    else { return nil }
    return number * (unit?.1 ?? 1)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
