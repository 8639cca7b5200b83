import ColorProfiles
import PNGCodec

/// The colour space of a master, chosen as the PNG specification says (third edition, 4.3):
/// cICP before iCCP before sRGB before gAMA and cHRM, and sRGB where there is none of them.
struct MasterColor: Sendable {
  /// The profile; nil for sRGB.
  private(set) var profile: ColorProfile?
  /// What was ignored, and why: the ends of sentences that start with the file.
  private(set) var warnings: [String] = []
  /// Whether samples are grey, and a profile therefore must be one for grey.
  let isGrey: Bool

  init(_ chunks: PNGColorChunks) {
    isGrey = chunks.isGrey
    if chunks.isAnimated {
      warnings.append("is an animation; only its default image is used")
    }
    profile = chosen(from: chunks)
    if profile?.isSRGB == true { profile = nil }
  }

  /// The first of the chunks that can be used; warns of those before it that cannot.
  private mutating func chosen(from chunks: PNGColorChunks) -> ColorProfile? {
    warn(ofDamaged: "cICP", PNGColorChunkCICP, in: chunks)
    if chunks.hasCICP, let profile = fromCICP(chunks.cicp) { return profile }
    if chunks.damaged & UInt32(PNGColorChunkICCP) != 0 {
      warnings.append(
        "has a colour profile (iCCP) that is damaged or has more than "
          + "\(PNGMostProfileBytes >> 20) MiB, and is ignored")
    }
    if chunks.hasICCP, let profile = fromICCP(chunks) { return profile }
    warn(ofDamaged: "sRGB", PNGColorChunkSRGB, in: chunks)
    if chunks.hasSRGB { return nil }
    warn(ofDamaged: "gAMA", PNGColorChunkGAMA, in: chunks)
    warn(ofDamaged: "cHRM", PNGColorChunkCHRM, in: chunks)
    return fromGamma(chunks)
  }

  private mutating func warn(
    ofDamaged name: String, _ chunk: Int, in chunks: PNGColorChunks
  ) {
    guard chunks.damaged & UInt32(chunk) != 0 else { return }
    warnings.append("has a damaged \(name) chunk, which is ignored")
  }

  /// The profile of the code points of ITU-T H.273, for standard dynamic range only.
  private mutating func fromCICP(_ code: (UInt8, UInt8, UInt8, UInt8)) -> ColorProfile? {
    let name = "cICP \(code.0)/\(code.1)/\(code.2)/\(code.3)"
    let primaries: CPPrimaries? =
      switch code.0 {
      case 1: .sRGB
      case 5: .d65(0.64, 0.33, 0.29, 0.60, 0.15, 0.06)
      case 6, 7: .d65(0.630, 0.340, 0.310, 0.595, 0.155, 0.070)
      case 9: .d65(0.708, 0.292, 0.170, 0.797, 0.131, 0.046)
      case 12: .d65(0.680, 0.320, 0.265, 0.690, 0.150, 0.060)
      default: nil
      }
    let curve: (CPCurve, Double)? =
      switch code.1 {
      case 1, 6, 14, 15: (.BT709, 1)
      case 4: (.power, 2.2)
      case 5: (.power, 2.8)
      case 8: (.power, 1)
      case 13: (.SRGB, 1)
      default: nil
      }
    guard let primaries, let curve, code.2 == 0, code.3 == 1 else {
      let isHDR = code.1 == 16 || code.1 == 18
      warnings.append(
        "has a colour space that icons cannot use (\(name)\(isHDR ? ", high dynamic range" : "")), "
          + "which is ignored")
      return nil
    }
    return ColorProfile(name: name, primaries: primaries, curve: curve.0, gamma: curve.1)
  }

  private mutating func fromICCP(_ chunks: PNGColorChunks) -> ColorProfile? {
    // Latin-1 (PNG specification, 11.3.2.3).
    let name = withUnsafeBytes(of: chunks.profileName) { bytes in
      String(String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
    }
    let printable = name.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) }
    let shown = "the colour profile '\(String(String.UnicodeScalarView(printable)))'"
    let bytes = UnsafeRawBufferPointer(start: chunks.profile, count: chunks.profileBytes)
    switch ColorProfile.open(bytes, name: name.isEmpty ? "profile" : name, isGrey: isGrey) {
    case .profile(let profile):
      // Only making a transform shows whether the profile can be used.
      if ColorTransform(from: profile, channels: 3, bitDepth: 8) != nil { return profile }
      warnings.append("has \(shown), which cannot be used and is ignored")
    case .problem(let problem):
      warnings.append("has \(shown), which \(problem) and is ignored")
    }
    return nil
  }

  private mutating func fromGamma(_ chunks: PNGColorChunks) -> ColorProfile? {
    var primaries: CPPrimaries?
    if chunks.hasChromaticities, !chunks.hasSRGBPrimaries {
      let c = chunks.chromaticities
      func value(_ number: UInt32) -> Double { Double(number) / 100_000 }
      let own = CPPrimaries(
        whiteX: value(c.0), whiteY: value(c.1), redX: value(c.2), redY: value(c.3),
        greenX: value(c.4), greenY: value(c.5), blueX: value(c.6), blueY: value(c.7))
      if ColorProfile(name: "cHRM", primaries: own, curve: .SRGB) != nil {
        primaries = own
      } else {
        warnings.append("has primaries (cHRM) that define no colour space, and are ignored")
      }
    }
    // Writers add a gamma of 1/2.2 to sRGB files for readers without sRGB support (11.3.2.5), so
    // most files with it mean sRGB; libpng treats them so, too.
    if chunks.hasGamma, !(45_000...46_000).contains(chunks.gamma) {
      if let profile = ColorProfile(
        name: "gAMA and cHRM", primaries: primaries ?? .sRGB, curve: .power,
        gamma: 100_000 / Double(chunks.gamma))
      {
        return profile
      }
      // Zero means nothing (11.3.2.2).
      warnings.append("has a gamma (gAMA) of \(chunks.gamma)/100000, which is ignored")
    }
    // Most files are in sRGB, which needs no profile.
    return primaries.flatMap { ColorProfile(name: "cHRM", primaries: $0, curve: .SRGB) }
  }
}

extension PNGColorChunks {
  /// Whether cHRM has the values that the specification gives for sRGB (11.3.2.5).
  fileprivate var hasSRGBPrimaries: Bool {
    withUnsafeBytes(of: chromaticities) {
      $0.bindMemory(to: UInt32.self)
        .elementsEqual([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000])
    }
  }
}

extension CPPrimaries {
  fileprivate static let sRGB = d65(0.64, 0.33, 0.30, 0.60, 0.15, 0.06)

  fileprivate static func d65(
    _ redX: Double, _ redY: Double, _ greenX: Double, _ greenY: Double, _ blueX: Double,
    _ blueY: Double
  ) -> CPPrimaries {
    CPPrimaries(
      whiteX: 0.3127, whiteY: 0.3290, redX: redX, redY: redY, greenX: greenX, greenY: greenY,
      blueX: blueX, blueY: blueY)
  }
}
