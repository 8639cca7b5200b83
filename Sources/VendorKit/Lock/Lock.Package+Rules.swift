import SafeFiles

extension Lock.Package {
  /// A field and what is wrong with it.
  struct Problem {
    /// The field as the file calls it; with several values, the one with this index.
    var field: String
    var index: Int?
    var text: String
  }

  /// The first problem for which a reader would refuse the package; nil when it is valid.
  var problem: Problem? {
    if let text = LockRules.problem(withName: name) { return Problem(field: "name", text: text) }
    let texts: [(String, String?)] = [
      ("version", version), ("source", source), ("ref", ref), ("license", license), ("purl", purl),
    ]
    for (field, text) in texts {
      if let trouble = text.flatMap(LockRules.problem(withText:)) {
        return Problem(field: field, text: "the \(field) \(trouble)")
      }
    }
    if let trouble = LockRules.problem(withSource: resolvedSource, type: type) {
      return Problem(field: "source", text: "the source \(trouble)")
    }
    if let problem = problemOfType { return problem }
    guard (0...100).contains(strip) else {
      return Problem(field: "strip", text: "strip is \(strip), expected 0 to 100")
    }
    for (field, globs) in [("include", include), ("exclude", exclude)] {
      for (index, glob) in globs.enumerated() {
        if let trouble = LockRules.problem(withText: glob) {
          return Problem(field: field, index: index, text: "the glob \(trouble)")
        }
      }
    }
    if let text = LockRules.problem(withPath: path) { return Problem(field: "path", text: text) }
    return problemOfFiles
  }

  private var problemOfType: Problem? {
    if let trouble = ref.flatMap(GitRef.problem(with:)) {
      return Problem(field: "ref", text: "the ref \(trouble)")
    }
    if let purl, !purl.utf8.starts(with: "pkg:".utf8) {
      return Problem(field: "purl", text: "the purl does not begin with 'pkg:'")
    }
    guard (type == .archive) == (archiveDigest != nil) else {
      return Problem(
        field: "archive-sha256",
        text: type == .archive
          ? "archive-sha256 is missing (required for an archive)"
          : "archive-sha256 is not allowed in a package of type '\(type.rawValue)'")
    }
    guard (type == .git) == (commit != nil) else {
      return Problem(
        field: "commit",
        text: type == .git
          ? "the commit is missing (required for a git source)"
          : "the commit is not allowed in a package of type '\(type.rawValue)'")
    }
    if let commit, !GitRef.isCommit(commit) {
      return Problem(
        field: "commit", text: "the commit is not a full commit id of 40 or 64 lower-case digits")
    }
    if type != .git, ref != nil {
      return Problem(
        field: "ref", text: "the ref is not allowed in a package of type '\(type.rawValue)'")
    }
    return nil
  }

  private var problemOfFiles: Problem? {
    for (index, patch) in patches.enumerated() {
      let path = patch.path
      if let trouble = PathPolicy.trouble(with: path) {
        return Problem(field: "patches", index: index, text: "the patch \(path) \(trouble)")
      }
      guard path.isInside(patchesPath), path != patchesPath else {
        return Problem(
          field: "patches", index: index,
          text: "the patch \(path) is not inside \(patchesPath)")
      }
      if patches[..<index].contains(where: { $0.path == path }) {
        return Problem(field: "patches", index: index, text: "the patch \(path) appears twice")
      }
    }
    for (index, file) in licenseFiles.enumerated() {
      if let trouble = PathPolicy.trouble(with: file) {
        return Problem(field: "license-files", index: index, text: "the file \(file) \(trouble)")
      }
    }
    return nil
  }
}
