import Findings
import PNGCodec
import SafeFiles

/// Checks one image against what is expected of it: PNG files by their pixels, others by their headers.
struct ImageLint: Sendable {
  let path: RelativePath
  let bytes: [UInt8]
  let expectation: Expectation
  let remedy: IconRemedy
  /// Whether it was just made and is known not to look enlarged.
  let isFarReduced: Bool

  /// The findings in the file. Its pixels are decoded only after the checks that need none, and only if one
  /// needs them.
  var findings: [Finding] {
    guard let outline = PNGOutline(bytes) else { return inOtherFormat }
    var findings: [Finding] = []
    if let size = expectation.size, !expectation.accepts(outline.size) {
      findings.append(
        finding(.wrongSize, "is \(outline.size) pixels, expected \(size)", making()))
    }
    if let limit = expectation.limitBytes, bytes.count > limit {
      findings.append(
        finding(
          .overByteLimit, "has \(bytes.count) bytes; the store accepts at most \(limit)",
          making(with: .optimize)))
    }
    guard needsPixels(hasAlpha: outline.hasAlpha) else { return findings }
    let icon: DecodedIcon
    do throws(DecodedIcon.Failure) {
      icon = try DecodedIcon(bytes, limitPixels: Self.limitPixels)
    } catch {
      let isTooLarge = error.status == .tooLarge
      return findings + [
        unreadable(isTooLarge ? "is too large to check" : "is a damaged PNG file")
      ]
    }
    if expectation.opacity != .any, outline.hasAlpha { findings += opaque(icon) }
    if expectation.isGrey, !icon.isGrey {
      findings.append(
        finding(
          .notGrey, "has colours; the system tints it by lightness alone",
          making(with: .tinted)))
    }
    if expectation.isMacIcon, let problem = icon.macShapeProblem {
      findings.append(finding(.macShape, problem, making(with: .mask)))
    }
    return findings + outsideCircle(icon) + (isFarReduced ? [] : upscaled(icon))
  }

  /// The findings in a file that is no PNG file, whatever its name says.
  private var inOtherFormat: [Finding] {
    guard let header = ImageHeader(bytes) else {
      // Formats that are not read here, HEIC and SVG, have other names.
      return path.hasSuffix(".png") ? [unreadable("is not a PNG file")] : []
    }
    if header.isTruncated { return [unreadable("is a truncated \(header.format.rawValue) file")] }
    guard let size = expectation.size, let found = header.size else { return [] }
    // A drawing has no pixels, only a shape.
    let isRight =
      header.format == .pdf
      ? abs(found.width * size.height - found.height * size.width) <= max(found.width, found.height)
        * 2
      : expectation.accepts(found)
    let unit = header.format == .pdf ? "points" : "pixels"
    return isRight
      ? [] : [finding(.wrongSize, "is \(found) \(unit), expected \(size)", making())]
  }

  private func making(with option: IconRemedy.Option? = nil) -> String {
    remedy.making(path, by: expectation.maker, with: option)
  }

  private static let limitPixels = 1 << 26

  private func needsPixels(hasAlpha: Bool) -> Bool {
    !isFarReduced || expectation.opacity != .any && hasAlpha || expectation.isGrey
      || safeCircle != nil || expectation.isMacIcon
  }

  /// The safe circle that the drawing must be in, of an image with sides of `whole`.
  private var safeCircle: (diameter: Int, whole: Int)? {
    guard case .safeCircle(let diameter, _, let whole) = expectation.shape,
      !expectation.fillsShape
    else { return nil }
    return (diameter, whole)
  }

  private func opaque(_ icon: DecodedIcon) -> [Finding] {
    let count = icon.transparentPixels
    let isForStore = expectation.opacity == .store
    guard count > 0 else {
      // Apps with such icons are accepted; the store's rule forbids the channel all the same.
      return isForStore
        ? [
          finding(
            .alphaRefused,
            "has an alpha channel, though every pixel is opaque; the App Store's rule forbids it "
              + "(ITMS-90717)", making(with: .background), severity: .warning)
        ] : []
    }
    let share = percent(Double(count) / Double(icon.size.width * icon.size.height))
    let problem = "is transparent in \(share) of its pixels"
    return [
      isForStore
        ? finding(
          .alphaRefused, problem + ", which the App Store refuses (ITMS-90717)",
          making(with: .background))
        : finding(.notOpaque, problem, making(with: .background))
    ]
  }

  private func outsideCircle(_ icon: DecodedIcon) -> [Finding] {
    guard let safeCircle, icon.size.isSquare else { return [] }
    let pixels = Double(icon.size.width * safeCircle.diameter) / Double(safeCircle.whole)
    let share = icon.shareOutside(circleOf: pixels, isOnGround: expectation.isOnGround)
    guard let share, share > Self.tolerance else { return [] }
    return [
      finding(
        .outsideSafeCircle,
        "has \(percent(share)) of its drawing outside the safe circle of "
          + "\(Int(pixels.rounded())) pixels, where launchers may crop it",
        making())
    ]
  }

  /// The share of visible pixels that may be outside: smoothing and stray pixels.
  private static let tolerance = 0.005

  private func upscaled(_ icon: DecodedIcon) -> [Finding] {
    let remedy = "make it from a larger master: " + making()
    let side = icon.blockSide
    if side > 1 {
      return [
        finding(
          .upscaled,
          "is enlarged \(side) times from an image of \(icon.size.width / side) × "
            + "\(icon.size.height / side) pixels", remedy)
      ]
    }
    guard let ratio = Sharpness.ratio(of: icon), ratio < Sharpness.limit else { return [] }
    let thousandths = Int((ratio * 1000).rounded())
    let digits = String(repeating: "0", count: thousandths < 10 ? 2 : 1) + "\(thousandths)"
    return [
      finding(
        .upscaled,
        "looks enlarged from a smaller image (its finest detail has 0.\(digits) of the coarser "
          + "detail's energy; 0.080 or more in an image at its own size)", remedy)
    ]
  }

  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return tenths == 0 ? "less than 0.1 %" : "\(tenths / 10).\(tenths % 10) %"
  }

  private func unreadable(_ problem: String) -> Finding {
    finding(.unreadablePNG, problem, making())
  }

  private func finding(
    _ rule: Finding.Rule, _ problem: String, _ remedy: String, severity: Finding.Severity? = nil
  ) -> Finding {
    Finding(rule.with(severity), path: path, problem, remedy: remedy)
  }
}

/// Checks an .ico or .icns file against the presets that have a file of its name.
struct ContainerLint {
  let path: RelativePath
  let bytes: [UInt8]
  /// Its descriptions in presets.
  let containers: [Preset.Container]
  let remedy: IconRemedy

  var findings: [Finding] {
    guard let parts = Preset.Container.parts(bytes), !parts.isEmpty else {
      let isPNG = PNGOutline(bytes) != nil
      return [
        finding(
          .damagedContainer,
          isPNG
            ? "is a PNG file, which browsers show in place of an .ico file and Windows does not"
            : "is a damaged icon file", severity: isPNG ? .warning : nil)
      ]
    }
    let names = Set(parts.map(\.name))
    let missing = containers.map { $0.partNames.filter { !names.contains($0) } }
    // One preset that the file is complete for is enough.
    guard let missing = missing.min(by: { $0.count < $1.count }), !missing.isEmpty else {
      return []
    }
    let images = parts.count == 1 ? "1 image" : "\(parts.count) images"
    return [
      finding(.missingImage, "contains \(images), but none for \(missing.joined(separator: ", "))")
    ]
  }

  private func finding(
    _ rule: Finding.Rule, _ problem: String, severity: Finding.Severity? = nil
  ) -> Finding {
    let preset =
      path.hasSuffix(".icns") ? "icns" : path.hasSuffix("favicon.ico") ? "web" : "windows"
    return Finding(
      rule.with(severity), path: path, problem,
      remedy: remedy.making(path, by: IconRemedy.Maker([preset], in: path.parent)))
  }
}
