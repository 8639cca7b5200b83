/// What to compare: a path below the folder of the build, or a pattern of such paths.
///
/// `*` matches any run of characters inside a name, `?` one character, and `**` as a whole component any number
/// of folders, as everywhere in assetkit. `.git` is never matched by a pattern.
struct ComparedPath {
  /// The path or pattern, without empty and `.` components.
  let text: String
  /// Whether it has a wildcard.
  let isPattern: Bool
  private let components: [[UInt8]]

  /// - Throws: `OfflineError` when it is absolute or leads out of the folder.
  init(_ text: String) throws(OfflineError) {
    guard !text.hasPrefix("/"), !text.split(separator: "/").contains("..") else {
      throw OfflineError(
        .nothingToCompare, text, "is outside the copies",
        remedy: "name a path below the current folder")
    }
    let parts = text.split(separator: "/").filter { $0 != "." }
    self.text = parts.isEmpty ? "." : parts.joined(separator: "/")
    components = parts.map { Array($0.utf8) }
    isPattern = components.contains { $0.contains { $0 == Self.star || $0 == Self.question } }
  }

  /// The paths below `root` that it means; itself where it is no pattern, whether or not it exists.
  func paths(in root: String) -> Set<String> {
    guard isPattern else { return [text] }
    var walk = Walk(root: root)
    walk.match(components[...], at: "")
    return walk.found
  }

  /// The names in the innermost folder on the way to it that exists below one of `roots`, for a
  /// message.
  func surroundings(in roots: [String]) -> String {
    var names = text.split(separator: "/").prefix { !$0.contains("*") && !$0.contains("?") }
    while !names.isEmpty,
      !roots.contains(where: { FileSystem.isFolder("\($0)/\(names.joined(separator: "/"))") })
    {
      names.removeLast()
    }
    let folder = names.joined(separator: "/")
    let present = Set(roots.flatMap { FileSystem.names(in: "\($0)/\(folder)") })
      .subtracting([".git"]).sorted()
    let place = folder.isEmpty ? "the folder of the build" : "\(folder)/"
    if present.isEmpty { return "\(place) is empty" }
    return "\(place) contains \(present.prefix(8).joined(separator: ", "))"
      + (present.count > 8 ? " and \(present.count - 8) more" : "")
  }

  private static let star = UInt8(ascii: "*")
  private static let question = UInt8(ascii: "?")

  /// A walk through one tree; each pair of folder and rest of the pattern is visited once.
  private struct Walk {
    private struct Visit: Hashable {
      let folder: String
      let rest: Int
    }
    let root: String
    var found: Set<String> = []
    private var visited: Set<Visit> = []

    init(root: String) { self.root = root }

    mutating func match(_ rest: ArraySlice<[UInt8]>, at folder: String) {
      guard visited.insert(Visit(folder: folder, rest: rest.count)).inserted else { return }
      guard let first = rest.first else { return }
      let isAnyFolders = first == [star, star]
      if isAnyFolders, rest.count > 1 { match(rest.dropFirst(), at: folder) }
      for name in FileSystem.rawNames(in: folder.isEmpty ? root : "\(root)/\(folder)") {
        if name == Array(".git".utf8), first != name { continue }
        let text = String(decoding: name, as: UTF8.self)
        let path = folder.isEmpty ? text : "\(folder)/\(text)"
        if isAnyFolders {
          if rest.count == 1 {
            found.insert(path)
          } else if FileSystem.isFolder("\(root)/\(path)") {
            match(rest, at: path)
          }
        } else if ComparedPath.matches(first[...], name[...]) {
          if rest.count == 1 { found.insert(path) } else { match(rest.dropFirst(), at: path) }
        }
      }
    }
  }

  /// Whether a name matches; only the last `*` is ever tried again, because an earlier one could take
  /// nothing that the last could not.
  ///
  /// - Complexity: O(pattern × name).
  private static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (at, position) = (pattern.startIndex, name.startIndex)
    var retry: (at: Int, position: Int)?
    while position < name.endIndex {
      if at < pattern.endIndex, pattern[at] == star {
        retry = (at + 1, position)
        at += 1
      } else if at < pattern.endIndex, pattern[at] == name[position] {
        (at, position) = (at + 1, position + 1)
      } else if at < pattern.endIndex, pattern[at] == question {
        (at, position) = (at + 1, position + 1)
        while position < name.endIndex, name[position] & 0xC0 == 0x80 { position += 1 }
      } else if let last = retry {
        retry = (last.at, last.position + 1)
        (at, position) = (last.at, last.position + 1)
      } else {
        return false
      }
    }
    return pattern[at...].allSatisfy { $0 == star }
  }
}
