public import SafeFiles

/// The name of a set of icons, in place of each platform's own: `AppIcon`, `ic_launcher`, `app`.
///
/// A name that begins with one platform's own keeps its ending on the others: `AppIcon-Beta` makes
/// `AppIcon-Beta.appiconset` and `ic_launcher_beta.png`. An app's ID in reverse DNS, such as
/// `org.example.App`, names only the files that are named by it, those of `linux`. A name that is
/// neither is also a web app's.
public struct SetName: Hashable, Sendable, CustomStringConvertible {
  /// The name as it was given.
  public let description: String
  /// The name for Android: lower-case letters, digits and underscores.
  let android: String
  /// Whether it is an app's ID in reverse DNS: at least three words between dots (Desktop Entry
  /// Specification, "File naming").
  public let isAppID: Bool
  /// The name as that of an app; nil where it is that of a set or an ID.
  public let title: String?

  /// A name of letters, digits, spaces, `-`, `_`, `.` and `+` that begins with a letter; nil for
  /// another.
  public init?(_ name: String) {
    let isValid = name.utf8.allSatisfy {
      Self.isWord($0) || " -.+".utf8.contains($0)
    }
    guard isValid, let first = name.utf8.first, (97...122).contains(first | 32),
      name.utf8.last != UInt8(ascii: "."), name.utf8.last != UInt8(ascii: " "),
      name.utf8.count <= 100
    else { return nil }
    description = name
    var rest = name[...]
    for own in [Self.apple, Self.androidOwn] where name.hasPrefix(own) {
      rest = name.dropFirst(own.count)
    }
    let word = rest.lowercased().utf8.map { Self.isWord($0) ? $0 : UInt8(ascii: "_") }
    android =
      (rest.utf8.count < name.utf8.count ? Self.androidOwn : "")
      + String(decoding: word, as: UTF8.self)
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    isAppID = parts.count >= 3 && parts.allSatisfy { !$0.isEmpty } && Self.canBeIcon(name)
    title = isAppID || rest.utf8.count < name.utf8.count ? nil : name
  }

  static let apple = "AppIcon"
  static let androidOwn = "ic_launcher"
  /// What stands for the ID in the paths of presets whose files it names.
  static let appID = "ID"

  /// Whether a desktop file can name an icon so: without spaces.
  public var canBeIcon: Bool { Self.canBeIcon(description) }

  private static func canBeIcon(_ name: String) -> Bool {
    !name.utf8.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "+") }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte | 32) || byte == UInt8(ascii: "_")
  }

  /// The path of the file that is at `path` in a preset with the platform's own names.
  func path(for path: RelativePath) -> RelativePath {
    let names = path.components.map { component -> RelativePath in
      let name = component.description
      return name == "playstore-icon.png" && !isAppID
        ? RelativePath(known: "\(android)-playstore.png")
        : renamed(name).map(RelativePath.init(known:)) ?? component
    }
    return names.dropFirst().reduce(names[0]) { $0.appending($1) }
  }

  private func renamed(_ name: String) -> String? {
    switch name {
    case "\(Self.appID).png", "\(Self.appID).svg": description + name.dropFirst(Self.appID.count)
    case _ where isAppID: nil
    case "App Icon & Top Shelf Image.brandassets": "\(description).brandassets"
    case "app.ico": "\(description).ico"
    case _ where name.hasPrefix("\(Self.apple)."): description + name.dropFirst(Self.apple.count)
    case _ where name.hasPrefix(Self.androidOwn):
      android + name.dropFirst(Self.androidOwn.count)
    default: nil
    }
  }
}

extension Preset {
  /// Whether `name` changes a file: its own name, or what it contains.
  public func uses(_ name: SetName) -> Bool {
    paths.contains { name.path(for: $0) != $0 }
      || name.title != nil && documents.contains { $0.kind == .webManifest }
  }

  /// Whether its files are named by an app's ID, so that there are none without a name.
  public var needsName: Bool {
    paths.contains { $0.lastComponent.description.hasPrefix("\(SetName.appID).") }
  }

  /// The paths of all files.
  public var paths: [RelativePath] {
    icons.map(\.path) + containers.map(\.path) + documents.map(\.path)
  }

  /// This preset with its set called `name`.
  public func named(_ name: SetName) -> Preset {
    var preset = moved(to: name.path)
    guard !name.isAppID else { return preset }
    for i in preset.documents.indices {
      switch preset.documents[i].kind {
      case .adaptiveIcon: preset.documents[i].kind = .adaptiveIcon(name.android)
      case .backgroundColor: preset.documents[i].kind = .backgroundColor(name.android)
      default: continue
      }
    }
    return preset
  }

  /// This preset with each file where `place` says; without those for which that is nil.
  func moved(to place: (RelativePath) -> RelativePath?) -> Preset {
    var preset = self
    preset.icons = icons.compactMap { icon in place(icon.path).map(icon.moved) }
    preset.containers = containers.compactMap { container in
      guard let path = place(container.path) else { return nil }
      var container = container
      container.path = path
      return container
    }
    preset.documents = documents.compactMap { document in
      guard let path = place(document.path) else { return nil }
      var document = document
      document.path = path
      return document
    }
    return preset
  }

  /// This preset without the files of which `isExcluded` holds. What names them does so no more.
  func without(_ isExcluded: (RelativePath) -> Bool) -> Preset {
    var preset = moved { isExcluded($0) ? nil : $0 }
    let paths = (preset.icons.map(\.path) + preset.documents.map(\.path))
    for i in preset.documents.indices {
      let parent = preset.documents[i].path.parent
      // A folder with nothing left in it is not mentioned.
      func isLeft(_ folder: String) -> Bool {
        let folder = RelativePath(known: folder)
        let place = parent?.appending(folder) ?? folder
        return paths.contains { $0.isInside(place) }
      }
      switch preset.documents[i].kind {
      case .layerStack(let layers):
        preset.documents[i].kind = .layerStack(layers.filter(isLeft))
      case .brandAssets(let assets):
        preset.documents[i].kind = .brandAssets(assets.filter { isLeft($0.filename) })
      default: continue
      }
    }
    return preset
  }
}
