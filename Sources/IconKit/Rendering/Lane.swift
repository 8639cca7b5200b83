/// Some of a master's sizes, fed band after band by one worker at a time.
struct Lane: Sendable {
  /// One size on its way: sums of rows that are open, pixels of rows that are done.
  struct Icon: Sendable {
    let side: Int
    var resampler: Resampler
    var canvas: Canvas
  }

  private(set) var icons: [Icon]

  init(_ icons: [Icon]) {
    self.icons = icons
  }

  /// Adds a band to every size.
  mutating func add(_ band: Band, by splitter: RowSplitter) {
    let codes = splitter.tables.codes
    band.lines.withUnsafeBufferPointer { lines in
      codes.withUnsafeBufferPointer { codes in
        guard let lines = lines.baseAddress, let codes = codes.baseAddress else { return }
        for i in icons.indices {
          for quad in band.isOpaque.indices {
            icons[i].add(
              lines + quad * splitter.quadCount, stride: splitter.stride,
              isOpaque: band.isOpaque[quad], codes: codes)
          }
        }
      }
    }
  }
}

extension Lane.Icon {
  mutating func add(
    _ lines: UnsafePointer<Int16>, stride: Int, isOpaque: Bool, codes: UnsafePointer<UInt8>
  ) {
    let channels = resampler.channels
    let shift = resampler.verticalShift
    resampler.add(lines: lines, stride: stride, isOpaque: isOpaque) { row, sums in
      canvas.store(row: row, sums: sums, channels: channels, shift: shift, codes: codes)
    }
  }
}
