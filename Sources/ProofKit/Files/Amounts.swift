/// Numbers for people.
enum Amounts {
  /// `1,234`.
  static func number(_ number: Int) -> String {
    var digits = String(number)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  /// `1 file`, `1,234 files`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `512 bytes`, `12.3 KiB`, `4.0 MiB`.
  static func bytes(_ bytes: Int) -> String {
    var (unit, size) = (1, "bytes")
    for next in ["KiB", "MiB", "GiB"] where bytes >= unit * 1024 {
      (unit, size) = (unit * 1024, next)
    }
    if unit == 1 { return count(bytes, "byte") }
    let tenths = (bytes * 10 + unit / 2) / unit
    return "\(number(tenths / 10)).\(tenths % 10) \(size)"
  }
}
