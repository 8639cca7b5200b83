import Findings
import PNGCodec
import SafeFiles

/// Checks one PNG file against what is expected of it.
struct ImageLint: Sendable {
  let path: RelativePath
  let bytes: [UInt8]
  let expectation: Expectation
  /// Whether it was just made and is known not to look enlarged.
  let isFarReduced: Bool

  /// The findings in the file. Its pixels are decoded only after the checks that need none, and only if one
  /// needs them.
  var findings: [Finding] {
    guard let outline = PNGOutline(bytes) else {
      return [unreadable("is not a PNG file")]
    }
    var findings: [Finding] = []
    if let size = expectation.size, !expectation.accepts(outline.size) {
      findings.append(
        finding(
          .wrongSize, "is \(outline.size) pixels, expected \(size)",
          "make it again from the master"))
    }
    if let limit = expectation.limitBytes, bytes.count > limit {
      findings.append(
        finding(
          .overByteLimit, "has \(bytes.count) bytes; the store accepts at most \(limit)",
          "make it smaller with --optimize"))
    }
    if expectation.opacity == .noChannel, outline.hasAlpha {
      findings.append(
        finding(
          .alphaRefused, "has an alpha channel, which the App Store refuses (ITMS-90717)",
          "flatten it with --background '#rrggbb'"))
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
    if expectation.opacity == .opaque, outline.hasAlpha { findings += opaque(icon) }
    if expectation.isGrey, !icon.isGrey {
      findings.append(
        finding(
          .notGrey, "has colours; the system tints it by lightness alone",
          "give a greyscale image with --tinted"))
    }
    return findings + outsideCircle(icon) + (isFarReduced ? [] : upscaled(icon))
  }

  private static let limitPixels = 1 << 26

  private func needsPixels(hasAlpha: Bool) -> Bool {
    !isFarReduced || expectation.opacity == .opaque && hasAlpha || expectation.isGrey
      || safeCircle != nil
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
    guard count > 0 else { return [] }
    let all = icon.size.width * icon.size.height
    return [
      finding(
        .notOpaque, "is transparent in \(percent(Double(count) / Double(all))) of its pixels",
        "flatten it with --background '#rrggbb'")
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
        "make the drawing smaller, or make the icon again with --preset")
    ]
  }

  /// The share of visible pixels that may be outside: smoothing and stray pixels.
  private static let tolerance = 0.005

  private func upscaled(_ icon: DecodedIcon) -> [Finding] {
    let remedy = "make it from a master of at least this size"
    let side = icon.blockSide
    if side > 1 {
      return [
        finding(
          .upscaled,
          "is an image of \(icon.size.width / side) × \(icon.size.height / side) pixels enlarged "
            + "\(side) times", remedy)
      ]
    }
    guard let ratio = Sharpness.ratio(of: icon), ratio < Sharpness.limit else { return [] }
    let thousandths = Int((ratio * 1000).rounded())
    let digits = String(repeating: "0", count: thousandths < 10 ? 2 : 1) + "\(thousandths)"
    return [
      finding(
        .upscaled,
        "looks enlarged: its finest detail has 0.\(digits) of the coarser detail's energy; an "
          + "image at its original size has 0.080 or more", remedy)
    ]
  }

  private func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return tenths == 0 ? "less than 0.1 %" : "\(tenths / 10).\(tenths % 10) %"
  }

  private func unreadable(_ problem: String) -> Finding {
    finding(.unreadablePNG, problem, "export it or make it again")
  }

  private func finding(_ rule: Finding.Rule, _ problem: String, _ remedy: String) -> Finding {
    Finding(rule, path: path, problem, remedy: remedy)
  }
}

/// Checks an .ico or .icns file against the presets that have a file of its name.
enum ContainerLint {
  static func findings(
    _ path: RelativePath, _ bytes: [UInt8], _ containers: [Preset.Container]
  ) -> [Finding] {
    guard let parts = Preset.Container.parts(bytes), !parts.isEmpty else {
      return [
        Finding(
          .damagedContainer, path: path, "is a damaged icon file",
          remedy: "make it again from the master")
      ]
    }
    let names = Set(parts.map(\.name))
    let missing = containers.map { $0.partNames.filter { !names.contains($0) } }
    // One preset that the file is complete for is enough.
    guard let missing = missing.min(by: { $0.count < $1.count }), !missing.isEmpty else {
      return []
    }
    return [
      Finding(
        .missingImage, path: path,
        "contains \(parts.count) images, but none for \(missing.joined(separator: ", "))",
        remedy: "make it again from the master")
    ]
  }
}
