extension Master {
  /// An image without a drawing.
  enum Blank: Equatable, Sendable {
    /// Every pixel is fully transparent.
    case transparent
    /// Every pixel has the same colour and alpha.
    case oneColor
  }

  /// Whether the image has no drawing; nil where it has one.
  ///
  /// Reads the image until two pixels differ.
  ///
  /// - Throws: `IconError` when the image is damaged, or has changed since it was opened.
  func blank() throws(IconError) -> Blank? {
    let count = 64
    let pixelBytes = channels * bitDepth / 8
    let alphaBytes = channels == 4 ? bitDepth / 8 : 0
    var rows = [UInt8](repeating: 0, count: count * rowBytes)
    var first: [UInt8] = []
    var (isTransparent, isOneColor) = (channels == 4, true)
    let source = try MasterRows(self)
    for top in stride(from: 0, to: size.height, by: count) {
      let read = min(count, size.height - top)
      try source.read(into: &rows, count: read)
      if first.isEmpty { first = Array(rows[..<pixelBytes]) }
      for start in stride(from: 0, to: read * rowBytes, by: pixelBytes) {
        let pixel = rows[start..<start + pixelBytes]
        if isOneColor { isOneColor = pixel.elementsEqual(first) }
        if isTransparent { isTransparent = pixel.suffix(alphaBytes).allSatisfy { $0 == 0 } }
        guard isOneColor || isTransparent else { return nil }
      }
    }
    return isTransparent ? .transparent : .oneColor
  }
}
