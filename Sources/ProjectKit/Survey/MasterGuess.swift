import IconKit
import SafeFiles

/// The images of a project that may be the master of some of its icons.
struct MasterGuess {
  /// An image that may be a master.
  struct Candidate {
    let path: RelativePath
    let side: Int
    /// How much its name and size speak for it.
    let score: Int
    let thumbnail: IconThumbnail?
  }

  /// What was found for one place.
  enum Answer {
    /// It looks like the place's own image, by this mean difference of 255.
    case alike(RelativePath, side: Int, to: RelativePath, difference: Double)
    /// The place has no image to compare it with, and only its name speaks for it.
    case named(RelativePath, side: Int)
    /// Nothing does.
    case none
  }

  private let candidates: [Candidate]
  /// SVG files whose names are those of icons.
  let drawings: [RelativePath]
  private let root: DirectoryHandle
  private let renderer: IconRenderer

  /// How many headers are read, and how many images are decoded, at most.
  private static let limitHeaders = 5000
  private static let limitDecoded = 64
  /// How many images of a place are compared, at most.
  private static let limitReferences = 4
  /// The largest mean difference at which two images are called alike, in steps of 255.
  private static let limitDifference = 10.0

  /// - Parameter places: their own images are no candidates.
  init(
    in root: DirectoryHandle, among paths: [RelativePath], besides places: [IconPlace],
    renderer: IconRenderer
  ) async {
    self.root = root
    self.renderer = renderer
    let reader = IconPlaces(in: root, among: [])
    let own = Set(places.flatMap { $0.images.map(\.path) })
    let scored = paths.filter { $0.hasSuffix(".png") && !own.contains($0) && !Self.isIcon($0) }
      .map { (path: $0, score: Self.score(of: $0)) }
      .sorted { ($1.score, $0.path) < ($0.score, $1.path) }
    var found: [(path: RelativePath, side: Int, score: Int)] = []
    for (path, score) in scored.prefix(Self.limitHeaders) {
      guard let outline = reader.outline(of: path), outline.isSquare, outline.width >= 256 else {
        continue
      }
      let size = outline.width >= 1024 ? 4 : outline.width >= 512 ? 2 : 0
      found.append((path, outline.width, score + size))
    }
    found.sort { ($1.score, $1.side, $0.path) < ($0.score, $0.side, $1.path) }
    var candidates: [Candidate] = []
    for (path, side, score) in found.prefix(Self.limitDecoded) {
      candidates.append(
        Candidate(
          path: path, side: side, score: score,
          thumbnail: await Self.thumbnail(of: path, in: root, renderer)))
    }
    self.candidates = candidates
    drawings = paths.filter { $0.hasSuffix(".svg") && Self.score(of: $0) > 0 }
      .sorted { (Self.score(of: $1), $0) < (Self.score(of: $0), $1) }
  }

  /// The likely master of `place`, if any.
  func answer(for place: IconPlace) async -> Answer {
    var isCompared = false
    // Layers and wide images look like no master, so that it may take more than one.
    for reference in place.images.filter({ $0.side >= 32 }).prefix(Self.limitReferences) {
      guard let thumbnail = await Self.thumbnail(of: reference.path, in: root, renderer) else {
        continue
      }
      isCompared = true
      if let alike = likeliest(thumbnail, reference.path) { return alike }
      // An Android icon may be cut to a shape with margins.
      guard let shape = Self.shape(of: reference.path),
        let cut = await Self.thumbnail(of: reference.path, cutTo: shape, in: root, renderer),
        let alike = likeliest(cut, reference.path)
      else { continue }
      return alike
    }
    if isCompared { return .none }
    // Nothing to compare with. A poor name, or an image that does not decode, is not proposed.
    guard let named = candidates.first(where: { $0.score >= 6 && $0.thumbnail != nil }) else {
      return .none
    }
    return .named(named.path, side: named.side)
  }

  /// The candidate that looks most like `thumbnail`; nil where none is alike.
  private func likeliest(_ thumbnail: IconThumbnail, _ reference: RelativePath) -> Answer? {
    let alike = candidates.compactMap { candidate -> (Candidate, Double)? in
      guard let difference = candidate.thumbnail?.difference(from: thumbnail),
        difference <= Self.limitDifference
      else { return nil }
      return (candidate, difference)
    }
    // Of those that are equally alike the largest; they are in the order of their scores.
    let least = alike.map(\.1).min() ?? 0
    let near = alike.filter { $0.1 <= least + 1 }
    guard let side = near.map(\.0.side).max(),
      let (one, difference) = near.first(where: { $0.0.side == side })
    else { return nil }
    return .alike(one.path, side: one.side, to: reference, difference: difference)
  }

  private static func thumbnail(
    of path: RelativePath, cutTo shape: CutShape = .init(side: 1, radius: 0, of: 1),
    in root: DirectoryHandle, _ renderer: IconRenderer
  ) async -> IconThumbnail? {
    // An image that cannot be decoded is compared with nothing.
    guard
      let master = try? Master(
        path: "\(root.name)/\(path.text)", limits: .init(pixels: 1 << 26, memoryBytes: 1 << 28))
    else { return nil }
    return try? await IconThumbnail(of: master, cutTo: shape, with: renderer)
  }

  /// The shape that Android's icons before adaptive ones are cut to; nil for another image.
  private static func shape(of path: RelativePath) -> CutShape? {
    guard path.parent?.lastComponent.bytes.starts(with: "mipmap-".utf8) == true else { return nil }
    return Preset.named("android")?.icons.first?.recipe.cut
  }

  /// Whether it is in a folder for finished icons and images of an app.
  private static func isIcon(_ path: RelativePath) -> Bool {
    path.components.dropLast().contains { component in
      [".appiconset", ".brandassets", ".solidimagestack", ".iconset"].contains {
        component.hasSuffix($0)
      } || component.bytes.starts(with: "mipmap-".utf8)
        || component.bytes.starts(with: "drawable".utf8)
    }
  }

  /// How much the words of a path speak for a master.
  private static func score(of path: RelativePath) -> Int {
    let name = path.lastComponent.text.lowercased()
    let folders = (path.parent?.text ?? "").lowercased()
    var score = 0
    for (word, points) in [
      ("appicon", 6), ("app_icon", 6), ("app-icon", 6), ("icon", 4), ("logo", 3),
      ("launcher", 3), ("playstore", 3), ("itunesartwork", 3),
    ] where name.contains(word) {
      score = max(score, points)
    }
    guard score > 0 else { return 0 }
    if ["master", "1024", "original"].contains(where: name.contains) { score += 2 }
    if ["icon", "art", "brand", "design", "logo"].contains(where: folders.contains) { score += 1 }
    if ["test", "example", "doc", "screenshot", "sample", "tmp"].contains(where: folders.contains) {
      score -= 3
    }
    return score
  }
}
