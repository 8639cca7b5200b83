import Findings
import SafeFiles

/// An .ico or .icns file held against its preset.
enum ContainerLint {
  static func findings(
    _ path: RelativePath, _ bytes: [UInt8], _ container: Preset.Container?
  ) -> [Finding] {
    guard let parts = Preset.Container.parts(bytes), !parts.isEmpty else {
      return [
        Finding(
          .damagedContainer, path: path, "is no whole icon file",
          remedy: "make it anew from the master")
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
        "holds \(parts.count) pictures, and none for \(missing.joined(separator: ", "))",
        remedy: "make it anew from the master")
    ]
  }
}
