import TextFormats

/// A colour, or a gradient between two, in sRGB: red, green, blue and alpha, not premultiplied.
enum BundleFill: Equatable, Sendable {
  typealias Color = SIMD4<Float>

  case solid(Color)
  /// From one point to another of the unit square, y downwards.
  case gradient(Color, Color, start: SIMD2<Float>, stop: SIMD2<Float>)

  /// Nil for what is not a colour of its own.
  init?(_ value: JSON) {
    if let color = Self.color(value["solid"]) {
      self = .solid(color)
    } else if let color = Self.color(value["automatic-gradient"]) {
      // Icon Composer does not record the other end; in what Xcode renders it is a quarter on the way
      // to white.
      let light = color + (Color(1, 1, 1, color.w) - color) * 0.25
      self = Self.gradient(light, color, value["orientation"])
    } else if let colors = value["linear-gradient"]?.elements, colors.count == 2,
      let first = Self.color(colors[0]), let second = Self.color(colors[1])
    {
      self = Self.gradient(first, second, value["orientation"])
    } else {
      return nil
    }
  }

  /// From white to #E9E9E9: the ground of icons that name none, as measured in one that Xcode rendered.
  static let systemLight = gradient(
    Color(1, 1, 1, 1), Color(233 / 255, 233 / 255, 233 / 255, 1), nil)
  /// From #313131 to #141414 (Apple Design Resources, the template of app icons).
  static let systemDark = gradient(
    Color(49 / 255, 49 / 255, 49 / 255, 1), Color(20 / 255, 20 / 255, 20 / 255, 1), nil)

  private static func gradient(_ first: Color, _ second: Color, _ orientation: JSON?) -> BundleFill
  {
    func point(_ key: String, _ usual: SIMD2<Float>) -> SIMD2<Float> {
      guard let point = orientation?[key], let x = point["x"]?.number, let y = point["y"]?.number
      else { return usual }
      return SIMD2(Float(x), Float(y))
    }
    return .gradient(
      first, second, start: point("start", SIMD2(0.5, 0)), stop: point("stop", SIMD2(0.5, 1)))
  }

  private static func color(_ value: JSON?) -> Color? {
    value?.text.flatMap(BundleColor.init)?.srgb
  }

  /// The colour at a point of the unit square.
  func color(at point: SIMD2<Float>) -> Color {
    switch self {
    case .solid(let color): return color
    case .gradient(let first, let second, let start, let stop):
      let way = stop - start
      let length = (way * way).sum()
      guard length > 0 else { return second }
      let part = min(1, max(0, ((point - start) * way).sum() / length))
      return first + (second - first) * part
    }
  }

  /// Whether the colours of a row differ.
  var isGradientAcross: Bool {
    if case .gradient(_, _, let start, let stop) = self { start.x != stop.x } else { false }
  }

  /// The colour where there is only one, and it is opaque.
  var opaqueColor: Background? {
    guard case .solid(let color) = self, color.w == 1 else { return nil }
    let codes = (color * 255).rounded(.toNearestOrAwayFromZero)
    return Background(red: UInt8(codes.x), green: UInt8(codes.y), blue: UInt8(codes.z))
  }
}

extension BundleColor {
  /// In sRGB; what is outside its gamut is clipped.
  var srgb: BundleFill.Color {
    var color = components.count == 1 ? [Double](repeating: components[0], count: 3) : components
    if space == .displayP3 {
      let light = color.map { $0 < 0 ? 0 : linearFromSRGB($0) }
      color = Self.srgbFromP3.map { row in
        sRGBFromLinear(row[0] * light[0] + row[1] * light[1] + row[2] * light[2])
      }
    }
    func part(_ value: Double) -> Float { Float(min(1, max(0, value))) }
    return BundleFill.Color(part(color[0]), part(color[1]), part(color[2]), part(alpha))
  }

  /// Linear light of Display P3 (SMPTE EG 432-1 primaries, white D65) in that of sRGB.
  private static let srgbFromP3 = [
    [1.2249401763, -0.2249401763, 0], [-0.0420569547, 1.0420569547, 0],
    [-0.0196375546, -0.0786360456, 1.0982736001],
  ]
}
