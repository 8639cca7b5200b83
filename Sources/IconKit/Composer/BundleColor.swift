/// A colour of `icon.json`: `SPACE:COMPONENTS`, the last component being alpha.
struct BundleColor: Equatable, Sendable {
  /// The colour spaces, and how many components each has besides alpha.
  enum Space: String, Sendable {
    case srgb
    case extendedSRGB = "extended-srgb"
    case displayP3 = "display-p3"
    case gray
    case extendedGray = "extended-gray"

    var count: Int { self == .gray || self == .extendedGray ? 1 : 3 }
  }

  let space: Space
  /// Red, green and blue, or grey.
  let components: [Double]
  let alpha: Double

  /// Nil for anything that Icon Composer does not write.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let space = Space(rawValue: String(parts[0])) else { return nil }
    let numbers = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    let values = numbers.compactMap { Double($0) }.filter(\.isFinite)
    guard values.count == numbers.count, values.count == space.count + 1 else { return nil }
    self.space = space
    components = Array(values.dropLast())
    alpha = values[space.count]
  }

  /// Whether `text` is a colour that the system names, such as `named:system-blue`, whose values depend
  /// on it.
  static func isNamed(_ text: String) -> Bool {
    text.hasPrefix("named:") && text.utf8.count > "named:".utf8.count
  }
}

extension Background {
  /// The colour as `icon.json` writes it: five decimals, then alpha.
  var bundleColor: String {
    let digits = [red, green, blue].map { code in
      let value = (Int(code) * 200_000 + 255) / 510
      let decimals = String(value % 100_000)
      return "\(value / 100_000)." + String(repeating: "0", count: 5 - decimals.count) + decimals
    }
    return "srgb:\(digits.joined(separator: ",")),1.00000"
  }
}
