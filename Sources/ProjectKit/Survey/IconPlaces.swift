import SafeFiles
import TextFormats

/// Recognises the places that have icons among a project's files.
struct IconPlaces {
  let root: DirectoryHandle
  /// All files that were found, in their order.
  let paths: [RelativePath]
  /// The same files by their folder; nil for the root.
  let pathsByFolder: [RelativePath?: [RelativePath]]
  let pathSet: Set<RelativePath>

  /// The most places that are described; a project with more is a collection of projects.
  static let limitPlaces = 64

  init(in root: DirectoryHandle, among paths: [RelativePath]) {
    self.root = root
    self.paths = paths
    pathsByFolder = Dictionary(grouping: paths, by: \.parent)
    pathSet = Set(paths)
  }

  /// Every place, in the order of the paths.
  func all() -> [IconPlace] {
    let sets = frameworkSets() + packageSets() + themeSets() + extensionSets()
    // A file of one of these is not an icon of its own, too.
    let files = sets.reduce(into: []) { $0.formUnion($1.files) } as Set<RelativePath>
    let others = catalogs() + androidSets() + webSets() + classicSets() + containers()
    return (sets + others.filter { !files.contains($0.found) } + iconFolders() + bundles())
      .sorted { $0.found < $1.found }
  }

  /// The JSON document at `path`; nil where it is not a JSON object that can be read.
  func object(at path: RelativePath) -> JSON? {
    // A file that cannot be read describes no icons; its folder is then reported without them.
    guard let bytes = try? root.readFile(path, limitBytes: 1 << 20), let json = JSON(bytes),
      case .object = json
    else { return nil }
    return json
  }

  /// The first bytes of a file; empty where it cannot be read.
  func start(of path: RelativePath, count: Int) -> [UInt8] {
    // What cannot be read is no icon.
    guard let file = try? root.openFile(path) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
    }
  }

  /// The image at `path`; nil where it does not begin as a PNG file does.
  func outline(of path: RelativePath) -> ImageOutline? { ImageOutline(start(of: path, count: 64)) }

  /// Those of `paths` that are PNG files, with their longer sides, the largest first.
  func images(_ paths: some Sequence<RelativePath>) -> [(path: RelativePath, side: Int)] {
    let images = paths.compactMap { path in
      outline(of: path).map { (path: path, side: max($0.width, $0.height)) }
    }
    return images.sorted { ($1.side, $0.path) < ($0.side, $1.path) }
  }
}

/// The header of a PNG file (PNG specification, 5.2 and 11.2.1).
struct ImageOutline {
  let width: Int
  let height: Int
  /// Whether it has no alpha channel.
  let isOpaque: Bool

  var isSquare: Bool { width == height }

  init?(_ file: [UInt8]) {
    guard file.count >= 33, file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      file[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    (width, height) = (number(16), number(20))
    isOpaque = file[25] & 4 == 0
    guard width > 0, height > 0 else { return nil }
  }
}
