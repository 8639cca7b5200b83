/// Finds the known name that a misspelt one was probably meant to be.
public enum NearestName {
  /// The longest name that is compared, because comparing takes quadratic time.
  private static let maxLength = 64

  /// What to say of the unknown name `name`: the known one that was probably meant, or else all.
  public static func hint(for name: String, among names: [String]) -> String {
    suggestion(for: name, among: names) ?? "expected one of \(names.joined(separator: ", "))"
  }

  /// The question whether the nearest of `names` was meant; nil if all are too different.
  public static func suggestion(for name: String, among names: [String]) -> String? {
    of(name, among: names).map { "did you mean '\($0)'?" }
  }

  /// The one of `names` that `name` is probably a misspelling or the beginning of; nil if all are
  /// too different.
  public static func of(_ name: String, among names: [String]) -> String? {
    let name = Array(name.lowercased().utf8)
    guard name.count <= maxLength else { return nil }
    let longer = names.filter { $0.lowercased().utf8.starts(with: name) }
    if longer.count == 1, name.count > 1 { return longer[0] }
    let distances = names.map { (name: $0, distance: distance(name, Array($0.lowercased().utf8))) }
    guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    let allowed = max(1, min(name.count, nearest.name.utf8.count) / 3)
    return nearest.distance <= allowed ? nearest.name : nil
  }

  /// The number of insertions, deletions, substitutions and transpositions that turn `a` into `b`
  /// (optimal string alignment).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
