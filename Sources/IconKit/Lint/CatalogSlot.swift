import SafeFiles
import TextFormats

/// The slot of an app icon that an entry of Contents.json is for, as a person and a catalog tell it apart from others.
struct CatalogSlot: Hashable, CustomStringConvertible {
  private let role: CatalogRole
  /// What else Xcode distinguishes: the gamut, and the appearances beside the luminosity.
  private let others: [String]

  init(_ image: JSON) {
    var role = CatalogRole(image)
    // Xcode writes the scale of a slot that has only one, or leaves it out.
    if role.scale == "1x" { role.scale = nil }
    self.role = role
    others =
      [image["display-gamut"]?.text ?? "any"]
      + (image["appearances"]?.elements ?? []).compactMap { $0["value"]?.text }.sorted()
  }

  var description: String {
    let words = [
      role.idiom, role.platform, role.size, role.scale.map { "@\($0)" }, role.role, role.subtype,
      role.appearance,
    ]
    return Printable.text(of: words.compactMap { $0 }.joined(separator: " ").utf8)
  }
}
