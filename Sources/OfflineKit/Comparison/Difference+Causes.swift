extension Difference {
  /// Looks for causes in the two versions of the file, which are below these folders.
  mutating func nameCauses(with values: VariedValues, first: String, second: String) {
    var finder = CauseFinder(values)
    switch kind {
    case .bytes:
      guard let one = FileSystem.read("\(first)/\(path)", limit: Self.limit),
        let other = FileSystem.read("\(second)/\(path)", limit: Self.limit)
      else { return }
      finder.examine(one, other)
    case .target(let one, let other):
      finder.examine(Array(one.utf8), Array(other.utf8), in: ["the link's target"])
    case .onlyInFirst, .onlyInSecond, .inNeither, .empty, .untouched, .type, .executable: return
    }
    // A digest follows from what else differs.
    let others = finder.causes.filter { $0.kind != .digest }
    causes = others.isEmpty ? finder.causes : others
  }

  /// Larger files are not looked into.
  private static let limit = 256 << 20
}
