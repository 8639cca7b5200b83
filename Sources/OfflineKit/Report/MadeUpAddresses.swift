/// Addresses for names, from the block 198.18.0.0/15 that is for tests of networks (RFC 2544).
struct MadeUpAddresses {
  /// All but the first and the last of the block.
  static let limit = 1 << 17 - 2

  private var places: [String: Int] = [:]
  private var names: [String] = []

  /// The address of a name, always the same; nil when there are no more.
  mutating func address(of name: String) -> [UInt8]? {
    let key = name.lowercased()
    let place = places[key] ?? names.count
    if place == names.count {
      guard place < Self.limit else { return nil }
      names.append(name)
      places[key] = place
    }
    let number = place + 1
    return [198, UInt8(18 + number >> 16), UInt8(number >> 8 & 0xff), UInt8(number & 0xff)]
  }

  /// The name that has the address; nil for all others.
  func name(of address: String) -> String? {
    let parts = address.split(separator: ".").compactMap { Int($0) }
    guard parts.count == 4, parts[0] == 198, parts[1] & ~1 == 18 else { return nil }
    let place = (parts[1] - 18) << 16 + parts[2] << 8 + parts[3] - 1
    return names.indices.contains(place) ? names[place] : nil
  }
}
