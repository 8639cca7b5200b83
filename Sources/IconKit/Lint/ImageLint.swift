import Findings
import PNGCodec
import SafeFiles

/// Checks one PNG file against what is expected of it.
struct ImageLint: Sendable {
  let path: RelativePath
  let bytes: [UInt8]
  let expectation: Expectation

  /// The findings in the file. Its pixels are decoded only after the checks that need none.
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
    return findings + safeCircle(icon) + upscaled(icon)
  }

  private static let limitPixels = 1 << 26

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

  private func safeCircle(_ icon: DecodedIcon) -> [Finding] {
    guard case .safeCircle(let diameter, _, let whole) = expectation.shape,
      !expectation.fillsShape, icon.size.isSquare
    else { return [] }
    let pixels = Double(icon.size.width * diameter) / Double(whole)
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

/// Checks an .ico or .icns file against its preset.
enum ContainerLint {
  static func findings(
    _ path: RelativePath, _ bytes: [UInt8], _ container: Preset.Container?
  ) -> [Finding] {
    guard let parts = Preset.Container.parts(bytes), !parts.isEmpty else {
      return [
        Finding(
          .damagedContainer, path: path, "is a damaged icon file",
          remedy: "make it again from the master")
      ]
    }
    let names = Set(parts.map(\.name))
    let wanted: [String] =
      switch container?.format {
      case .icns(let members): members.map(\.type)
      case .ico(let sides): sides.map(String.init)
      case nil: []
      }
    let missing = wanted.filter { !names.contains($0) }
    guard !missing.isEmpty else { return [] }
    return [
      Finding(
        .missingImage, path: path,
        "contains \(parts.count) images, but none for \(missing.joined(separator: ", "))",
        remedy: "make it again from the master")
    ]
  }
}
