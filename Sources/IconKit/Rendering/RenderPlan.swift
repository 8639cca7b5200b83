import ResampleKernels

/// The division of one master into bands and of its sizes into lanes, computed before the first
/// row.
struct RenderPlan: Sendable {
  let splitter: RowSplitter
  let rowBytes: Int
  /// Rows per band, a multiple of four.
  let bandRows: Int
  let bandCount: Int
  /// How many bands are in memory at a time.
  let slots: Int
  /// The renditions to make; steps refer to them by index.
  let renditions: [Rendition]
  /// The renditions of each lane, the largest images first.
  let lanes: [[Int]]
  /// The renditions that share one resampling.
  private let sizes: [[Int]]
  private let rows: Range<Int>
  private let masterSize: PixelSize
  private let options: IconRenderer.Options
  /// Whether icons are in sRGB, where grey needs no profile of its own.
  var isSRGB: Bool { !options.keepsProfile }
  private let kernel: Kernel

  /// - Parameter workers: the number of threads to keep busy.
  init(
    _ master: Master, renditions: Set<Rendition>, options: IconRenderer.Options,
    kernel: Kernel,
    color: ColorPath, workers: Int
  ) {
    // All renditions use the same part of the master.
    guard let part = renditions.first?.placement else { preconditionFailure("nothing to make") }
    precondition(
      renditions.allSatisfy {
        $0.placement.columns == part.columns && $0.placement.rows == part.rows
      })
    splitter = RowSplitter(
      columns: part.columns, channels: master.channels, bitDepth: master.bitDepth,
      tables: color.tables, transform: color.transform)
    rowBytes = master.rowBytes
    // Small enough to stay in the second-level cache together with its lines.
    bandRows = min(64, max(4, RenderPlan.bandBytes / rowBytes / 4 * 4))
    bandCount = (part.rows.count + bandRows - 1) / bandRows
    // One being decoded, one being filtered by each worker, one waiting in between.
    slots = workers + 2
    self.renditions = Array(renditions)
    // One resampling for all renditions of a size.
    var numbers: [PixelSize: [Int]] = [:]
    for (i, rendition) in self.renditions.enumerated() {
      numbers[rendition.placement.image, default: []].append(i)
    }
    let sizes = numbers.sorted { $0.key > $1.key }.map(\.value)
    let count = min(workers, sizes.count)
    lanes = (0..<count).map { lane in
      stride(from: lane, to: sizes.count, by: count).flatMap { sizes[$0] }
    }
    self.sizes = sizes
    rows = part.rows
    masterSize = master.size
    self.options = options
    self.kernel = kernel
  }

  private static let bandBytes = 256 << 10

  /// How many rows band `index` has.
  private func rowCount(ofBand index: Int) -> Int {
    min(bandRows, rows.count - index * bandRows)
  }

  /// The share of a band in the time of a run, with the filtering of its pixels.
  func work(ofBand index: Int) -> Int { rowCount(ofBand: index) * splitter.columns.count }

  /// The share of writing an icon, on the same scale. Looking for the smallest file takes some hundred
  /// times as long as everything else.
  func work(ofIcon icon: Int) -> Int {
    let size = renditions[icon].size
    return size.width * size.height * (optimizes ? 300 : 2)
  }

  /// Whether the smallest files are looked for.
  var optimizes: Bool { options.optimizes }

  /// The whole run.
  var work: Int {
    rows.count * splitter.columns.count
      + renditions.indices.reduce(0) { $0 + work(ofIcon: $1) }
  }

  /// Reads band `index`; the first also skips the cropped rows above it, the last those below
  /// it.
  func decode(_ index: Int, of source: MasterRows, into band: inout Band) throws(IconError) {
    if index == 0 { try skip(rows.lowerBound, of: source, into: &band) }
    try band.read(rowCount(ofBand: index), from: source)
    guard index == bandCount - 1 else { return }
    if rows.upperBound < masterSize.height {
      var unused = Band(rowCapacity: bandRows, rowBytes: rowBytes)
      try skip(masterSize.height - rows.upperBound, of: source, into: &unused)
    }
    try source.finish()
  }

  private func skip(_ count: Int, of source: MasterRows, into band: inout Band) throws(IconError) {
    for start in stride(from: 0, to: count, by: bandRows) {
      try band.read(min(bandRows, count - start), from: source)
    }
  }

  /// A new lane `index`, before its first band.
  func lane(_ index: Int) -> Lane {
    Lane(
      icons: stride(from: index, to: sizes.count, by: lanes.count).map { size in
        let placement = renditions[sizes[size][0]].placement
        let part = PixelSize(width: placement.columns.count, height: placement.rows.count)
        return Lane.Icon(
          resampler: Resampler(
            from: part, to: placement.image, channels: splitter.channels,
            filter: options.filter, allowsRinging: options.allowsRinging, kernel: kernel),
          canvases: sizes[size].map {
            (
              $0,
              Canvas(
                renditions[$0], channels: splitter.channels, tables: splitter.tables,
                drawsMargin: optimizes)
            )
          })
      })
  }
}

extension PixelSize {
  /// Whether `left` takes more computation than `right`.
  fileprivate static func > (left: PixelSize, right: PixelSize) -> Bool {
    (left.width * left.height, left.width) > (right.width * right.height, right.width)
  }
}

/// A group of a master's output sizes, which one worker at a time feeds with the bands in order.
struct Lane: Sendable {
  /// One size in progress: sums of open rows, pixels of finished rows.
  struct Icon: Sendable {
    var resampler: Resampler
    /// The canvases of this size, each with its rendition's number.
    var canvases: [(number: Int, canvas: Canvas)]
  }

  private(set) var icons: [Icon]

  /// Adds a band to every size.
  mutating func add(_ band: Band, by splitter: RowSplitter) {
    let codes = splitter.tables.codes
    band.withQuads { quads in
      codes.withUnsafeBufferPointer { codes in
        let codes = codes.start
        for i in icons.indices {
          for quad in stride(from: 0, to: band.quadCount, by: Int(RKMostQuads)) {
            icons[i].add(
              quads + quad * splitter.quadStride,
              count: min(Int(RKMostQuads), band.quadCount - quad), stride: splitter.quadStride,
              codes: codes)
          }
        }
      }
    }
  }
}

extension Lane.Icon {
  fileprivate mutating func add(
    _ quads: UnsafePointer<Int16>, count: Int, stride: Int, codes: UnsafePointer<UInt8>
  ) {
    let channels = resampler.channels
    let shift = resampler.verticalShift
    resampler.add(quads, count: count, stride: stride) { row, sums in
      for i in canvases.indices {
        canvases[i].canvas.store(
          row: row, sums: sums, channels: channels, shift: shift, codes: codes)
      }
    }
  }
}
