public import Findings
import SafeFiles
import TextFormats

/// The contents of a preview: the icons of one run, their layers and findings.
public struct IconPreview: Sendable {
  /// How a device crops an image.
  struct Mask: Hashable, Sendable {
    /// Its CSS class.
    let style: String
    /// How much of the side is shown, in percent.
    var part = 100

    static let none = Mask(style: "plain")
  }

  /// An image in a file.
  struct Entry: Sendable {
    let path: RelativePath
    let size: PixelSize
    /// The image's length in bytes.
    let bytes: Int
    /// An image file that browsers can show.
    let image: [UInt8]
    let masks: [Mask]
  }

  /// Images that a device draws over each other, the lowest first.
  struct Layers: Sendable {
    let name: RelativePath
    let entries: [Entry]
    let masks: [Mask]
    /// The background colour, `#rrggbb`.
    let ground: String
  }

  let title: String
  let files: [IconFile]
  let findings: [Finding]
  private let set: IconSet
  private let ground: Background

  /// A preview of `files`, which were made from `set`.
  ///
  /// - Parameters:
  ///   - title: the page's title.
  ///   - findings: the lint findings of the files.
  ///   - ground: the background colour of layered icons without a background image.
  public init(
    title: String, files: [IconFile], set: IconSet, findings: [Finding],
    ground: Background? = nil
  ) {
    self.title = title
    self.files = files
    self.findings = findings
    self.set = set
    self.ground = ground ?? .white
  }

  /// The images of the files, in their order.
  func entries() -> [Entry] {
    let icons = Dictionary(set.icons.map { ($0.path, $0) }) { a, _ in a }
    return files.filter { !$0.sides.isEmpty }.flatMap { file in
      // With several masters, the path begins with the master's own folder.
      var own = file.path
      while icons[own] == nil, let rest = own.withoutFirst { own = rest }
      guard let outline = PNGOutline(file.bytes) else { return Self.members(of: file) }
      return [
        Entry(
          path: file.path, size: outline.size, bytes: file.bytes.count, image: file.bytes,
          masks: icons[own].map(Self.masks) ?? [.none])
      ]
    }
  }

  /// The files without an image.
  var texts: [IconFile] { files.filter(\.sides.isEmpty) }

  func findings(of path: RelativePath) -> [Finding] {
    findings.filter { $0.path == path }
  }

  private static func masks(of icon: Preset.Icon) -> [Mask] {
    switch icon.shape {
    case .asDrawn: return [.none]
    case .roundedRectangle: return [Mask(style: icon.size.isSquare ? "ios" : "card")]
    case .circle: return [Mask(style: "round")]
    case .safeCircle(_, let visible, let whole):
      return ["round", "ios", "soft"].map { Mask(style: $0, part: visible * 100 / whole) }
    }
  }

  /// The images of an .ico or .icns file that a browser can show.
  private static func members(of file: IconFile) -> [Entry] {
    guard let parts = Preset.Container.parts(file.bytes) else {
      preconditionFailure("\(file.path) was made of images and is no container of them")
    }
    return parts.compactMap { part in
      let size: PixelSize
      var image = part.bytes
      if let outline = PNGOutline(part.bytes) {
        size = outline.size
      } else if let side = Int(part.name) {
        size = PixelSize(width: side, height: side)
        // A bitmap in an .ico file has no header of its own, so wrap it in an .ico file.
        let count = [0, 8, 16, 24].map { UInt8(part.bytes.count >> $0 & 255) }
        image =
          [0, 0, 1, 0, 1, 0, UInt8(side & 255), UInt8(side & 255), 0, 0, 1, 0, 32, 0] + count
          + [22, 0, 0, 0] + part.bytes
      } else {
        return nil
      }
      return Entry(
        path: file.path, size: size, bytes: part.bytes.count, image: image, masks: [.none])
    }
  }

  /// Front and back of Apple's stacks, foreground and background of Android's adaptive icons.
  func layers(of entries: [Entry]) -> [Layers] {
    let byPath = Dictionary(entries.map { ($0.path.description, $0) }) { a, _ in a }
    return entries.compactMap { front in
      let path = front.path.description
      let names = [
        ("_foreground", ["_background"]), ("Front", ["Back", "Middle"]),
      ]
      for (own, others) in names where path.contains(own) {
        let below = others.compactMap { byPath[path.replacing(own, with: $0)] }
        return Layers(
          name: front.path.parent ?? front.path, entries: below + [front],
          masks: path.contains("imagestacklayer") && !path.contains("solidimagestack")
            ? [Mask(style: "card")]
            : own == "Front" ? [Mask(style: "round")] : front.masks,
          ground: ground.description)
      }
      return nil
    }
  }

  /// The self-contained page.
  public var page: [UInt8] {
    let entries = entries()
    return PreviewPage(
      preview: self, entries: entries, layers: layers(of: entries),
      styles: ImageStyles.embedding(entries.map(\.image))
    ).document.bytes
  }

  /// The contact sheet, a PNG file.
  ///
  /// - Throws: `IconError` when there is not enough memory.
  public func sheet() throws(IconError) -> [UInt8] {
    try ContactSheet.file(of: entries().map(\.image))
  }

  /// Whether `file` is a preview that an earlier run wrote, and may be replaced.
  public static func isPreview(_ file: [UInt8]) -> Bool {
    file.starts(with: PreviewPage.start.bytes) || ContactSheet.isMarked(file)
  }
}

extension RelativePath {
  fileprivate var withoutFirst: RelativePath? {
    let rest = components.dropFirst()
    guard let first = rest.first else { return nil }
    return rest.dropFirst().reduce(first) { $0.appending($1) }
  }
}
