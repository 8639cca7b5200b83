import VendorKit

/// A version in the order of Conan 2 ("Versioning", section "Version ranges" of its documentation):
/// components between dots, compared as numbers where both are numbers and else as text, zeros at the
/// end without meaning; then the pre-release after `-`, then the build after `+`.
struct ConanVersion: Sendable {
  private let items: [Substring]
  private let prerelease: Substring?
  private let build: Substring?

  /// Any text is a version.
  init(_ text: String) {
    var rest = Substring(text)
    if let plus = rest.lastIndex(of: "+") {
      build = rest[rest.index(after: plus)...]
      rest = rest[..<plus]
    } else {
      build = nil
    }
    if let dash = rest.firstIndex(of: "-") {
      prerelease = rest[rest.index(after: dash)...]
      rest = rest[..<dash]
    } else {
      prerelease = nil
    }
    items = Self.items(rest)
  }

  func compare(_ other: ConanVersion) -> Int {
    let order = Self.compare(items, other.items)
    if order != 0 { return order }
    switch (prerelease, other.prerelease) {
    case (nil, _?): return 1
    case (_?, nil): return -1
    case (let a?, let b?):
      let order = Self.compare(Self.items(a), Self.items(b))
      if order != 0 { return order }
    case (nil, nil): break
    }
    switch (build, other.build) {
    case (nil, nil): return 0
    case (nil, _?): return -1
    case (_?, nil): return 1
    case (let a?, let b?): return Self.compare(Self.items(a), Self.items(b))
    }
  }

  private static func items(_ text: Substring) -> [Substring] {
    var items = text.split(separator: ".", omittingEmptySubsequences: false)
    while items.count > 1, let last = items.last, DigitString(last)?.digits.isEmpty == true {
      items.removeLast()
    }
    return items
  }

  private static func compare(_ left: [Substring], _ right: [Substring]) -> Int {
    for (left, right) in zip(left, right) {
      let order =
        if let a = DigitString(left), let b = DigitString(right) {
          a.compare(b)
        } else {
          compareBytes(left, right)
        }
      if order != 0 { return order }
    }
    return left.count - right.count
  }
}
