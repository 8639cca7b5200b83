/// Whole rows and columns of an image.
struct PixelBox: Hashable {
  let columns: Range<Int>
  let rows: Range<Int>

  /// Its pixels.
  var area: Int { columns.count * rows.count }

  /// All of an image.
  init(_ size: PixelSize) {
    columns = 0..<size.width
    rows = 0..<size.height
  }

  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }
}
