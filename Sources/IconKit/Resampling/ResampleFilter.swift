#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A resampling filter: the weights of source pixels by distance, stretched by the scale.
public enum ResampleFilter: String, CaseIterable, Sendable {
  /// A sinc windowed by a sinc, three lobes: the sharpest.
  case lanczos3
  /// Two lobes: softer, rings less.
  case lanczos2
  /// Mitchell and Netravali's cubic, B = C = 1/3 (Reconstruction Filters in Computer Graphics,
  /// 1988).
  case mitchell
  /// The interpolating cubic, B = 0, C = 1/2, of the same family.
  case catmullRom = "catmull-rom"
  /// The plain average.
  case box

  /// Beyond this distance from the centre, in output pixels, the weight is zero.
  public var support: Double {
    switch self {
    case .lanczos3: 3
    case .lanczos2, .mitchell, .catmullRom: 2
    case .box: 0.5
    }
  }

  /// The weight, not normalised, at `distance` output pixels from the centre.
  public func weight(at distance: Double) -> Double {
    let x = abs(distance)
    switch self {
    case .lanczos3: return lanczos(x, lobes: 3)
    case .lanczos2: return lanczos(x, lobes: 2)
    case .mitchell: return cubic(x, b: 1.0 / 3, c: 1.0 / 3)
    case .catmullRom: return cubic(x, b: 0, c: 0.5)
    // A source pixel on the border of two outputs counts half for each.
    case .box: return x < 0.5 ? 1 : x == 0.5 ? 0.5 : 0
    }
  }
}

private func lanczos(_ x: Double, lobes: Double) -> Double {
  if x == 0 { return 1 }
  if x >= lobes { return 0 }
  let angle = .pi * x / lobes
  let sine = sin(angle)
  // sin(lobes × angle) by the multiple-angle formula: sines are most of the cost of weights.
  let multiple =
    lobes == 3 ? sine * (3 - 4 * sine * sine) : lobes == 2 ? 2 * sine * cos(angle) : sin(.pi * x)
  return multiple * sine / (angle * angle * lobes)
}

private func cubic(_ x: Double, b: Double, c: Double) -> Double {
  if x >= 2 { return 0 }
  if x >= 1 {
    return
      ((-b - 6 * c) * x * x * x + (6 * b + 30 * c) * x * x + (-12 * b - 48 * c) * x
      + (8 * b + 24 * c)) / 6
  }
  return ((12 - 9 * b - 6 * c) * x * x * x + (-18 + 12 * b + 6 * c) * x * x + (6 - 2 * b)) / 6
}
