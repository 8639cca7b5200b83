import CPNG
import SafeFiles
import TestSupport
import Testing

/// What headless Chromium draws of a page, as pixels to measure.
struct Screenshot: Equatable {
  typealias Color = SIMD4<UInt8>

  let width: Int
  let height: Int
  private let samples: [UInt8]

  /// Draws the page at `address`.
  ///
  /// - Parameter isDark: what the page is told that its reader prefers.
  init(of address: String, width: Int, height: Int, isDark: Bool = false) async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/screen.png"
    _ = try await Self.chromium(
      [
        "--window-size=\(width),\(height)", "--screenshot=\(file)",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", address,
      ], in: folder)
    let bytes = try DirectoryHandle(path: folder.path)
      .readFile(RelativePath("screen.png"), limitBytes: 1 << 28)
    try self.init(decoding: bytes)
  }

  /// The pixels of a PNG file.
  init(decoding bytes: [UInt8]) throws {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    var samples: [UInt8] = []
    // libpng keeps the address between both calls.
    try bytes.withUnsafeBufferPointer { bytes in
      try #require(png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0)
      image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
      samples = [UInt8](repeating: 0, count: Int(image.width * image.height) * 4)
      try #require(png_image_finish_read(&image, nil, &samples, 0, nil) != 0)
    }
    width = Int(image.width)
    height = Int(image.height)
    self.samples = samples
  }

  subscript(x: Int, y: Int) -> Color {
    let i = (y * width + x) * 4
    return Color(samples[i], samples[i + 1], samples[i + 2], samples[i + 3])
  }

  /// Each stretch of rows and columns that holds `color`, from the top: its smallest box, and how
  /// many pixels have it. Boxes touch nowhere.
  func boxes(of color: Color) -> [(x: Range<Int>, y: Range<Int>, count: Int)] {
    var isSeen = [Bool](repeating: false, count: width * height)
    var boxes: [(x: Range<Int>, y: Range<Int>, count: Int)] = []
    for start in 0..<width * height
    where !isSeen[start] && self[start % width, start / width] == color {
      var waiting = [start]
      isSeen[start] = true
      var (left, right, top, bottom, count) = (width, 0, height, 0, 0)
      while let at = waiting.popLast() {
        let (x, y) = (at % width, at / width)
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
        count += 1
        for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        where (0..<width).contains(nx) && (0..<height).contains(ny) {
          guard !isSeen[ny * width + nx], self[nx, ny] == color else { continue }
          isSeen[ny * width + nx] = true
          waiting.append(ny * width + nx)
        }
      }
      boxes.append((left..<right + 1, top..<bottom + 1, count))
    }
    return boxes
  }

  /// Runs Chromium without a window, with nothing of it left behind.
  ///
  /// - Parameter script: what bash does before; the page at `$port` of the loopback is then dumped.
  static func chromium(
    _ arguments: [String], in folder: TemporaryFolder, script: String? = nil
  ) async throws -> String {
    let page =
      #"set -- --dump-dom "http://127.0.0.1:$port/index.html""#
    // The wrapper is given our program first, which it has no use for.
    let outcome = try await Program.run(
      arguments, in: folder.path,
      under: [
        "bash", "-c",
        """
        shift
        \(script.map { "\($0)\n\(page)" } ?? "")
        program=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
        "$program" --headless=new --no-sandbox --disable-gpu --hide-scrollbars \\
          --disable-dev-shm-usage --force-device-scale-factor=1 --force-color-profile=srgb \\
          --user-data-dir="$PWD/profile" "$@"
        """, "bash",
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }
}
