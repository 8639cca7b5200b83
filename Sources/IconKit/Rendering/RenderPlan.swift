/// How one master is cut into bands and its sizes into lanes; computed before the first row.
struct RenderPlan: Sendable {
  let splitter: RowSplitter
  let rowBytes: Int
  /// Rows of a band, a multiple of four.
  let bandRows: Int
  let bandCount: Int
  /// Bands in memory at a time.
  let slots: Int
  /// The sides of each lane, the largest first.
  let lanes: [[Int]]
  private let rows: Range<Int>
  private let masterSize: PixelSize
  private let options: IconRenderer.Options
  /// Whether time is spent on smaller files.
  var optimizes: Bool { options.optimizes }
  private let kernel: Kernel

  /// - Parameter workers: how many threads there are to keep busy.
  init(
    _ master: borrowing Master, sides: Set<Int>, options: IconRenderer.Options, kernel: Kernel,
    color: ColorPath, workers: Int
  ) {
    precondition(!sides.isEmpty)
    // Which part of the master is used does not depend on the side.
    let part = Placement(master.size, side: 1, fit: options.fit)
    splitter = RowSplitter(
      columns: part.columns, channels: master.channels, bitDepth: master.bitDepth,
      tables: color.tables, transform: color.transform)
    rowBytes = master.rowBytes
    // Small enough to stay in the second-level cache together with its lines.
    bandRows = min(64, max(4, RenderPlan.bandBytes / rowBytes / 4 * 4))
    bandCount = (part.rows.count + bandRows - 1) / bandRows
    // One being decoded, one being filtered by each worker, one in between.
    slots = workers + 2
    var lanes = [[Int]](repeating: [], count: min(workers, sides.count))
    for (i, side) in sides.sorted(by: >).enumerated() { lanes[i % lanes.count].append(side) }
    self.lanes = lanes
    rows = part.rows
    masterSize = master.size
    self.options = options
    self.kernel = kernel
  }

  private static let bandBytes = 256 << 10

  /// Reads band `index`; the first also passes over what is cropped above it, the last over what
  /// comes after it.
  func decode(_ index: Int, of master: Master, into band: inout Band) throws(IconError) {
    if index == 0 { try skip(rows.lowerBound, of: master, into: &band) }
    let first = index * bandRows
    try band.read(min(bandRows, rows.count - first), from: master)
    guard index == bandCount - 1 else { return }
    if rows.upperBound < masterSize.height {
      var unused = Band(rowCapacity: bandRows, rowBytes: rowBytes)
      try skip(masterSize.height - rows.upperBound, of: master, into: &unused)
    }
    try master.finish()
  }

  private func skip(_ count: Int, of master: Master, into band: inout Band) throws(IconError) {
    for start in stride(from: 0, to: count, by: bandRows) {
      try band.read(min(bandRows, count - start), from: master)
    }
  }

  /// Lane `index` before its first band.
  func lane(_ index: Int) -> Lane {
    Lane(
      lanes[index].map { side in
        let placement = Placement(masterSize, side: side, fit: options.fit)
        let part = PixelSize(width: placement.columns.count, height: placement.rows.count)
        return Lane.Icon(
          side: side,
          resampler: Resampler(
            from: part, to: placement.picture, channels: splitter.channels,
            filter: options.filter, kernel: kernel),
          canvas: Canvas(
            placement, channels: splitter.channels, background: options.background))
      })
  }
}
