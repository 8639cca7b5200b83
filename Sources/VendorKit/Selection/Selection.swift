/// Which files of a source become the package: strip leading folders, then include, then exclude.
///
/// A licence file is kept even if the globs exclude it, provided that it is at the top or in a
/// folder above a selected file: nobody may redistribute the one without the other.
public struct Selection: Hashable, Sendable {
  /// The number of leading path components to strip; files with no more than these are left out.
  public let strip: Int
  /// Files to include; empty means all.
  public let include: [Glob]
  /// Files to exclude from those.
  public let exclude: [Glob]

  /// Everything as it is.
  public static let everything = Selection(strip: 0, include: [Glob](), exclude: [])

  /// A selection of compiled patterns.
  public init(strip: Int, include: [Glob], exclude: [Glob]) {
    precondition(strip >= 0, "cannot strip \(strip) components")
    self.strip = strip
    self.include = include
    self.exclude = exclude
  }

  /// A selection as written in a lock or on a command line.
  ///
  /// - Throws: `VendorError` with `invalidArgument`, naming the pattern.
  public init(strip: Int, include: [String], exclude: [String]) throws(VendorError) {
    guard strip >= 0 else {
      throw VendorError(
        .invalidArgument, at: "strip", "is \(strip)", remedy: "give 0 or a positive number")
    }
    self.strip = strip
    self.include = try include.map { (pattern) throws(VendorError) in try Glob(pattern) }
    self.exclude = try exclude.map { (pattern) throws(VendorError) in try Glob(pattern) }
  }

  /// Whether include and exclude select the file at `path`, already stripped.
  func contains(_ path: [ArraySlice<UInt8>]) -> Bool {
    (include.isEmpty || include.contains { $0.matches(path) })
      && !exclude.contains { $0.matches(path) }
  }

  /// The exclude patterns that match none of these paths, already stripped: misspelt, or upstream has
  /// moved its files.
  func idleExcludes(among paths: [[ArraySlice<UInt8>]]) -> [Glob] {
    exclude.filter { pattern in !paths.contains { pattern.matches($0) } }
  }

  /// For each path, already stripped, whether the file there belongs to the package.
  ///
  /// - Throws: `VendorError` with `invalidArgument` when an include pattern matches nothing, or when
  ///   nothing is left: either is a misspelling, or an upstream that moved its files.
  /// - Complexity: O(paths × patterns).
  func selected(among paths: [[ArraySlice<UInt8>]]) throws(VendorError) -> [Bool] {
    for pattern in include where !paths.contains(where: { pattern.matches($0) }) {
      throw VendorError(
        .invalidArgument, at: "include '\(pattern)'", "matches no file in the source",
        remedy: strip == 0
          ? "check the path; write 'folder/**' for all files in a folder"
          : "patterns apply after the first \(strip) folder(s) were stripped")
    }
    var kept = paths.map(contains)
    guard kept.contains(true) else {
      throw VendorError(
        .invalidArgument, at: "selection", "leaves none of the \(paths.count) files",
        remedy: "check strip, include and exclude")
    }
    var folders: Set<ArraySlice<ArraySlice<UInt8>>> = [[]]
    for (path, isKept) in zip(paths, kept) where isKept {
      var folder = path.dropLast()
      while folders.insert(folder).inserted { folder = folder.dropLast() }
    }
    for (index, path) in paths.enumerated() where !kept[index] {
      guard let name = path.last, LicenseFile.isLicense(name: name) else { continue }
      if folders.contains(path.dropLast()) { kept[index] = true }
    }
    return kept
  }
}

/// Recognises licence files by name.
public enum LicenseFile {
  /// Whether a file called `name` counts as a licence file: LICENSE, LICENCE, COPYING, NOTICE,
  /// COPYRIGHT, UNLICENSE or PATENTS in any case, alone or followed by `.`, `-` or `_` and more, but
  /// not a program's source such as `license.c`.
  public static func isLicense(name: some Sequence<UInt8>) -> Bool {
    let name = name.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    guard let word = words.first(where: { name.starts(with: $0) }) else { return false }
    let rest = name.dropFirst(word.count)
    guard let separator = rest.first else { return true }
    guard separators.contains(separator) else { return false }
    guard let dot = rest.lastIndex(of: UInt8(ascii: ".")) else { return true }
    return !sourceExtensions.contains(Array(rest[(dot + 1)...]))
  }

  /// Longer words first, so that `licenses` is not taken for `license` and a stray `s`.
  private static let words = [
    "unlicense", "unlicence", "licenses", "licences", "license", "licence", "copyright", "copying",
    "notices", "notice", "patents",
  ].map { Array($0.utf8) }
  private static let separators = Set(".-_".utf8)
  private static let sourceExtensions = Set(
    [
      "c", "cc", "cpp", "cs", "cxx", "css", "go", "h", "hh", "hpp", "in", "java", "js", "json",
      "kt",
      "m", "mm", "php", "pl", "plist", "py", "rb", "rs", "sh", "svg", "swift", "toml", "ts", "xml",
      "yaml", "yml",
    ].map { Array($0.utf8) })
}
