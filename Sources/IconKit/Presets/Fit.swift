/// What to do with a master that is not square.
public enum Fit: String, CaseIterable, Sendable {
  /// The longer side becomes N, the shorter follows, as `sips -Z` does.
  case longest
  /// As `longest`, then transparent (or the background) around it to make a square.
  case pad
  /// The largest square in the middle.
  case crop
}

/// Where a master's pixels go in one output.
struct Placement: Hashable {
  /// The part of the master that is used.
  let columns: Range<Int>
  let rows: Range<Int>
  /// What that part is resampled to.
  let picture: PixelSize
  /// The output, which holds the picture in its middle.
  let canvas: PixelSize

  /// The placement of `master` in an output of `side` pixels.
  init(_ master: PixelSize, side: Int, fit: Fit) {
    let longer = max(master.width, master.height)
    let shorter = min(master.width, master.height)
    let square = PixelSize(width: side, height: side)
    if fit == .crop {
      let left = (master.width - shorter) / 2
      let top = (master.height - shorter) / 2
      columns = left..<left + shorter
      rows = top..<top + shorter
      picture = square
      canvas = square
    } else {
      func scaled(_ length: Int) -> Int {
        // Half up, and never nothing.
        max(1, (2 * side * length + longer) / (2 * longer))
      }
      columns = 0..<master.width
      rows = 0..<master.height
      picture = PixelSize(width: scaled(master.width), height: scaled(master.height))
      canvas = fit == .pad ? square : picture
    }
  }

  /// The side of the master that becomes the output's: smaller than that is an enlargement.
  static func usableSide(of master: PixelSize, fit: Fit) -> Int {
    fit == .crop ? min(master.width, master.height) : max(master.width, master.height)
  }
}
