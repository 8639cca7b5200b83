import Findings
import IconKit
import ProjectKit
import SafeFiles

/// What an entry of `assetkit.toml` says its master was drawn from.
struct RecordedDrawing: Sendable {
  /// The entry's name.
  let entry: String
  /// The master, as the entry names it.
  let master: String
  /// The SVG, from the root.
  let svg: RelativePath
  /// The SVG, from the current folder.
  let file: String
  /// The digest of the SVG when it was drawn; nil where the entry has none.
  let sha256: String?

  /// What is wrong with the SVG as it is now; nil where it is the one that was drawn.
  ///
  /// - Throws: `VendorError` when digests cannot be computed.
  func finding() throws -> Finding? {
    let problem: String
    do {
      let found = try SVGDrawing.sha256(ofFileAt: file)
      if found == sha256 { return nil }
      problem =
        sha256 == nil
        ? "has no digest in assetkit.toml, so nothing tells whether \(master) was drawn from it"
        : "has changed since \(master) was drawn from it"
    } catch let error as FileError {
      problem =
        error.code == .notFound
        ? "is missing, and \(master) was drawn from it" : "cannot be compared: \(error.problem)"
    }
    var finding = Finding(
      CheckRules.drawing, path: svg, problem,
      remedy: "run 'assetkit icons --only \(entry) --draw \(svg)' and commit the result")
    finding.entry = entry
    return finding
  }
}
