public import IconKit
public import SafeFiles

/// What a project has that assetkit can look after, and an `assetkit.toml` that says so.
///
/// Reads names, headers and a few images; writes nothing, and takes the same answer from the same
/// files. Nothing in it is certain: an entry is active only where the master's pixels look like those
/// of the icons that are there, and commented out otherwise.
public struct ProjectSurvey: Sendable {
  /// The text of the file.
  public let settings: String
  /// What was found and why it was taken that way, one sentence a line.
  public let report: [String]
  /// What to add to other files of the project by hand, ready to copy.
  public let advice: [String]
  /// What was not looked at, as sentences that begin with the place.
  public let omissions: [String]
  /// How many entries of icons are active; the others are comments.
  public let activeCount: Int
  /// Whether nothing was found.
  public let isEmpty: Bool

  /// Looks through the project at `root`.
  ///
  /// - Throws: `FileError` when `root` cannot be listed.
  /// - Complexity: O(names), at most 200,000; at most 64 images and one for each place are decoded.
  public init(of root: DirectoryHandle, renderer: IconRenderer) async throws {
    let files = try ProjectFiles(in: root)
    var places = IconPlaces(in: root, among: files.paths).all()
    var omissions = files.omissions
    if places.count > IconPlaces.limitPlaces {
      omissions.append(
        "\(places.count) places with icons were found, and the first \(IconPlaces.limitPlaces) "
          + "are described; run it in a subfolder")
      places.removeLast(places.count - IconPlaces.limitPlaces)
    }
    let guess = await MasterGuess(
      in: root, among: files.paths, besides: places, renderer: renderer)
    let pins = ForeignPins(in: root, among: files.paths)
    isEmpty = places.isEmpty && pins.files.isEmpty && !pins.hasLock

    var text = InitialSettings()
    for place in places {
      text.append(place, await guess.answer(for: place), drawing: guess.drawings.first)
    }
    text.append(pins)
    settings = text.text
    report = text.report
    activeCount = text.activeCount
    advice = Self.advice(hasLock: pins.hasLock)
    self.omissions = omissions
  }

  private static func advice(hasLock: Bool) -> [String] {
    var lines = ["Add to .gitattributes, so that every checkout has the same bytes:"]
    lines += ["    assetkit.toml text eol=lf"]
    if hasLock { lines += ["    vendor.lock text eol=lf", "    Vendor/** -text"] }
    return lines + [
      "Add to .git/hooks/pre-commit, and make it executable:",
      "    #!/bin/sh",
      "    exec assetkit check --quiet",
      "Add as a step of the CI job:",
      "    assetkit check",
    ]
  }
}
