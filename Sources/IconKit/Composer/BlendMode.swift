/// How a layer's colours join those behind it: the modes of Icon Composer (W3C, "Compositing and Blending
/// Level 1"; the two `plus` modes as Core Graphics defines them).
enum BlendMode: String, Sendable {
  case normal
  case darken
  case multiply
  case plusDarker = "plus-darker"
  case lighten
  case screen
  case plusLighter = "plus-lighter"
  case overlay
  case softLight = "soft-light"
  case hardLight = "hard-light"

  typealias Pixel = SIMD4<Float>

  /// `source` over `back`; all three are premultiplied codes of sRGB, with alpha last.
  func blend(_ source: Pixel, over back: Pixel) -> Pixel {
    switch self {
    case .normal: return source + back * (1 - source.w)
    case .plusLighter: return pointwiseMin(source + back, Pixel(repeating: 1))
    case .plusDarker:
      let alpha = min(1, source.w + back.w)
      var sum = source + back + (alpha - source.w - back.w)
      sum.w = alpha
      return pointwiseMax(sum, Pixel())
    default:
      guard source.w > 0, back.w > 0 else { return source + back }
      let (front, behind) = (source / source.w, back / back.w)
      var mixed = Pixel()
      for channel in 0..<3 { mixed[channel] = mix(front[channel], behind[channel]) }
      var result =
        source * (1 - back.w) + back * (1 - source.w) + mixed * (source.w * back.w)
      result.w = source.w + back.w * (1 - source.w)
      return result
    }
  }

  /// One channel of two opaque colours.
  private func mix(_ front: Float, _ back: Float) -> Float {
    switch self {
    case .normal, .plusLighter, .plusDarker: front
    case .darken: min(front, back)
    case .multiply: front * back
    case .lighten: max(front, back)
    case .screen: front + back - front * back
    case .overlay: Self.hardLight(back, front)
    case .hardLight: Self.hardLight(front, back)
    case .softLight: Self.softLight(front, back)
    }
  }

  private static func hardLight(_ front: Float, _ back: Float) -> Float {
    let double = 2 * front
    return front <= 0.5 ? back * double : back + (double - 1) - back * (double - 1)
  }

  private static func softLight(_ front: Float, _ back: Float) -> Float {
    if front <= 0.5 { return back - (1 - 2 * front) * back * (1 - back) }
    let curve = back <= 0.25 ? ((16 * back - 12) * back + 4) * back : back.squareRoot()
    return back + (2 * front - 1) * (curve - back)
  }
}
