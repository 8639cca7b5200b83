extension RGBAImage {
  /// The ways to store this image that lose nothing and might be the smallest.
  ///
  /// Decoding any of them to eight-bit RGBA gives `samples` again. With at most 256 colours there
  /// are palettes in several orders; an alpha channel is left out where every pixel is opaque, or
  /// where one colour that no opaque pixel has can stand for the transparent ones; three equal
  /// channels become one, and grey that needs fewer than eight bits gets one, two or four. What fits
  /// into fewer than eight bits is offered with eight, too: whole bytes compress better where pixels
  /// repeat in periods that are no multiple of a byte's.
  ///
  /// - Parameter keepingChannels: whether the file must be 8 bit RGBA, as Google Play demands.
  /// - Complexity: O(pixels), and O(c log c) for c ≤ 256 colours.
  func reductions(keepingChannels: Bool = false) -> [PackedImage] {
    if keepingChannels {
      return [
        PackedImage(width: width, height: height, colorType: .rgba, depth: 8, rows: samples)
      ]
    }
    let pixels = self.pixels
    let census = Census(pixels)
    var reductions = [direct(pixels, census, depth: 8)]
    if reductions[0].colorType == .grey, census.greyDepth < 8 {
      reductions.append(direct(pixels, census, depth: census.greyDepth))
    }
    guard let colors = census.colors else { return reductions }
    var orders: [[RGBA]] = []
    for order in PaletteOrder.allCases {
      let sorted = order.sorted(colors, in: self, pixels)
      if !orders.contains(sorted) { orders.append(sorted) }
    }
    let depth = [1, 2, 4].first { colors.count <= 1 << $0 }
    for order in orders {
      reductions.append(palette(pixels, order: order, depth: 8))
      if let depth { reductions.append(palette(pixels, order: order, depth: depth)) }
    }
    return reductions
  }

  /// The image without a palette, with as few channels as it needs.
  private func direct(_ pixels: [UInt32], _ census: Census, depth: Int) -> PackedImage {
    let hasAlphaChannel = !census.isOpaque && census.transparentColor == nil
    let colorType: PackedImage.ColorType =
      switch (census.isGrey, hasAlphaChannel) {
      case (true, true): .greyAlpha
      case (true, false): .grey
      case (false, true): .rgba
      case (false, false): .rgb
      }
    let transparent = hasAlphaChannel ? nil : census.transparentColor
    let rows =
      depth == 8
      ? PackedImage.interleaving(pixels, as: colorType)
      : PackedImage.packing(pixels, width: width, height: height, depth: depth) {
        RGBA(rawValue: $0).red >> (8 - depth)
      }
    return PackedImage(
      width: width, height: height, colorType: colorType, depth: depth,
      transparentColor: transparent, rows: rows)
  }

  /// The image as indices into `order`.
  private func palette(_ pixels: [UInt32], order: [RGBA], depth: Int) -> PackedImage {
    var index: [UInt32: UInt8] = [:]
    for (position, color) in order.enumerated() { index[color.rawValue] = UInt8(position) }
    let rows = PackedImage.packing(pixels, width: width, height: height, depth: depth) {
      guard let index = index[$0] else { preconditionFailure("a colour is not in the palette") }
      return index
    }
    return PackedImage(
      width: width, height: height, colorType: .palette, depth: depth, palette: order, rows: rows)
  }
}

/// The properties of an image's colours that reductions depend on.
private struct Census {
  /// The distinct colours in order of appearance; nil when there are more than 256.
  var colors: [RGBA]?
  var isOpaque = true
  var isGrey = true
  /// The fewest bits that hold every grey exactly: 1, 2, 4 or 8.
  var greyDepth = 1
  /// A colour that can mark transparency: all pixels are opaque or wholly transparent, the
  /// transparent ones have one colour, and no opaque pixel has it.
  var transparentColor: RGBA?

  init(_ pixels: [UInt32]) {
    var seen: Set<UInt32> = []
    var order: [RGBA] = []
    var transparent: Set<UInt32> = []
    var hasPartialAlpha = false
    for pixel in pixels {
      let color = RGBA(rawValue: pixel)
      if color.alpha != 255 {
        isOpaque = false
        if color.alpha == 0 { transparent.insert(pixel) } else { hasPartialAlpha = true }
      }
      if isGrey {
        isGrey = color.isGrey
        while greyDepth < 8, color.red != Census.widened(color.red >> (8 - greyDepth), greyDepth) {
          greyDepth *= 2
        }
      }
      if seen.count <= 256, seen.insert(pixel).inserted { order.append(color) }
    }
    colors = seen.count <= 256 ? order : nil
    if !hasPartialAlpha, transparent.count == 1, let key = transparent.first,
      !pixels.contains(key | 0xFF)
    {
      transparentColor = RGBA(rawValue: key)
    }
  }

  /// A sample of `depth` bits as a decoder widens it to eight: its bits repeated.
  private static func widened(_ sample: UInt8, _ depth: Int) -> UInt8 {
    sample &* (255 / UInt8((1 << depth) - 1))
  }
}

/// An order of a palette's colours. It matters because a tRNS chunk ends with the last colour that
/// is not opaque, and neighbours that are alike compress better once the rows are filtered.
private enum PaletteOrder: CaseIterable {
  case luma
  case popularity
  case appearance
  /// Colours that are often neighbours in the image next to each other.
  case neighbours

  func sorted(_ colors: [RGBA], in image: RGBAImage, _ pixels: [UInt32]) -> [RGBA] {
    switch self {
    case .luma:
      return colors.sorted {
        ($0.isOpaque ? 1 : 0, $0.luma, $0.rawValue) < ($1.isOpaque ? 1 : 0, $1.luma, $1.rawValue)
      }
    case .popularity:
      var counts: [UInt32: Int] = [:]
      for pixel in pixels { counts[pixel, default: 0] += 1 }
      return colors.sorted { left, right in
        let (a, b) = (counts[left.rawValue, default: 0], counts[right.rawValue, default: 0])
        return (left.isOpaque ? 1 : 0, -a, left.rawValue) < (
          right.isOpaque ? 1 : 0, -b, right.rawValue
        )
      }
    case .appearance:
      return colors.filter { !$0.isOpaque } + colors.filter(\.isOpaque)
    case .neighbours:
      let chain = Self.chain(colors, in: image, pixels)
      return chain.filter { !$0.isOpaque } + chain.filter(\.isOpaque)
    }
  }

  /// Begins with the colour that has the most neighbours, and adds at either end the one that is most
  /// often next to it.
  private static func chain(
    _ colors: [RGBA], in image: RGBAImage, _ pixels: [UInt32]
  ) -> [RGBA] {
    var number: [UInt32: Int] = [:]
    for (place, color) in colors.enumerated() { number[color.rawValue] = place }
    let places = pixels.map { number[$0, default: 0] }
    let count = colors.count
    var borders = [Int](repeating: 0, count: count * count)
    func meet(_ one: Int, _ other: Int) {
      guard one != other else { return }
      borders[one * count + other] += 1
      borders[other * count + one] += 1
    }
    for place in places.indices {
      if place % image.width > 0 { meet(places[place], places[place - 1]) }
      if place >= image.width { meet(places[place], places[place - image.width]) }
    }
    func sum(_ color: Int) -> Int { borders[color * count..<(color + 1) * count].reduce(0, +) }
    var rest = Array(0..<count)
    let sums = rest.map(sum)
    var chain: [Int] = []
    while !rest.isEmpty {
      guard let first = chain.first, let last = chain.last else {
        chain = [rest.remove(at: largest(rest) { sums[$0] })]
        continue
      }
      let before = largest(rest) { borders[first * count + $0] }
      let after = largest(rest) { borders[last * count + $0] }
      if borders[first * count + rest[before]] > borders[last * count + rest[after]] {
        chain.insert(rest.remove(at: before), at: 0)
      } else {
        chain.append(rest.remove(at: after))
      }
    }
    return chain.map { colors[$0] }
  }

  /// The place of the first of the elements with the largest value.
  private static func largest(_ elements: [Int], _ value: (Int) -> Int) -> Int {
    var best = 0
    for place in elements.indices where value(elements[place]) > value(elements[best]) {
      best = place
    }
    return best
  }
}
