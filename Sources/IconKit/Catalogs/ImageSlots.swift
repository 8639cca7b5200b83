import TextFormats

/// The entries of `images` in a Contents.json, by the slots that they are for.
///
/// An entry is for a slot whatever further keys it has: `expected-size`, `display-gamut`,
/// `unassigned`, any other. Without `scale` it has the scale 1x, or the only one that a run makes.
struct ImageSlots {
  /// The entries, in their order.
  private(set) var entries: [JSON]

  /// The entries of a list.
  init(_ entries: [JSON]) {
    self.entries = entries
  }

  /// The entry for each of `roles`: of several, the first that names a file, and none for another
  /// gamut or that is not in use (`unassigned`) where there is another.
  func indices(of roles: [CatalogRole]) -> [CatalogRole: Int] {
    let slots = entries.map(CatalogRole.init(entry:))
    var result: [CatalogRole: Int] = [:]
    for role in roles {
      let isOnly = !roles.contains { $0 != role && $0.withScale(nil) == role.withScale(nil) }
      result[role] = slots.indices.filter { role.takes(slots[$0], isOnlyScale: isOnly) }
        .min { rank($0) < rank($1) }
    }
    return result
  }

  /// The file that the entry at `index` names; nil for an empty slot.
  func fileName(at index: Int) -> String? {
    entries[index]["filename"]?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Has the slot of `role` name `name`, in the entry at `index` or in a new one.
  mutating func name(_ name: String, for role: CatalogRole, at index: Int?) {
    if let index {
      entries[index]["filename"] = .string(name)
    } else {
      entries.append(role.entry(naming: name))
    }
  }

  mutating func remove(_ indices: some Collection<Int>) {
    let gone = Set(indices)
    entries = entries.indices.filter { !gone.contains($0) }.map { entries[$0] }
  }

  private func rank(_ index: Int) -> (Int, Int, Int) {
    let entry = entries[index]
    let isAside =
      entry["unassigned"] == true || entry["display-gamut"]?.text.map { $0 != "sRGB" } == true
    return (isAside ? 1 : 0, fileName(at: index) == nil ? 1 : 0, index)
  }
}

extension CatalogRole {
  fileprivate func withScale(_ scale: String?) -> CatalogRole {
    var role = self
    role.scale = scale
    return role
  }

  /// Whether an entry for `slot` is one for this.
  fileprivate func takes(_ slot: CatalogRole, isOnlyScale: Bool) -> Bool {
    var slot = slot
    // Slots of any size: the images of a layer.
    if size == nil { slot.size = nil }
    guard slot.withScale(nil) == withScale(nil) else { return false }
    if slot.scale == nil, isOnlyScale { return true }
    return (slot.scale ?? "1x") == (scale ?? "1x")
  }
}
