import Findings
import SafeFiles
import TextFormats

/// Checks Icon Composer bundles: their `icon.json`, and the images that it names.
struct BundleLint {
  private let files: [RelativePath: [UInt8]]
  private let isThere: (RelativePath) -> Bool
  private(set) var findings: [Finding] = []
  /// How many files were checked.
  private(set) var count = 0

  /// Checks every bundle among `files`.
  ///
  /// - Parameter isThere: whether a file exists that was not read.
  init(_ files: [RelativePath: [UInt8]], isThere: @escaping (RelativePath) -> Bool) {
    self.files = files
    self.isThere = isThere
    for bundle in Set(files.keys.compactMap(\.iconBundle)).sorted() { check(bundle) }
  }

  private mutating func check(_ bundle: RelativePath) {
    let path = bundle.appending(RelativePath(known: IconBundle.fileName))
    count += 1
    guard let bytes = files[path] else {
      if isThere(path) { return }
      return report(
        .bundleUnreadable, bundle, "has no icon.json, so Xcode does not take it for an icon",
        "restore it, or make the bundle again with --preset icon-composer")
    }
    guard let document = IconBundle(bytes) else {
      return report(
        .bundleUnreadable, path, "is not a JSON object", "restore it from version control")
    }
    checkRoot(document, path)
    for (i, group) in document.groups.enumerated() { check(group, i + 1, path) }
    checkImages(of: document, bundle, path)
    checkName(bundle)
  }

  // MARK: - The document

  private mutating func checkRoot(_ document: IconBundle, _ path: RelativePath) {
    let root = document.root
    for key in ["groups", "supported-platforms"] where root[key] == nil {
      report(
        .bundleUnreadable, path, "has no '\(key)', which is required",
        key == "groups" ? "add a group with a layer" : "add the platforms that the icon is for")
    }
    if let groups = root["groups"], groups.elements == nil {
      report(.bundleUnreadable, path, "'groups' is not an array", "restore it")
    }
    check(root, as: BundleGrammar.root, "", path)
    let visible = document.groups.count { $0["hidden"] != true && $0["is-hidden"] != true }
    if visible > Self.limitGroups {
      report(
        .bundleGroups, path,
        "has \(visible) visible groups; Xcode accepts at most \(Self.limitGroups)",
        "put layers together into \(Self.limitGroups) groups")
    }
  }

  private static let limitGroups = 4

  private mutating func check(_ group: JSON, _ number: Int, _ path: RelativePath) {
    let place = name(of: group).map { "group '\($0)': " } ?? "group \(number): "
    guard case .object = group, let layers = group["layers"]?.elements else {
      return report(
        .bundleUnreadable, path, "\(place)has no layers", "add one, or remove the group")
    }
    check(group, as: BundleGrammar.group, place, path)
    for (i, layer) in layers.enumerated() {
      let place = name(of: layer).map { "layer '\($0)': " } ?? "\(place)layer \(i + 1): "
      guard case .object = layer else {
        report(.bundleUnreadable, path, "\(place)is not an object", "remove it")
        continue
      }
      check(layer, as: BundleGrammar.layer, place, path)
    }
  }

  /// Checks each member, and each value that it has in some appearance.
  private mutating func check(
    _ object: JSON, as checks: [String: BundleGrammar.Check], _ place: String, _ path: RelativePath
  ) {
    guard case .object(let members) = object else { return }
    for (key, value) in members.pairs {
      let base = BundleGrammar.specialized(key) ?? key
      guard let check = checks[base] else {
        report(
          .bundleUnknownKey, path, "\(place)has the unknown key '\(Printable.text(of: key.utf8))'",
          "check its spelling; Icon Composer may drop it when it saves")
        continue
      }
      guard base != key else { self.check(value, of: key, check, place, path); continue }
      guard let entries = value.elements else {
        report(.bundleValue, path, "\(place)'\(key)' is not an array", Self.repair)
        continue
      }
      for entry in entries {
        guard let value = entry["value"] else {
          report(.bundleValue, path, "\(place)'\(key)' has an entry without a value", Self.repair)
          continue
        }
        self.check(value, of: base, check, place, path)
      }
    }
  }

  private mutating func check(
    _ value: JSON, of key: String, _ check: BundleGrammar.Check, _ place: String,
    _ path: RelativePath
  ) {
    // It takes back the value of the usual appearance.
    if value == .null { return }
    if let problem = check(value) {
      report(.bundleValue, path, "\(place)'\(key)' \(problem)", Self.repair)
    } else if BundleGrammar.isOfVersion2(key, value) {
      let found = value.text ?? (value.elements ?? []).compactMap(\.text).joined(separator: ", ")
      report(
        .bundleFeatures, path,
        "\(place)has '\(key)' with \(Printable.text(of: found.utf8)), which Icon Composer 27 "
          + "writes and at which Xcode 26 ends with an exception of actool",
        key == "features"
          ? "build with Xcode 27 everywhere, or remove 'features'"
          : "build with Xcode 27 everywhere, or write true or false")
    }
  }

  private static let repair = "correct it, or set it again in Icon Composer"

  private func name(of object: JSON) -> String? {
    object["name"]?.text.map { Printable.text(of: $0.utf8) }
  }

  // MARK: - Files

  private mutating func checkImages(
    of document: IconBundle, _ bundle: RelativePath, _ path: RelativePath
  ) {
    let assets = bundle.appending(IconBundle.assets)
    var used: Set<RelativePath> = []
    for name in document.imageNames {
      // What is not a path names no file.
      let place = (try? RelativePath(name)).map(assets.appending)
      if let place { used.insert(place) }
      guard let place, files[place] != nil || isThere(place) else {
        report(
          .bundleMissingImage, path,
          "names '\(Printable.text(of: name.utf8))', which does not exist in Assets",
          "add the file, or remove the layer")
        continue
      }
      check(image: place, named: name, of: document)
    }
    for file in files.keys.sorted() where file.isInside(assets) && !used.contains(file) {
      report(
        .bundleUnusedImage, file, "is not the image of any layer",
        "remove it, or add a layer for it in Icon Composer")
    }
  }

  private mutating func check(
    image path: RelativePath, named name: String, of document: IconBundle
  ) {
    guard let bytes = files[path], path.bytes.hasSuffix(".png") else { return }
    count += 1
    guard let size = PNGOutline(bytes)?.size else {
      return report(.unreadablePNG, path, "is not a PNG file", "export it again")
    }
    let layers = document.groups.flatMap { $0["layers"]?.elements ?? [] }
    let scale =
      layers.filter { $0["image-name"]?.text == name }
      .map { $0["position"]?["scale"]?.number ?? 1 }.min() ?? 1
    let canvas = Double(IconBundle.canvas)
    guard Double(min(size.width, size.height)) * scale >= 1.5 * canvas else { return }
    report(
      .bundleImageSize, path,
      "is \(size) pixels, one for each point of a canvas of \(IconBundle.canvas): only its middle "
        + "is seen", "export it with \(IconBundle.canvas) pixels, or make the layer's scale smaller"
    )
  }

  /// An icon set of the same name in a catalog beside the bundle.
  private mutating func checkName(_ bundle: RelativePath) {
    let stem = bundle.lastComponent.bytes.dropLast(IconBundle.folderEnding.utf8.count)
    let twin = Array(stem) + Array(".appiconset".utf8)
    let set = files.keys.compactMap(\.parent).sorted().first { folder in
      guard folder.lastComponent.bytes == twin else { return false }
      if folder.parent == bundle.parent { return true }
      // The catalog, not one of another target's folders.
      let place = bundle.parent.map { Array(folder.components.dropFirst($0.components.count)) }
      return (bundle.parent.map(folder.isInside) ?? true)
        && (place ?? folder.components).first?.bytes.hasSuffix(".xcassets") == true
    }
    guard let set else { return }
    report(
      .bundleNameClash, bundle,
      "has the name of \(set), which Xcode 26 then leaves out of the app",
      "remove the set, or rename one of the two and choose it by the target's app icon setting")
  }

  private mutating func report(
    _ rule: Finding.Rule, _ path: RelativePath, _ problem: String, _ remedy: String
  ) {
    findings.append(Finding(rule, path: path, problem, remedy: remedy))
  }
}
