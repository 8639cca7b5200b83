import Findings
import SafeFiles
import TextFormats

/// Web application manifests held against the icons that they name (W3C, `icons` member).
struct ManifestLint {
  private let files: [RelativePath: [UInt8]]
  private let isThere: (RelativePath) -> Bool
  private(set) var findings: [Finding] = []
  private(set) var expectations: [RelativePath: Expectation] = [:]
  private(set) var count = 0

  /// - Parameter isThere: whether there is another file beside those that were read.
  init(_ files: [RelativePath: [UInt8]], isThere: @escaping (RelativePath) -> Bool) {
    self.files = files
    self.isThere = isThere
  }

  /// Judges one manifest. Addresses that lead elsewhere are not looked at.
  mutating func judge(_ path: RelativePath) {
    count += 1
    func finding(_ problem: String, _ remedy: String) -> Finding {
      Finding(.manifest, path: path, problem, remedy: remedy)
    }
    guard let bytes = files[path], let manifest = JSON(bytes), case .object = manifest else {
      findings.append(finding("is no JSON object", "make it anew with --preset web"))
      return
    }
    for icon in manifest["icons"]?.elements ?? [] {
      guard let source = icon["src"]?.text, source.hasSuffix(".png"), !source.contains(":"),
        !source.hasPrefix("//")
      else { continue }
      // Where the site's top is on the disk is not known: a name alone is looked for here.
      let name = source.split(separator: "/").last.map(String.init) ?? source
      guard let file = path.beside(name), files[file] != nil || isThere(file) else {
        findings.append(
          finding(
            "names '\(Printable.text(of: source.utf8))', which is not there",
            "put the file there or take the entry out"))
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
