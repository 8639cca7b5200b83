/// Where a master's pixels go in one output.
struct Placement: Hashable {
  /// How large the image is in its canvas.
  enum Content: Hashable {
    /// As large as fits inside the canvas.
    case whole
    /// As `whole`, in a centred box.
    case box(PixelSize)
    /// Its visible pixels stay inside a centred circle of this diameter, in pixels, and its sides
    /// inside the square around that circle; `reach` is how far from its middle pixels are visible,
    /// 1 for the corners.
    case circle(Double, reach: Double)
    /// It covers the whole canvas; what exceeds it is cropped.
    case cover
    /// It covers a centred box, which may be larger than the canvas.
    case coverBox(PixelSize)

    var isCover: Bool {
      switch self {
      case .cover, .coverBox: true
      case .whole, .box, .circle: false
      }
    }
  }

  /// The part of the master that is used; the same for every output of one run.
  let columns: Range<Int>
  let rows: Range<Int>
  /// The size that this part is resampled to.
  let image: PixelSize
  /// The size of the output; the image is centred in it.
  let canvas: PixelSize

  /// The placement of `master` in an output of `size`, which `.longest` makes as narrow as a master
  /// that is not square.
  init(_ master: PixelSize, in size: PixelSize, content: Content = .whole, fit: Fit) {
    let shorter = min(master.width, master.height)
    var part = master
    var (left, top) = (0, 0)
    if fit == .crop {
      part = PixelSize(width: shorter, height: shorter)
      (left, top) = ((master.width - shorter) / 2, (master.height - shorter) / 2)
    }
    columns = left..<left + part.width
    rows = top..<top + part.height
    image =
      switch content {
      case .whole: part.scaled(into: size)
      case .box(let box): part.scaled(into: box)
      case .circle(let diameter, let reach):
        part.scaled(intoCircle: diameter, reach: reach, like: size)
      case .cover: part.scaled(over: size)
      case .coverBox(let box): part.scaled(over: box)
      }
    canvas =
      fit == .longest && size.isSquare && !content.isCover ? part.scaled(into: size) : size
  }

  /// Whether the image has at most a quarter of the part's columns and rows. Then it is sharp, also where the
  /// master was enlarged before.
  var isFarReduced: Bool { image.width * 4 <= columns.count && image.height * 4 <= rows.count }

  /// The position of the image's first pixel in the canvas; negative where it is cropped.
  var left: Int { (canvas.width - image.width) >> 1 }
  var top: Int { (canvas.height - image.height) >> 1 }

  /// The part of the canvas that the image covers.
  var visible: PixelBox {
    PixelBox(
      columns: max(0, left)..<min(canvas.width, left + image.width),
      rows: max(0, top)..<min(canvas.height, top + image.height))
  }
}

extension PixelSize {
  /// The largest size of this shape inside `box`.
  fileprivate func scaled(into box: PixelSize) -> PixelSize {
    width * box.height >= height * box.width ? scaled(width: box.width) : scaled(height: box.height)
  }

  /// The smallest size of this shape outside `box`.
  fileprivate func scaled(over box: PixelSize) -> PixelSize {
    width * box.height <= height * box.width ? scaled(width: box.width) : scaled(height: box.height)
  }

  /// The largest size of this shape whose visible part is in a circle; odd or even as `canvas` is,
  /// so that it is exactly centred.
  fileprivate func scaled(
    intoCircle diameter: Double, reach: Double, like canvas: PixelSize
  ) -> PixelSize {
    let (width, height) = (Double(width), Double(height))
    let scale =
      diameter / max(width, height, reach * (width * width + height * height).squareRoot())
    func side(_ length: Double, _ canvas: Int) -> Int {
      let side = Int(length * scale)
      return max(1, side - (side ^ canvas) & 1)
    }
    return PixelSize(width: side(width, canvas.width), height: side(height, canvas.height))
  }

  // Rounds half up, to at least one.
  private func scaled(width other: Int) -> PixelSize {
    PixelSize(width: other, height: max(1, (2 * other * height + width) / (2 * width)))
  }

  private func scaled(height other: Int) -> PixelSize {
    PixelSize(width: max(1, (2 * other * width + height) / (2 * height)), height: other)
  }
}

/// What to do with a master that is not square.
public enum Fit: String, CaseIterable, Sendable {
  /// The longer side becomes N and the shorter is scaled with it, as by `sips -Z`.
  case longest
  /// As `longest`, padded to a square with transparency or the background.
  case pad
  /// The largest square in the middle.
  case crop
}
