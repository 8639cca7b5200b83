import SafeFiles

/// The files that one run makes of each master: what presets and sizes come to, each path once.
public struct IconSet: Sendable {
  /// The pictures, in the order in which presets and sizes were named.
  public let icons: [Preset.Icon]
  /// What is done with a master that is not square; nil where somebody must say so.
  public let fit: Fit?

  /// The union of `presets` and an `icon-N.png` for each N of `sizes`.
  ///
  /// - Throws: `IconError` when nothing is asked for, a size is out of range, or two of them want
  ///   different pictures in one file.
  public init(presets: [Preset], sizes: [Int], fit: Fit? = nil) throws(IconError) {
    var icons: [Preset.Icon] = []
    var sideByPath: [RelativePath: Int] = [:]
    for size in sizes where !IconSet.sides.contains(size) {
      throw IconError(
        .options, "--size \(size)",
        "a size is \(IconSet.sides.lowerBound) to "
          + "\(IconSet.sides.upperBound) pixels", remedy: "leave it out")
    }
    for icon in presets.flatMap(\.icons) + sizes.map({ Preset.Icon("icon-\($0).png", $0) }) {
      let other = sideByPath.updateValue(icon.side, forKey: icon.path)
      if let other, other != icon.side {
        throw IconError(
          .options, "\(icon.path)", "is wanted with \(other) pixels and with \(icon.side)",
          remedy: "make the presets in separate runs")
      }
      if other == nil { icons.append(icon) }
    }
    guard !icons.isEmpty else {
      throw IconError(
        .options, "--preset none", "leaves nothing to make", remedy: "name sizes with --size")
    }
    self.icons = icons
    // One preset that needs a decision is enough to need it.
    self.fit = fit ?? (presets.allSatisfy { $0.fit == .longest } ? .longest : nil)
  }

  /// The sides that a size may have.
  static let sides = 1...16384

  /// The distinct sides; each is rendered once.
  public var sides: Set<Int> { Set(icons.map(\.side)) }

  /// Makes sure that a master of `size` can become every icon.
  ///
  /// - Throws: `IconError` when it is not square and nobody said what to do, or when it is smaller
  ///   than an icon and may not be enlarged.
  public func check(_ size: PixelSize, path: String, allowUpscale: Bool) throws(IconError) {
    guard fit != nil || size.isSquare else {
      throw IconError(
        .notSquare, path, "is \(size) pixels, and these presets need a square",
        remedy: "say --fit longest, --fit pad or --fit crop")
    }
    let side = Placement.usableSide(of: size, fit: fit ?? .longest)
    let largest = icons.reduce(icons[0]) { $1.side > $0.side ? $1 : $0 }
    guard allowUpscale || largest.side <= side else {
      throw IconError(
        .tooSmall, path, "is \(size) pixels, smaller than the \(largest.side) of \(largest.path)",
        remedy: "use a larger master, or --allow-upscale")
    }
  }

  /// The size of an icon of `side` made from a master of `size`.
  public static func outputSize(of side: Int, from size: PixelSize, fit: Fit) -> PixelSize {
    Placement(size, in: PixelSize(width: side, height: side), fit: fit).canvas
  }
}
