import ArgumentParser

/// Values separated by commas, as in `--size 16,32`.
struct CommaList<Element: LosslessStringConvertible & Sendable>: ExpressibleByArgument, Sendable {
  let values: [Element]

  init(_ values: [Element]) {
    self.values = values
  }

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = parts.compactMap { $0.isEmpty ? nil : Element(String($0)) }
    guard values.count == parts.count else { return nil }
    self.values = values
  }

  var defaultValueDescription: String { description }
}

extension CommaList: CustomStringConvertible {
  /// The values as they are given; `""` for none, which help does not show.
  var description: String { values.map(\.description).joined(separator: ",") }
}
