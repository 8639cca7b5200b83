public import Findings

/// The rules of `icons --lint`: what stores, devices and Xcode refuse, ignore or show wrong.
public enum IconRules {
  /// All of them, in the order of their names.
  public static let all: [Finding.Rule] = [
    .alphaRefused, .bundleFeatures, .bundleGroups, .bundleImageSize, .bundleMissingImage,
    .bundleNameClash, .bundleUnknownKey, .bundleUnreadable, .bundleUnusedImage, .bundleValue,
    .copiedCatalog, .contentsMissingFile, .contentsMissingRole, .contentsUnknownEntry,
    .contentsUnreadable, .damagedContainer, .duplicateResource, .duplicateSlot, .layerCount,
    .layerOrder, .macShape, .manifest, .manifestName, .misplacedFile, .missingFile, .missingLayer,
    .missingImage,
    .missingRequiredSize, .notGrey, .notOpaque, .orphanFile, .outsideSafeCircle, .overByteLimit,
    .unreadablePNG, .upscaled, .wrongSize,
  ]
}

// A rule's name never changes.
extension Finding.Rule {
  /// A file that a preset requires is not there.
  public static let missingFile = Finding.Rule(
    "missing-file", .error, "a file of the preset is missing",
    help: "The platform shows a scaled icon, or none. Make the file with 'assetkit icons'.")
  static let wrongSize = Finding.Rule(
    "wrong-size", .error, "an image does not have the size that it is used at",
    help: "The store refuses it, or the device scales it. Make it again from the master.")
  static let unreadablePNG = Finding.Rule(
    "unreadable-png", .error, "a PNG file is damaged",
    help: "It cannot be shown. Make it again from the master.")
  static let alphaRefused = Finding.Rule(
    "alpha-refused", .error, "an icon for the App Store has transparency",
    help: """
      The App Store refuses it (ITMS-90717). Flatten it with --background '#rrggbb'. Where every \
      pixel is opaque, the alpha channel alone is a warning.
      """)
  static let notOpaque = Finding.Rule(
    "not-opaque", .error, "an icon that must be opaque has transparent pixels",
    help: "The platform shows black or nothing behind them. Flatten it with --background '#rrggbb'."
  )
  static let notGrey = Finding.Rule(
    "not-grey", .warning, "a tinted icon has colours of its own",
    help: "The system replaces the colours by its tint. Make it from a greyscale image.")
  static let outsideSafeCircle = Finding.Rule(
    "outside-safe-circle", .warning,
    "part of the drawing is outside the circle that every launcher shows",
    help: "Launchers may cut it off. Make the drawing smaller with --padding.")
  static let overByteLimit = Finding.Rule(
    "over-byte-limit", .error, "a file is larger than the store accepts",
    help: "The store refuses the upload. --optimize makes files smaller.")
  static let missingRequiredSize = Finding.Rule(
    "missing-required-size", .error, "a size that the App Store requires is missing",
    help: """
      120 pixels are required for iPhone, 152 and 167 for iPad (ITMS-90022, ITMS-90023). Add them to \
      the icon set.
      """)
  static let contentsUnreadable = Finding.Rule(
    "contents-unreadable", .error, "a Contents.json is not JSON",
    help: "Xcode ignores the whole set. Restore the file from version control, or make it again.")
  static let contentsMissingFile = Finding.Rule(
    "contents-missing-file", .error, "an entry of Contents.json names a file that is missing",
    help: "Xcode leaves the icon out. Add the file or remove the entry.")
  static let contentsUnknownEntry = Finding.Rule(
    "contents-unknown-entry", .error, "an entry has an idiom or size that Xcode does not know",
    help: "Xcode ignores such an entry. Correct it or remove it.")
  static let contentsMissingRole = Finding.Rule(
    "contents-missing-role", .error, "an entry for Apple TV or Apple Watch has no role",
    help: "Xcode ignores such an entry without a message. Add its role.")
  static let orphanFile = Finding.Rule(
    "orphan-file", .warning, "an image next to a Contents.json has no entry there",
    help: "Xcode does not use it. Add an entry for it or remove it.")
  static let copiedCatalog = Finding.Rule(
    "catalog-copied", .error, "a Package.swift copies an asset catalog instead of processing it",
    help: """
      Xcode compiles only catalogs that are processed; the app then has no icon. Write .process in \
      place of .copy.
      """)
  static let duplicateSlot = Finding.Rule(
    "duplicate-slot", .error, "two entries of an icon set are for the same slot",
    help: "Xcode shows one of the two images, and not always the same. Remove an entry.")
  static let layerCount = Finding.Rule(
    "layer-count", .error, "an icon has too few or too many layers",
    help: "An Apple TV icon needs two to five layers, an Apple Vision icon two or three.")
  static let layerOrder = Finding.Rule(
    "layer-order", .error, "the layers of an icon are in the wrong order",
    help: "The first layer is the front one, the last one the background. List them in that order.")
  static let macShape = Finding.Rule(
    "mac-shape", .warning, "a Mac icon is not a rounded square",
    help: """
      macOS 26 and later show it smaller, on a grey tile. Cut it to the rounded square with \
      --mask rounded.
      """)
  static let upscaled = Finding.Rule(
    "upscaled", .warning, "an image has less detail than its size allows",
    help: "It was enlarged from a smaller image. Make it from a larger master.")
  static let damagedContainer = Finding.Rule(
    "damaged-container", .error, "an .ico or .icns file is damaged",
    help: "It cannot be shown. Make it again from the master.")
  static let missingImage = Finding.Rule(
    "missing-picture", .warning, "an .ico or .icns file lacks a size of its preset",
    help: "The system scales another size. Make the file again from the master.")
  static let duplicateResource = Finding.Rule(
    "duplicate-resource", .error, "two files of an Android resource folder have the same name",
    help: """
      The name of a resource has no extension: ic_launcher.webp and ic_launcher.png are one, and \
      the build refuses two. Remove one of them.
      """)
  static let misplacedFile = Finding.Rule(
    "misplaced-file", .warning, "an image lies in an Android resource folder itself",
    help: """
      Resources are in folders such as mipmap-hdpi. The icon for Play goes beside the module's src.
      """)
  static let missingLayer = Finding.Rule(
    "missing-layer", .warning, "an adaptive icon names an image that its module does not have",
    help: """
      Unless a library brings it, the build fails. Make the layer, or name one that exists.
      """)
  static let manifest = Finding.Rule(
    "manifest-entry", .error, "a web manifest names an icon that is missing or has another size",
    help: "Browsers skip such an icon. Make the manifest again with --preset web.")
  static let manifestName = Finding.Rule(
    "manifest-name", .warning, "a web manifest does not say the app's name",
    help: """
      Browsers offer no installation of an app without a name, or show its address instead. Name it \
      with --manifest name='My App'.
      """)
}
