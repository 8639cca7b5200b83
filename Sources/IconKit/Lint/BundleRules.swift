import Findings

// The rules for Icon Composer bundles. A rule's name never changes.
extension Finding.Rule {
  static let bundleUnreadable = Finding.Rule(
    "bundle-unreadable", .error, "an icon.json is missing, not JSON, or lacks what it must have",
    help: "Xcode refuses the bundle. Restore it from version control, or make it again.")
  static let bundleValue = Finding.Rule(
    "bundle-value", .error, "a value in icon.json is not one that Xcode accepts",
    help: "Xcode refuses the bundle. Correct the value, or set it again in Icon Composer.")
  static let bundleMissingImage = Finding.Rule(
    "bundle-missing-image", .error, "a layer of icon.json names an image that is missing",
    help: "Xcode refuses the bundle. Add the file to Assets, or remove the layer.")
  static let bundleUnusedImage = Finding.Rule(
    "bundle-unused-image", .warning, "an image of a bundle is in no layer",
    help: "Xcode does not use it. Remove it, or add a layer for it.")
  static let bundleImageSize = Finding.Rule(
    "bundle-image-size", .warning, "the image of a layer is far larger than the canvas",
    help: "A pixel is a point of the canvas, which has 1024. Export it smaller.")
  static let bundleFeatures = Finding.Rule(
    "bundle-features", .warning, "an icon.json needs a newer Xcode than 26",
    help: "Xcode 26 ends with an exception of actool that names no file. Build with Xcode 27.")
  static let bundleGroups = Finding.Rule(
    "bundle-groups", .warning, "an icon.json has more visible groups than Xcode accepts",
    help: "Xcode refuses more than four. Put layers together.")
  static let bundleNameClash = Finding.Rule(
    "bundle-name-clash", .note, "a bundle has the name of an icon set beside it",
    help: "Xcode 26 uses the bundle and leaves the set out. Remove or rename one.")
  static let bundleUnknownKey = Finding.Rule(
    "bundle-unknown-key", .note, "an icon.json has a key that Icon Composer does not write",
    help: "Check its spelling.")
}
