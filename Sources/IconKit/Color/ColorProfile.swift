import ColorProfiles

/// A colour profile: the owner of a Little CMS handle.
final class ColorProfile: Sendable {
  /// Its name in messages.
  let name: String
  // Only read once it is made; Little CMS does so from any thread.
  nonisolated(unsafe) fileprivate let handle: OpaquePointer

  fileprivate init(handle: OpaquePointer, name: String) {
    self.handle = handle
    self.name = name
  }

  /// A profile from primaries and a curve; nil where these do not define a colour space.
  convenience init?(name: String, primaries: CPPrimaries, curve: CPCurve, gamma: Double = 1) {
    guard let handle = CPProfileCreate(primaries, curve, gamma) else { return nil }
    self.init(handle: handle, name: name)
  }

  deinit {
    CPProfileDestroy(handle)
  }

  /// Opens the ICC profile `bytes`.
  ///
  /// - Returns: the profile, or the problem, as a message says it after the profile's name.
  static func open(_ bytes: UnsafeRawBufferPointer, name: String, isGrey: Bool) -> Opened {
    var problem: UnsafePointer<CChar>?
    guard let handle = CPProfileOpen(bytes.baseAddress, bytes.count, isGrey, &problem) else {
      return .problem(problem.map { String(cString: $0) } ?? "cannot be read")
    }
    return .profile(ColorProfile(handle: handle, name: name))
  }

  enum Opened {
    case profile(ColorProfile)
    case problem(String)
  }

  /// Whether it equals sRGB to within half an 8 bit step.
  var isSRGB: Bool { CPProfileIsSRGB(handle) }

  /// The tone curve of all channels; nil where channels differ or the profile is not a matrix and
  /// curves.
  func curve() -> ToneCurve? {
    var linear = [Double](repeating: 0, count: ToneCurve.count)
    return CPProfileCurve(handle, &linear, linear.count) ? ToneCurve(linear: linear) : nil
  }

  /// The profile as an ICC file.
  func bytes() -> [UInt8] {
    let count = CPProfileSave(handle, nil, 0)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      written = CPProfileSave(handle, buffer.baseAddress, count)
    }
  }
}

/// A transform of rows of pixels to linear sRGB.
final class ColorTransform: Sendable {
  // Without a cache Little CMS's transforms may run in several threads.
  nonisolated(unsafe) private let handle: OpaquePointer

  /// - Returns: nil when the profile cannot be used.
  init?(from profile: ColorProfile, channels: Int, bitDepth: Int) {
    guard let handle = CPTransformCreate(profile.handle, Int32(channels), Int32(bitDepth)) else {
      return nil
    }
    self.handle = handle
  }

  deinit {
    CPTransformDestroy(handle)
  }

  /// Turns `count` pixels into 16 bit linear sRGB with the same number of channels.
  func apply(
    to row: UnsafeRawPointer, count: Int, into linear: UnsafeMutablePointer<UInt16>
  ) {
    CPTransformRow(handle, row, linear, count)
  }
}

/// A curve from codes to linear light, as 65,536 points.
struct ToneCurve: Sendable {
  static let count = 65536

  /// Linear light, 0 to 65535 and never decreasing, by 16 bit code.
  let linear: [Double]

  init(linear: [Double]) {
    precondition(linear.count == Self.count)
    self.linear = linear
  }

  /// The curve with each 8 bit code at least two 16 bit steps of light above the one before, so that
  /// filtered light can be turned back into codes. Pure powers are flatter at black: there light changes
  /// by a few 16 bit steps, three for a gamma of 2.2.
  var invertible: ToneCurve {
    let least = 2.0 / 257
    var raised = linear
    var most = -Double.infinity
    for code in raised.indices {
      most = max(most, raised[code] - least * Double(code))
      raised[code] = most + least * Double(code)
    }
    // A curve that is flat at white has become longer.
    let scale = 65535 / max(65535, raised[Self.count - 1])
    return ToneCurve(linear: scale == 1 ? raised : raised.map { $0 * scale })
  }

  /// Linear light, 0 to 1, of a code, 0 to 1.
  func callAsFunction(_ code: Double) -> Double {
    let place = min(max(code, 0), 1) * 65535
    let index = min(Int(place), Self.count - 2)
    let part = place - Double(index)
    return (linear[index] * (1 - part) + linear[index + 1] * part) / 65535
  }
}
