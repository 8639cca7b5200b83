import ColorProfiles

/// The colours that a master's numbers stand for: Little CMS's handle with one owner.
final class ColorProfile: Sendable {
  /// What messages call it.
  let name: String
  // Only read once it is made; Little CMS does so from any thread.
  nonisolated(unsafe) fileprivate let handle: OpaquePointer

  fileprivate init(handle: OpaquePointer, name: String) {
    self.handle = handle
    self.name = name
  }

  /// A profile from primaries and a curve; nil where these make no colours.
  convenience init?(name: String, primaries: CPPrimaries, curve: CPCurve, gamma: Double = 1) {
    guard let handle = CPProfileCreate(primaries, curve, gamma) else { return nil }
    self.init(handle: handle, name: name)
  }

  deinit {
    CPProfileDestroy(handle)
  }

  /// Opens the ICC profile `bytes`.
  ///
  /// - Returns: the profile, or what is wrong with it after its name.
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

  /// Whether its colours are those of sRGB, to half an 8 bit step.
  var isSRGB: Bool { CPProfileIsSRGB(handle) }

  /// Its one curve; nil where channels differ or it is no curve and a matrix.
  func curve() -> ToneCurve? {
    var linear = [Double](repeating: 0, count: ToneCurve.count)
    return CPProfileCurve(handle, &linear, linear.count) ? ToneCurve(linear: linear) : nil
  }

  /// The ICC file.
  func bytes() -> [UInt8] {
    let count = CPProfileSave(handle, nil, 0)
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      written = CPProfileSave(handle, buffer.baseAddress, count)
    }
  }
}

/// Turns rows into linear sRGB.
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
