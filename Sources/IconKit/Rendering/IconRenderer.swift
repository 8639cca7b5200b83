import ResampleKernels

/// Turns one master into every size that was asked for, in one pass.
public struct IconRenderer: Sendable {
  /// How masters are turned into icons.
  public struct Options: Sendable {
    /// How source pixels are weighted.
    public var filter = ResampleFilter.lanczos3
    /// What to do with masters that are not square.
    public var fit = Fit.longest
    /// What to flatten onto; nil keeps alpha.
    public var background: Background?

    /// The defaults.
    public init() {}
  }

  private let options: Options
  private let kernel: Kernel

  /// A renderer for `options`.
  public init(options: Options, kernel: Kernel) {
    self.options = options
    self.kernel = kernel
  }

  /// Reads `master` to its end and makes one picture for each of `sides`.
  ///
  /// - Throws: `IconError` when the master turns out to be damaged.
  public func render(_ master: Master, sides: Set<Int>) throws(IconError) -> [Int: EncodedPNG] {
    let placements = sides.sorted().map { Placement(master.size, side: $0, fit: options.fit) }
    guard let first = placements.first else { return [:] }
    let tables = TransferTables(bitDepth: master.bitDepth)
    let part = PixelSize(width: first.columns.count, height: first.rows.count)
    var resamplers = placements.map {
      Resampler(
        from: part, to: $0.picture, channels: master.channels, filter: options.filter,
        kernel: kernel)
    }
    var canvases = placements.map {
      Canvas($0, channels: master.channels, background: options.background)
    }
    let stride = resamplers.map(\.readableColumns).max() ?? part.width
    var lines = [Int16](repeating: 0, count: 4 * master.channels * stride)
    var row = [UInt8](repeating: 0, count: master.rowBytes)

    for y in 0..<master.size.height {
      var failure: IconError?
      row.withUnsafeMutableBufferPointer { row in
        guard let row = row.baseAddress else { return }
        do throws(IconError) { try master.read(rows: row, count: 1) } catch { failure = error }
      }
      if let failure { throw failure }
      guard first.rows.contains(y) else { continue }
      let inQuad = (y - first.rows.lowerBound) % 4
      lines.withUnsafeMutableBufferPointer { lines in
        guard let lines = lines.baseAddress else { return }
        split(row, of: master, columns: first.columns, tables, lines + inQuad * stride, stride)
      }
      guard inQuad == 3 || y == first.rows.upperBound - 1 else { continue }
      lines.withUnsafeBufferPointer { lines in
        guard let lines = lines.baseAddress else { return }
        for i in resamplers.indices {
          let shift = resamplers[i].verticalShift
          resamplers[i].add(lines: lines, stride: stride) { row, sums in
            tables.codes.withUnsafeBufferPointer { codes in
              guard let codes = codes.baseAddress else { return }
              canvases[i].store(
                row: row, sums: sums, channels: master.channels, shift: shift, codes: codes)
            }
          }
        }
      }
    }
    try master.finish()
    var result: [Int: EncodedPNG] = [:]
    for (side, canvas) in zip(sides.sorted(), canvases) { result[side] = try canvas.encoded() }
    return result
  }

  private func split(
    _ row: [UInt8], of master: Master, columns: Range<Int>, _ tables: TransferTables,
    _ lines: UnsafeMutablePointer<Int16>, _ stride: Int
  ) {
    row.withUnsafeBytes { row in
      guard let row = row.baseAddress else { return }
      let start = row + columns.lowerBound * master.channels * master.bitDepth / 8
      if master.bitDepth == 16 {
        _ = RKSplitRow16(
          start.assumingMemoryBound(to: UInt16.self), columns.count, master.channels,
          tables.linear16, lines, stride)
      } else {
        _ = RKSplitRow8(
          start.assumingMemoryBound(to: UInt8.self), columns.count, master.channels,
          tables.premultiplied, lines, stride)
      }
    }
  }
}
