import Findings
import SafeFiles

/// Checks an .ico or .icns file against its preset.
enum ContainerLint {
  static func findings(
    _ path: RelativePath, _ bytes: [UInt8], _ container: Preset.Container?
  ) -> [Finding] {
    guard let parts = Preset.Container.parts(bytes), !parts.isEmpty else {
      return [
        Finding(
          .damagedContainer, path: path, "is a damaged icon file",
          remedy: "make it again from the master")
      ]
    }
    let names = Set(parts.map(\.name))
    let wanted: [String] =
      switch container?.format {
      case .icns(let members): members.map(\.type)
      case .ico(let sides): sides.map(String.init)
      case nil: []
      }
    let missing = wanted.filter { !names.contains($0) }
    guard !missing.isEmpty else { return [] }
    return [
      Finding(
        .missingPicture, path: path,
        "contains \(parts.count) images, but none for \(missing.joined(separator: ", "))",
        remedy: "make it again from the master")
    ]
  }
}
