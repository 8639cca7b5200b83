import SafeFiles

extension AdvisoryDatabase.FileState {
  /// How many days ago this copy was up to date: by its newest entry or, for a zip of an ecosystem in
  /// which nothing happened since, by the time of the file.
  func age(of file: String, on today: CivilDate) -> Int? {
    let days = [newest.flatMap { CivilDate($0.prefix(10)) }, Self.date(of: file)]
    return days.compactMap { $0 }.max().map { today.daysSince1970 - $0.daysSince1970 }
  }

  /// The day on which a zip was written; nil for a folder.
  private static func date(of file: String) -> CivilDate? {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    // It was read a moment ago; what cannot be asked has no date.
    guard let path = try? RelativePath(name), let handle = try? DirectoryHandle(path: folder),
      let status = try? handle.statusIfPresent(of: path), status.kind == .file
    else { return nil }
    return CivilDate(secondsSince1970: Int(status.modifiedNanoseconds / 1_000_000_000))
  }
}
