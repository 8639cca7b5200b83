public import SafeFiles

extension LocalRepository {
  /// When the commit of HEAD was made, in seconds since 1970, if it contains these files as they are.
  ///
  /// The commit that is checked out, and not the last one that changed the files: a clone without
  /// history gives the same answer.
  /// - Parameter files: paths from the folder that was asked about, and their contents.
  /// - Returns: nil where a file differs or is not committed.
  /// - Throws: `VendorError` with `program`.
  public func headTime(containing files: [(path: RelativePath, bytes: [UInt8])]) async throws
    -> Int?
  {
    for file in files {
      let path = prefix.isEmpty ? "\(file.path)" : "\(prefix)/\(file.path)"
      let listed = try await output(
        of: ["ls-tree", "-z", "--full-tree", "HEAD", "--", ":(literal)\(path)"], at: top)
      let entry = listed.prefix { $0 != UInt8(ascii: "\t") }
      guard let id = String(decoding: entry, as: UTF8.self).split(separator: " ").last else {
        return nil
      }
      let blob = GitObjectID.blobHeader(size: file.bytes.count) + file.bytes
      let expected = id.utf8.count == 64 ? SHA256.digest(of: blob).hex : SHA1.digest(of: blob).hex
      guard id == expected else { return nil }
    }
    let commit = try await output(of: ["cat-file", "commit", head], at: top)
    let lines = String(decoding: commit, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("committer ") }?.split(separator: " ").dropLast().last.flatMap
    {
      Int($0)
    }
  }
}
