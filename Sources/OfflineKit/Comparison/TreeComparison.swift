#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Compares files and folders of two builds byte by byte, in the order of their names.
struct TreeComparison {
  /// The most differences that are kept; further ones are only counted.
  static let limit = 1000

  private(set) var differences: [Difference] = []
  private(set) var differenceCount = 0
  /// The files and links that were compared and that a build has written.
  private(set) var fileCount = 0
  /// The paths of the files among them, without links.
  private(set) var files: [String] = []
  /// Those that both builds left as they found them.
  private(set) var untouchedCount = 0
  /// Whether neither build has written the file or link at a path.
  private let isUntouched: (String) -> Bool
  /// Called before each file; true ends the comparison.
  private let shouldStop: () -> Bool
  private static let bufferSize = 1 << 16
  private static let before = 16
  private static let after = 32

  init(
    isUntouched: @escaping (String) -> Bool = { _ in false },
    shouldStop: @escaping () -> Bool = { false }
  ) {
    self.isUntouched = isUntouched
    self.shouldStop = shouldStop
  }

  /// Compares what is at `path` below the two folders; links are compared, not followed.
  ///
  /// - Complexity: reads every file once, 64 KB of each at a time.
  mutating func compare(_ path: String, first: String, second: String) throws(OfflineError) {
    if shouldStop() { return }
    let firstPath = "\(first)/\(path)"
    let secondPath = "\(second)/\(path)"
    switch (Node(firstPath), Node(secondPath)) {
    case (nil, nil): break
    case (_?, nil): add(path, .onlyInFirst)
    case (nil, _?): add(path, .onlyInSecond)
    case (let one?, let other?) where one.type != other.type:
      add(path, .type(first: one.type.rawValue, second: other.type.rawValue))
    case (let one?, let other?):
      switch one.type {
      case .folder:
        let names = Set(FileSystem.rawNames(in: firstPath))
          .union(FileSystem.rawNames(in: secondPath))
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) })
        where path != "." || name != Array(".git".utf8) {
          try compare(
            (path == "." ? "" : "\(path)/") + String(decoding: name, as: UTF8.self), first: first,
            second: second)
        }
      case .link:
        count(path)
        let targets = (
          FileSystem.linkTarget(of: firstPath) ?? "?", FileSystem.linkTarget(of: secondPath) ?? "?"
        )
        if targets.0 != targets.1 { add(path, .target(first: targets.0, second: targets.1)) }
      case .file:
        count(path)
        if !isUntouched(path) { files.append(path) }
        if one.isExecutable != other.isExecutable {
          add(path, .executable(first: one.isExecutable))
        }
        try compareBytes(path, firstPath, secondPath)
      case .special:
        break
      }
    }
  }

  private mutating func count(_ path: String) {
    if isUntouched(path) { untouchedCount += 1 } else { fileCount += 1 }
  }

  mutating func add(_ path: String, _ kind: Difference.Kind) {
    differenceCount += 1
    if differences.count < Self.limit { differences.append(Difference(path: path, kind: kind)) }
  }

  private mutating func compareBytes(
    _ path: String, _ firstPath: String, _ secondPath: String
  ) throws(OfflineError) {
    let first = try OpenFile(firstPath)
    let second = try OpenFile(secondPath)
    var runs = DifferingRuns()
    var place = 0
    while !runs.isFull {
      let one = try first.read(Self.bufferSize, at: place)
      let other = try second.read(Self.bufferSize, at: place)
      if one != other { runs.add(one, other, at: place) }
      if one.count != other.count || one.isEmpty { break }
      place += one.count
    }
    if runs.offsets.isEmpty { return }
    var places: [Difference.Place] = []
    for offset in runs.offsets {
      let start = max(0, offset - Self.before)
      let length = offset - start + Self.after
      places.append(
        Difference.Place(
          offset: offset, first: try first.read(length, at: start),
          second: try second.read(length, at: start)))
    }
    add(path, .bytes(places))
  }

  /// What kind of entry is at a path.
  private struct Node {
    enum Kind: String {
      case file = "a file"
      case folder = "a folder"
      case link = "a link"
      case special = "no file, folder or link"
    }
    let type: Kind
    let isExecutable: Bool

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      type =
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        case S_IFLNK: .link
        default: .special
        }
      isExecutable = status.st_mode & S_IXUSR != 0
    }
  }
}

/// The places where runs of differing bytes begin; a few equal bytes do not end a run.
private struct DifferingRuns {
  private static let limit = 4
  private static let gap = 32
  private(set) var offsets: [Int] = []
  private var last = -1

  var isFull: Bool { offsets.count == Self.limit }

  /// Adds the differences of two chunks that begin at `start`; one may be shorter.
  mutating func add(_ one: [UInt8], _ other: [UInt8], at start: Int) {
    let common = min(one.count, other.count)
    for index in 0..<common where one[index] != other[index] { add(start + index) }
    if one.count != other.count { add(start + common) }
  }

  private mutating func add(_ offset: Int) {
    if !isFull, last < 0 || offset - last > Self.gap { offsets.append(offset) }
    last = offset
  }
}

/// A file that is read at offsets.
private final class OpenFile {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(OfflineError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    if descriptor < 0 {
      throw OfflineError(.fileSystem, path, "cannot be read: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Exactly `count` bytes, or those up to the end.
  func read(_ count: Int, at offset: Int) throws(OfflineError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes {
        let rest = UnsafeMutableRawBufferPointer(rebasing: $0[filled...])
        return pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
      }
      if got < 0 && errno == EINTR { continue }
      if got < 0 {
        throw OfflineError(.fileSystem, path, "cannot be read: \(String(cString: strerror(errno)))")
      }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }
}
