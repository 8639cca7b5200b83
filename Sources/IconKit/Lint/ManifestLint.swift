import Findings
import SafeFiles
import TextFormats

/// Checks web application manifests against the icons that they name (W3C, `icons` member).
struct ManifestLint {
  private let files: [RelativePath: [UInt8]]
  private let isThere: (RelativePath) -> Bool
  private(set) var findings: [Finding] = []
  private(set) var expectations: [RelativePath: Expectation] = [:]
  private(set) var count = 0

  /// - Parameter isThere: whether a file exists that was not read.
  init(_ files: [RelativePath: [UInt8]], isThere: @escaping (RelativePath) -> Bool) {
    self.files = files
    self.isThere = isThere
  }

  /// Checks one manifest. Absolute URLs are skipped.
  mutating func judge(_ path: RelativePath) {
    count += 1
    func finding(_ problem: String, _ remedy: String) -> Finding {
      Finding(.manifest, path: path, problem, remedy: remedy)
    }
    guard let bytes = files[path], let manifest = JSON(bytes), case .object = manifest else {
      findings.append(finding("is not a JSON object", "make it again with --preset web"))
      return
    }
    for icon in manifest["icons"]?.elements ?? [] {
      guard let source = icon["src"]?.text, source.hasSuffix(".png"), !source.contains(":"),
        !source.hasPrefix("//")
      else { continue }
      // The site's root folder is not known, so only the file name is looked up, next to the manifest.
      let name = source.split(separator: "/").last.map(String.init) ?? source
      guard let file = path.beside(name), files[file] != nil || isThere(file) else {
        findings.append(
          finding(
            "names '\(Printable.text(of: source.utf8))', which does not exist",
            "add the file or remove the entry"))
        continue
      }
      var expectation = Expectation()
      if let sizes = icon["sizes"]?.text, !sizes.contains(" ") {
        expectation.size = CatalogueRole(idiom: "web", size: sizes).pixels
      }
      if icon["purpose"]?.text?.split(separator: " ").contains("maskable") == true {
        expectation.opacity = .opaque
        expectation.isOnGround = true
        expectation.shape = .safeCircle(diameter: 80, visible: 100, of: 100)
      }
      expectations[file] = expectations[file] ?? expectation
    }
  }
}
