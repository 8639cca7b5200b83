import ResampleKernels

/// The 8 bit pixels of one output, filled row by row.
struct Canvas {
  private let rendition: Rendition
  private let placement: Placement
  /// 3 or 4.
  private let channels: Int
  private let background: [UInt16]?
  /// The part of the canvas that has pixels of its own; around it every pixel is `margin`.
  let box: PixelBox
  let margin: [UInt8]
  /// Box height × width × channels.
  private var pixels: [UInt8]
  /// Whether no pixel of the image itself, without its margin, is transparent.
  private var isImageOpaque = true
  private let hasClearMargin: Bool
  /// Whether anything transparent was flattened onto the background.
  private(set) var isFlattened = false

  /// - Parameter drawsMargin: whether the margin must be among the pixels, which takes time and memory.
  init(
    _ rendition: Rendition, channels masterChannels: Int, tables: TransferTables, drawsMargin: Bool
  ) {
    self.rendition = rendition
    placement = rendition.placement
    let canvas = placement.canvas
    let hasMargin = rendition.hasMargin
    hasClearMargin = hasMargin && rendition.background == nil && !rendition.continuesEdges
    let needsAlpha =
      hasClearMargin || rendition.cut != nil || rendition.keepsChannel
      || rendition.tone == .silhouette
    // Flattened onto a background, the image needs no alpha.
    channels = needsAlpha ? 4 : rendition.background == nil ? masterChannels : 3
    background = rendition.background?.linear(by: tables)
    margin = rendition.background.map { $0.pixels(1, channels: 4) } ?? [0, 0, 0, 0]
    let needsMargin =
      rendition.cut != nil || rendition.tone != .color || rendition.continuesEdges
    guard drawsMargin || needsMargin else {
      box = placement.visible
      let count = box.area * channels
      // Every row is stored before it is read.
      pixels = [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
      return
    }
    box = PixelBox(canvas)
    pixels =
      if hasMargin, let background = rendition.background {
        background.pixels(box.area, channels: channels)
      } else {
        [UInt8](repeating: 0, count: box.area * channels)
      }
  }

  /// Stores one row of the image: width × `sumChannels` pairs.
  mutating func store(
    row: Int, sums: UnsafePointer<Int32>, channels sumChannels: Int, shift: Int,
    codes: UnsafePointer<UInt8>
  ) {
    let (left, y) = (placement.left, placement.top + row)
    guard box.rows ~= y else { return }
    let start =
      ((y - box.rows.lowerBound) * box.columns.count + max(0, left) - box.columns.lowerBound)
      * channels
    let wasOpaque = pixels.withUnsafeMutableBufferPointer { pixels in
      let base = pixels.start
      func store(_ background: UnsafePointer<UInt16>?) -> Bool {
        RKStoreRow(
          sums + max(0, -left) * sumChannels * 2,
          min(placement.image.width, placement.canvas.width), sumChannels, Int32(shift), codes,
          background, base + start, channels)
      }
      guard let background else { return store(nil) }
      // Look for transparency only until some is found.
      if !isFlattened { isFlattened = !store(nil) }
      return background.withUnsafeBufferPointer { store($0.baseAddress) }
    }
    isImageOpaque = isImageOpaque && wasOpaque
  }

  /// The finished image, with as few channels as the pixels and the rendition need.
  ///
  /// - Parameters:
  ///   - optimizing: whether the optimizer will choose the channels.
  ///   - mayBeGrey: whether a greyscale file may be written, which must be in sRGB.
  consuming func finished(optimizing: Bool, mayBeGrey: Bool) -> Finish {
    let size = placement.canvas
    var finish = Finish(pixels: pixels, channels: channels)
    pixels = []
    if rendition.continuesEdges { finish.continueEdges(of: placement.visible, size: size) }
    switch rendition.tone {
    case .color: break
    case .grey: finish.removeColor()
    case .silhouette: finish.makeSilhouette(of: placement, isOpaque: isImageOpaque)
    }
    if let cut = rendition.cut {
      finish.cut(RoundedRectangle(cut, canvas: size), size: size)
    }
    let isOpaque =
      isImageOpaque && !hasClearMargin && rendition.cut == nil && rendition.tone != .silhouette
    if isOpaque, !optimizing, !rendition.keepsChannel {
      finish.keepChannels(rendition.tone == .grey && mayBeGrey ? 1 : 3)
    }
    return finish
  }
}
