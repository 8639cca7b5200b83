public import Findings
import PNGCodec
public import SafeFiles
import TextFormats

/// A comparison of a folder with the icons that a run would write.
public struct IconCheck: Sendable {
  /// The findings, in the order of their paths.
  public internal(set) var findings: [Finding]

  /// Compares the folder at `directory` with `expected`, by pixels and colour chunks; how the files
  /// are compressed does not matter.
  ///
  /// - Parameters:
  ///   - directory: the folder; all files are missing where there is none.
  ///   - expected: what should be there.
  ///   - places: the folders of masters' files, nil for `directory` itself, each with the presets
  ///     whose files count as left over there.
  ///   - known: files that are not left over.
  /// - Throws: `FileError` when the folder exists and cannot be read.
  public static func compare(
    _ directory: String, with expected: [IconFile],
    leftOversIn places: [RelativePath?: [Preset]] = [nil: Preset.recognised],
    except known: Set<RelativePath> = []
  ) throws(FileError) -> IconCheck {
    let folder = try DirectoryHandle.existing(directory)
    guard let folder else {
      return IconCheck(
        findings: expected.sorted { $0.path < $1.path }.map { missing($0.path) })
    }
    var findings = expected.compactMap { compare($0, in: folder) }
    let wanted = known.union(expected.map(\.path))
    for (subfolder, presets) in places {
      for path in try leftOvers(in: folder, below: subfolder, of: presets)
      where !wanted.contains(path) {
        findings.append(
          Finding(
            CheckRules.leftOver, path: path, "is left over from another preset or size",
            remedy: "remove it, or add its preset or size to the command"))
      }
    }
    return IconCheck(findings: findings.sorted())
  }

  /// Adds what a run leaves without use in asset catalogs.
  mutating func add(_ unused: [UnusedImages]) {
    let remedy = "remove what is left over with --prune, or add its preset to the command"
    for unused in unused {
      if !unused.labels.isEmpty {
        let labels = unused.labels.joined(separator: ", ")
        findings.append(
          Finding(
            CheckRules.leftOver, path: unused.document,
            "has \(unused.labels.count == 1 ? "an entry" : "\(unused.labels.count) entries") "
              + "that this run does not make: \(labels)", remedy: remedy))
      }
      findings += unused.files.map {
        Finding(
          CheckRules.leftOver, path: $0, "is left over: no entry that is made names it",
          remedy: remedy)
      }
    }
    findings.sort()
  }

  /// Adds a document that a run could not add to.
  mutating func add(_ problem: IconError, at path: RelativePath) {
    findings.append(
      Finding(
        CheckRules.different, path: path, problem.problem, remedy: problem.remedy ?? Self.again))
    findings.sort()
  }

  private static let again =
    "run the 'assetkit icons' command that made them, and commit the result"

  private static func missing(_ path: RelativePath) -> Finding {
    Finding(CheckRules.missing, path: path, "is missing", remedy: again)
  }

  private static func compare(_ expected: IconFile, in folder: DirectoryHandle) -> Finding? {
    func different(_ detail: String) -> Finding {
      Finding(CheckRules.different, path: expected.path, detail, remedy: again)
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try folder.readFile(expected.path, limitBytes: limitBytes)
    } catch {
      return error.code == .notFound
        ? missing(expected.path) : different(error.problem)
    }
    if bytes == expected.bytes { return nil }
    if let right = Preset.Container.parts(expected.bytes) {
      guard let found = Preset.Container.parts(bytes) else {
        return different("is not an .ico or .icns file")
      }
      guard found.map(\.name) == right.map(\.name) else {
        return different("contains different images")
      }
      return zip(found, right).lazy.compactMap { found, right in
        difference(of: found.bytes, from: right.bytes).map { "\(right.name): \($0)" }
      }.first.map(different)
    }
    return difference(of: bytes, from: expected.bytes).map(different)
  }

  /// How one file, or one image of a container, differs from the other.
  private static func difference(of bytes: [UInt8], from expected: [UInt8]) -> String? {
    if bytes == expected { return nil }
    guard expected.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return "has different contents" }
    do throws(DecodedIcon.Failure) {
      let right = try DecodedIcon(expected, limitPixels: limitPixels)
      let found = try DecodedIcon(bytes, limitPixels: limitPixels)
      return difference(of: found, from: right) ?? addition(in: bytes)
    } catch {
      return error.status == .notPNG ? "is not a PNG file" : "is a damaged PNG file"
    }
  }

  private static func difference(of found: DecodedIcon, from right: DecodedIcon) -> String? {
    guard found.size == right.size else {
      return "is \(found.size) pixels; expected \(right.size)"
    }
    guard found.color == right.color else { return "has different colour information" }
    let all = right.samples.count / 4
    let count = (0..<all).count { pixel in
      found.samples[pixel * 4..<pixel * 4 + 4] != right.samples[pixel * 4..<pixel * 4 + 4]
    }
    return count == 0 ? nil : "differs in \(count) of \(all) pixels"
  }

  /// What makes viewers show an intact PNG file differently from its pixels (PNG specification, third
  /// edition, 11.3.2.10 and 11.3.6); no run writes it.
  private static func addition(in file: [UInt8]) -> String? {
    var place = 8
    while place + 8 <= file.count {
      let name = file[place + 4..<place + 8]
      if name.elementsEqual("acTL".utf8) { return "is animated" }
      if name.elementsEqual("eXIf".utf8) { return "has Exif data, which may turn the image" }
      place += 12 + file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    return nil
  }

  /// The files that are named as those of some preset or, with `hasSizes`, of `--size`.
  static func leftOvers(
    in folder: DirectoryHandle, below subfolder: RelativePath?, of presets: [Preset],
    hasSizes: Bool = true
  ) throws(FileError) -> [RelativePath] {
    var candidates: Set<RelativePath> = []
    // The master itself may be called as a file of the others.
    for preset in presets where preset.isRecognised {
      candidates.formUnion(preset.icons.map(\.path))
      candidates.formUnion(preset.containers.map(\.path))
      // Other documents contain entries that are not ours, too.
      for document in preset.documents
      where document.noun == nil && ![.webManifest, .drawing].contains(document.kind) {
        candidates.insert(document.path)
      }
    }
    do throws(FileError) {
      let own = if let subfolder { try folder.subdirectory(subfolder) } else { folder }
      for entry in try own.entries() where hasSizes && isSizeName(entry.name) {
        // A run writes no name that is not a valid path.
        if let path = try? entry.path() { candidates.insert(path) }
      }
    } catch  where error.code == .notFound {
      return []
    }
    var found: [RelativePath] = []
    // What is in a bundle is its own document's matter.
    for candidate in candidates where candidate.iconBundle == nil {
      let path = subfolder?.appending(candidate) ?? candidate
      // A run writes nothing below a link or a file.
      guard (try? folder.status(of: path))?.kind == .file, !isListed(path, in: folder) else {
        continue
      }
      found.append(path)
    }
    return found
  }

  /// Whether the Contents.json next to the file names it: then a run with other presets wrote it, and
  /// it is used.
  private static func isListed(_ path: RelativePath, in folder: DirectoryHandle) -> Bool {
    guard let contents = path.parent?.appending(RelativePath(known: "Contents.json")),
      // A Contents.json that cannot be read names nothing.
      let bytes = try? folder.readFile(contents, limitBytes: limitBytes),
      let images = JSON(bytes)?["images"]?.elements
    else { return false }
    let name = path.lastComponent.description
    return images.contains { $0["filename"]?.text == name }
  }

  /// `icon-N.png`, as `--size N` writes it.
  static func isSizeName(_ name: [UInt8]) -> Bool {
    let (start, end) = (Array("icon-".utf8), Array(".png".utf8))
    guard name.starts(with: start), name.suffix(end.count).elementsEqual(end) else { return false }
    let digits = name.dropFirst(start.count).dropLast(end.count)
    return !digits.isEmpty && digits.count <= 5 && digits.allSatisfy { 0x30...0x39 ~= $0 }
  }

  /// The limits of what is read; no icon is larger.
  private static let limitBytes = 1 << 30
  private static let limitPixels = PixelSize.sides.upperBound * PixelSize.sides.upperBound
}

/// The rules of `icons --check`, which compares a folder with what a run would write.
public enum CheckRules {
  /// A file that the run would write is not there.
  public static let missing = Finding.Rule(
    "icon-missing", .error, "a file that the run would write is missing",
    help: "Make the icons again, by assetkit icons with the same options, and commit them.")
  static let different = Finding.Rule(
    "icon-different", .error, "a file differs from what the run would write",
    help: "Make the icons again, by assetkit icons with the same options, and commit them.")
  static let leftOver = Finding.Rule(
    "icon-left-over", .error, "a file of another preset or size is not used any more",
    help: "Remove it, or add its preset or size to the command.")

  /// The drawing of a master; who records drawings reports it.
  public static let drawing = Finding.Rule(
    "icon-drawing-changed", .error, "the SVG that a master was drawn from has changed",
    help: "Draw the master again with --draw and commit it.")

  /// All of them.
  public static let all = [missing, different, leftOver, drawing]
}
