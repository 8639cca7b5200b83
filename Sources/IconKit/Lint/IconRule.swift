/// Something that a store, a device or Xcode holds against an icon. A rule's `id` never changes.
public struct IconRule: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Sendable {
    /// It is refused, ignored, or shown wrong.
    case error
    /// It is taken, and looks worse than it could.
    case warning
  }

  /// The stable name, in lower case with hyphens.
  public let id: String
  /// How bad it is.
  public let severity: Severity
  /// What the rule asks for, in a sentence without a full stop.
  public let summary: String
}

extension IconRule {
  static let missingFile = IconRule(
    id: "missing-file", severity: .error, summary: "a file of the preset is there")
  static let wrongSize = IconRule(
    id: "wrong-size", severity: .error, summary: "a picture has the pixels that it is used with")
  static let unreadablePNG = IconRule(
    id: "unreadable-png", severity: .error, summary: "a PNG file is whole")
  static let alphaRefused = IconRule(
    id: "alpha-refused", severity: .error,
    summary: "what the App Store shows has no alpha channel (ITMS-90717)")
  static let notOpaque = IconRule(
    id: "not-opaque", severity: .error,
    summary: "no pixel is transparent where the platform shows black or nothing behind it")
  static let notGrey = IconRule(
    id: "not-grey", severity: .warning, summary: "a tinted icon has no colours of its own")
  static let outsideSafeCircle = IconRule(
    id: "outside-safe-circle", severity: .warning,
    summary: "what is drawn lies in the circle that every launcher shows")
  static let overByteLimit = IconRule(
    id: "over-byte-limit", severity: .error, summary: "a file is as small as the store asks")
  static let missingRequiredSize = IconRule(
    id: "missing-required-size", severity: .error,
    summary: "120 pixels for iPhone, 152 and 167 for iPad (ITMS-90022, ITMS-90023)")
  static let contentsUnreadable = IconRule(
    id: "contents-unreadable", severity: .error, summary: "Contents.json is JSON")
  static let contentsMissingFile = IconRule(
    id: "contents-missing-file", severity: .error, summary: "an entry names a file that is there")
  static let contentsUnknownEntry = IconRule(
    id: "contents-unknown-entry", severity: .error,
    summary: "an entry has an idiom and a size that Xcode knows; it ignores others")
  static let contentsMissingRole = IconRule(
    id: "contents-missing-role", severity: .error,
    summary: "an entry for Apple TV or Apple Watch has its role; without, it fails silently")
  static let orphanFile = IconRule(
    id: "orphan-file", severity: .warning, summary: "Contents.json mentions each picture beside it")
  static let upscaled = IconRule(
    id: "upscaled", severity: .warning, summary: "a picture holds the detail of its pixels")
  static let damagedContainer = IconRule(
    id: "damaged-container", severity: .error, summary: "an .ico or .icns file is whole")
  static let missingPicture = IconRule(
    id: "missing-picture", severity: .warning,
    summary: "an .ico or .icns file holds every size of its preset")
  static let manifest = IconRule(
    id: "manifest-entry", severity: .error,
    summary: "a web manifest's icons are there and have the sizes that it says")

  /// Every rule, in the order of their names.
  public static let all: [IconRule] = [
    alphaRefused, contentsMissingFile, contentsMissingRole, contentsUnknownEntry,
    contentsUnreadable, damagedContainer, manifest, missingFile, missingPicture,
    missingRequiredSize, notGrey, notOpaque, orphanFile, outsideSafeCircle, overByteLimit,
    unreadablePNG, upscaled, wrongSize,
  ]
}
