import ResampleKernels

/// A group of a master's output sizes, which one worker at a time feeds with the bands in order.
struct Lane: Sendable {
  /// One size in progress: sums of open rows, pixels of finished rows.
  struct Icon: Sendable {
    var resampler: Resampler
    /// The canvases of this size, each with its rendition's number.
    var canvases: [(number: Int, canvas: Canvas)]
  }

  private(set) var icons: [Icon]

  init(_ icons: [Icon]) {
    self.icons = icons
  }

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
