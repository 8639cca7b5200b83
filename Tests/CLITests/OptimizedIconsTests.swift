import CPNG
import TestSupport
import Testing

/// `icons --optimize`: smaller files, the same pixels.
struct OptimizedIconsTests {
  @Test(arguments: [[], ["--background", "#336699"], ["--size", "1,3,16", "--filter", "box"]])
  func pixelsStayAndFilesShrink(options: [String]) async throws {
    let folder = try TemporaryFolder()
    for (output, more) in [("plain", []), ("small", ["--optimize"])] {
      let arguments = ["icons", Checkout.master, "--quiet", "-o", output] + options + more
      #expect(try await Program.run(arguments, in: folder.path).status == 0)
    }
    let (plain, small) = (try folder.contents(of: "plain"), try folder.contents(of: "small"))
    #expect(plain.count >= 14 && small.count == plain.count)
    for (name, left) in plain {
      let right = try #require(small[name])
      #expect(left.count >= right.count, "\(name)")
      let pixels = decoded(left)
      #expect(pixels != nil && decoded(right) == pixels, "\(name)")
    }
    #expect(small.values.reduce(0) { $0 + $1.count } < plain.values.reduce(0) { $0 + $1.count })
  }
}

/// Width, height and RGBA samples as libpng's simplified reader gives them; nil where it warns.
private func decoded(_ file: [UInt8]) -> [UInt8]? {
  var image = png_image()
  image.version = png_uint_32(PNG_IMAGE_VERSION)
  // libpng keeps the address between both calls.
  return file.withUnsafeBytes { file in
    guard let start = file.baseAddress,
      png_image_begin_read_from_memory(&image, start, file.count) != 0
    else { return nil }
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    var samples = [UInt8](repeating: 1, count: Int(image.width * image.height) * 4)
    guard png_image_finish_read(&image, nil, &samples, 0, nil) != 0, image.warning_or_error == 0
    else { return nil }
    return samples + [UInt8(image.width & 255), UInt8(image.height & 255)]
  }
}
